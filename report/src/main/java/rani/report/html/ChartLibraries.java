// SPDX-License-Identifier: Apache-2.0
package rani.report.html;

import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * Loads the scripts and styles of pages: our own, and those in WebJars among this program's jars.
 * The folder names in WebJars are no package names, so that the class loader finds their files even
 * on the module path.
 */
public final class ChartLibraries {
  /** First line of the last part of {@code NOTICE}, which pages include. */
  private static final String NOTICE_OF_SCRIPTS = "== Scripts in pages ==";

  private ChartLibraries() {}

  /** Returns the scripts that draw charts, in the order in which a page needs them. */
  static List<Script> scripts() throws IOException {
    return List.of(
        script("vega", "7yE0EJkyCt4OOMaMhjTei2GL2B8WDqa7wedMO9bLVqs="),
        script("vega-lite", "WU9VTOyv5rmS1Rt8APTA5fxfkhFMfhpkHSzxUPIcxg0="),
        script("vega-embed", "29Sa/4mZ37Epg8vO/u+zVa5yr2jXVW3c7BIZOg60ZFA="));
  }

  private static Script script(String webJar, String sha256) throws IOException {
    String script = webJar("org.webjars", webJar, webJar + ".min.js");
    int map = script.lastIndexOf("//# sourceMappingURL=");
    // without the source map, because a page must not request other files
    return new Script(map < 0 ? script : script.substring(0, map), sha256);
  }

  /** Returns the notices and licences of the scripts in pages. */
  static String licences() throws IOException {
    String notice = own(ChartLibraries.class, "NOTICE");
    return notice.substring(notice.indexOf(NOTICE_OF_SCRIPTS));
  }

  /** Returns the text of a resource in the package of a class. */
  public static String own(Class<?> beside, String name) throws IOException {
    return text(beside.getResourceAsStream(name), "the page's own file " + name);
  }

  /** Returns the text of a file in a WebJar; {@code group} is part of its Maven coordinates. */
  public static String webJar(String group, String name, String file) throws IOException {
    var coordinates = new Properties();
    String described = "META-INF/maven/" + group + "/" + name + "/pom.properties";
    coordinates.load(new StringReader(text(resource(described), "the WebJar " + name)));
    String version = coordinates.getProperty("version");
    String path = "META-INF/resources/webjars/%s/%s/%s".formatted(name, version, file);
    return text(resource(path), path);
  }

  private static @Nullable InputStream resource(String path) {
    return ChartLibraries.class.getClassLoader().getResourceAsStream(path);
  }

  private static String text(@Nullable InputStream in, String what) throws IOException {
    if (in == null) {
      throw new IOException(what + " is missing from this build");
    }
    try (in) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
