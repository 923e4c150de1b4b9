// SPDX-License-Identifier: Apache-2.0
package rani.report.html;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;

/**
 * The JavaScript that draws the charts, out of the WebJars among this program's own jars. Their
 * folder names are no packages, so the class loader finds them on the module path as it does on the
 * class path.
 */
public final class ChartLibraries {
  private static final List<String> WEB_JARS = List.of("vega", "vega-lite", "vega-embed");

  /** Where the part of {@code NOTICE} begins that goes with pages; it ends with the file. */
  private static final String NOTICE_OF_SCRIPTS = "== Scripts in pages ==";

  private ChartLibraries() {}

  /**
   * The scripts, in the order in which a page needs them.
   *
   * @throws IOException if a WebJar is missing
   */
  static List<String> scripts() throws IOException {
    var scripts = new ArrayList<String>();
    for (String webJar : WEB_JARS) {
      scripts.add(script(webJar));
    }
    return List.copyOf(scripts);
  }

  /**
   * Whose scripts are in pages, and the licences that have to go with them.
   *
   * @throws IOException if the build left {@code NOTICE} out
   */
  static String licences() throws IOException {
    String notice = own("NOTICE");
    return notice.substring(notice.indexOf(NOTICE_OF_SCRIPTS));
  }

  /** A resource of this package. */
  public static String own(String name) throws IOException {
    try (InputStream in = ChartLibraries.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IOException("the report's own file " + name + " is missing from this build");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static String script(String webJar) throws IOException {
    var coordinates = new Properties();
    try (InputStream in = open("META-INF/maven/org.webjars/" + webJar + "/pom.properties")) {
      coordinates.load(in);
    }
    String folder = "META-INF/resources/webjars/" + webJar + "/" + coordinates.get("version") + "/";
    try (InputStream in = open(folder + webJar + ".min.js")) {
      String script = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return withoutSourceMap(script);
    }
  }

  /** The page stands alone: it must not ask for a file beside it, not even for debugging. */
  private static String withoutSourceMap(String script) {
    int at = script.lastIndexOf("//# sourceMappingURL=");
    return at < 0 ? script : script.substring(0, at);
  }

  private static InputStream open(String path) throws IOException {
    InputStream in = ChartLibraries.class.getClassLoader().getResourceAsStream(path);
    if (in == null) {
      throw new IOException(path + " is missing: the charts' WebJars are not on the path");
    }
    return in;
  }
}
