// SPDX-License-Identifier: Apache-2.0
package rani.report.window;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * The scripts and styles of the page: our own, and those of the WebJars among this program's jars.
 * Nothing of it is translated or packed; the modules are only put one behind the other, since a
 * page on a disk cannot load modules.
 */
final class WindowFiles {
  /** Our own modules, each behind those that it imports. */
  private static final List<String> MODULES =
      List.of(
          "dom.js",
          "model.js",
          "chart.js",
          "map.js",
          "timeline.js",
          "panels.js",
          "console.js",
          "source.js",
          "window.js");

  private WindowFiles() {}

  /** Our script. */
  static String script() throws IOException {
    StringBuilder script = new StringBuilder("(() => {\n'use strict';\n");
    for (String module : MODULES) {
      own(module)
          .lines()
          .filter(line -> !line.startsWith("import "))
          .map(line -> line.startsWith("export ") ? line.substring("export ".length()) : line)
          .forEach(line -> script.append(line).append('\n'));
    }
    return script.append("})();\n").toString();
  }

  /** Our style, behind that of the charts. */
  static String style() throws IOException {
    return webJar("uplot", "dist/uPlot.min.css") + "\n" + own("window.css");
  }

  static String cytoscape() throws IOException {
    return webJar("cytoscape", "dist/cytoscape.min.js");
  }

  /** With its licence, which its script has not in it. */
  static String uplot() throws IOException {
    return "/*\n" + webJar("uplot", "LICENSE") + "*/\n" + webJar("uplot", "dist/uPlot.iife.min.js");
  }

  private static String own(String name) throws IOException {
    try (InputStream in = WindowFiles.class.getResourceAsStream(name)) {
      return text(in, "the page's own file " + name);
    }
  }

  private static String webJar(String name, String file) throws IOException {
    Properties coordinates = new Properties();
    String described = "META-INF/maven/org.webjars.npm/" + name + "/pom.properties";
    ClassLoader loader = WindowFiles.class.getClassLoader();
    try (InputStream in = loader.getResourceAsStream(described)) {
      if (in == null) {
        throw new IOException("the WebJar " + name + " is missing from this build");
      }
      coordinates.load(in);
    }
    String path =
        "META-INF/resources/webjars/%s/%s/%s"
            .formatted(name, coordinates.getProperty("version"), file);
    try (InputStream in = loader.getResourceAsStream(path)) {
      return text(in, path);
    }
  }

  private static String text(@Nullable InputStream in, String what) throws IOException {
    if (in == null) {
      throw new IOException(what + " is missing from this build");
    }
    return new String(in.readAllBytes(), StandardCharsets.UTF_8);
  }
}
