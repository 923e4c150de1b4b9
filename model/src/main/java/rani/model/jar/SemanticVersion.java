// SPDX-License-Identifier: Apache-2.0
package rani.model.jar;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Version of a service, with the syntax and the order of Semantic Versioning 2.0.0. Minor version
 * and patch may be left out and are 0 then, because many builds number first releases so.
 *
 * @param core major, minor and patch, in decimal without leading zeros
 * @param preRelease identifiers of a pre-release; empty for a release
 */
public record SemanticVersion(String text, List<String> core, List<String> preRelease) {
  /** Longest version in characters. */
  public static final int LENGTH_MAX = 32;

  private static final String NUMBER = "(0|[1-9][0-9]*)";
  private static final String IDENTIFIER = "(?:0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*)";

  /** Syntax of §2, §9 and §10 of Semantic Versioning. */
  private static final Pattern FORM =
      Pattern.compile(
          ("%1$s(?:\\.%1$s(?:\\.%1$s)?)?(?:-(%2$s(?:\\.%2$s)*))?"
                  + "(?:\\+[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*)?")
              .formatted(NUMBER, IDENTIFIER));

  private static final int CORE_LENGTH = 3;
  private static final int PRE_RELEASE_GROUP = 4;

  public SemanticVersion {
    core = List.copyOf(core);
    preRelease = List.copyOf(preRelease);
  }

  /** Parses a version; throws IllegalArgumentException for any other text. */
  public static SemanticVersion parse(String text) {
    Matcher form = FORM.matcher(text);
    if (text.length() > LENGTH_MAX || !form.matches()) {
      throw new IllegalArgumentException(
          "`%s` is no version that can be told older from newer; write it as 1.2.3, or 1.2.3-rc.1"
                  .formatted(JarStatement.shown(text))
              + " before that, in at most "
              + LENGTH_MAX
              + " characters (semver.org, 2.0.0)");
    }
    List<String> core = new ArrayList<>();
    for (int i = 1; i <= CORE_LENGTH; i++) {
      core.add(form.group(i) == null ? "0" : form.group(i));
    }
    String before = form.group(PRE_RELEASE_GROUP);
    return new SemanticVersion(
        text, core, before == null ? List.of() : List.of(before.split("\\.")));
  }

  /**
   * Returns below 0 if this version is older, 0 if it is equal, above 0 if it is newer, by Semantic
   * Versioning §11; build metadata is ignored.
   */
  public int comparePrecedence(SemanticVersion other) {
    int order = compareAll(core, other.core);
    if (order != 0) {
      return order;
    }
    if (preRelease.isEmpty() || other.preRelease.isEmpty()) {
      return Boolean.compare(preRelease.isEmpty(), other.preRelease.isEmpty());
    }
    return compareAll(preRelease, other.preRelease);
  }

  /** Compares identifiers in order. If all are equal, the longer list is newer (§11.4.4). */
  private static int compareAll(List<String> these, List<String> others) {
    for (int i = 0; i < Math.min(these.size(), others.size()); i++) {
      int order = compare(these.get(i), others.get(i));
      if (order != 0) {
        return order;
      }
    }
    return Integer.compare(these.size(), others.size());
  }

  /** Compares identifiers: numbers numerically and first, others in ASCII order (§11.4). */
  private static int compare(String identifier, String other) {
    boolean isNumber = isNumber(identifier);
    if (isNumber != isNumber(other)) {
      return isNumber ? -1 : 1;
    }
    int length = isNumber ? Integer.compare(identifier.length(), other.length()) : 0;
    return length == 0 ? identifier.compareTo(other) : length;
  }

  private static boolean isNumber(String identifier) {
    return identifier.chars().allMatch(c -> c >= '0' && c <= '9');
  }
}
