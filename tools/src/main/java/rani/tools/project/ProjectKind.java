// SPDX-License-Identifier: Apache-2.0
package rani.tools.project;

import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Kind of a project, made from a tutorial with names replaced in files, classes and packages. */
public enum ProjectKind {
  SERVICE("service-in-an-afternoon", "top-talkers", "talkers"),
  AQM("aqm-in-an-afternoon", "blue", "blue"),
  CONGESTION("congestion-control", "scalable", "scalable");

  private final String tutorial;
  private final String itsName;
  private final Pattern named;

  ProjectKind(String tutorial, String itsName, String itsPackage) {
    this.tutorial = tutorial;
    this.itsName = itsName;
    this.named =
        Pattern.compile(
            "(?<type>%s)(?! [A-Z])|(?<=org[./]example[./])(?<package>%s)\\b|%s|\\b%2$s\\b"
                .formatted(inClasses(itsName), itsPackage, itsName));
  }

  /** Returns the folder of the tutorial's project among the resources. */
  String tutorial() {
    return tutorial;
  }

  /** Replaces the tutorial's name in a text or path; names are lower case, with hyphens. */
  String renamed(String text, String name) {
    return name.equals(itsName)
        ? text
        : named.matcher(text).replaceAll(found -> renamed(found, name));
  }

  private String renamed(MatchResult found, String name) {
    if (found.group("type") != null) {
      return inClasses(name);
    }
    boolean isName = found.group("package") == null && found.group().equals(itsName);
    return isName ? name : inPackages(name);
  }

  private static String inClasses(String name) {
    StringBuilder type = new StringBuilder();
    for (String word : name.split("-")) {
      type.append(Character.toUpperCase(word.charAt(0))).append(word.substring(1));
    }
    return type.toString();
  }

  static String inPackages(String name) {
    return name.replace("-", "");
  }
}
