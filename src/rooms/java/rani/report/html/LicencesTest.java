// SPDX-License-Identifier: Apache-2.0
package rani.report.html;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Properties;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Pages carry scripts of others: their licences are there, too, and name all that is in them. */
class LicencesTest {
  /** A file of a library that a bundle was made of, such as {@code ../node_modules/d3-geo/…}. */
  private static final Pattern BUNDLED = Pattern.compile("node_modules/((?:@[^/]+/)?[^/]+)/");

  /** A line such as {@code vega: d3-geo ISC 2010-2024 Mike Bostock}; a name may end in a star. */
  private static final Pattern NAMED = Pattern.compile("(?m)^([\\w-]+): ([\\w@/-]+)(\\*?)  +\\S");

  @Test
  void aPageSaysWhoseItsScriptsAreAndWithWhichLicences() throws IOException {
    String page = PageFrame.html("a page", new Html());

    String licences = ChartLibraries.licences();
    assertTrue(page.contains("<!--\n" + licences + "-->\n"), "a comment of the page holds them");
    assertFalse(licences.contains("--"), "nothing in them ends the comment");
    for (String licence : new String[] {"MIT", "BSD-3-Clause", "ISC"}) {
      assertTrue(licences.contains("\n== " + licence + " ==\n"), "the text of " + licence);
    }
    for (String script : new String[] {"cytoscape", "uplot", "vega", "vega-lite", "vega-embed"}) {
      assertTrue(licences.contains("\n" + script + " "), script);
    }
  }

  /** By what the makers of the script say that they put into it: its source map. */
  @ParameterizedTest
  @ValueSource(strings = {"vega", "vega-lite", "vega-embed"})
  void whatIsBundledInAScriptIsNamedWithItsLicence(String script) throws IOException {
    var bundled = new TreeSet<String>();
    for (JsonNode source : new JsonMapper().readTree(sourceMap(script)).path("sources")) {
      BUNDLED
          .matcher(source.asString())
          .results()
          .map(found -> found.group(1))
          .forEach(bundled::add);
    }
    String licences = ChartLibraries.licences();

    var unnamed = new TreeSet<>(bundled);
    unnamed.removeIf(
        library ->
            NAMED.matcher(licences).results().anyMatch(line -> names(line, script, library)));

    assertEquals(new TreeSet<String>(), unnamed, "NOTICE must name these with their licences");
    assertEquals(script.equals("vega-lite"), bundled.isEmpty(), "it holds no code of others");
  }

  private static boolean names(MatchResult line, String script, String library) {
    return line.group(1).equals(script)
        && (line.group(3).isEmpty()
            ? library.equals(line.group(2))
            : library.startsWith(line.group(2)));
  }

  private static String sourceMap(String script) throws IOException {
    var coordinates = new Properties();
    try (InputStream in = open("META-INF/maven/org.webjars/" + script + "/pom.properties")) {
      coordinates.load(in);
    }
    String folder = "META-INF/resources/webjars/" + script + "/" + coordinates.get("version") + "/";
    try (InputStream in = open(folder + script + ".min.js.map")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static InputStream open(String path) throws IOException {
    InputStream in = ChartLibraries.class.getClassLoader().getResourceAsStream(path);
    if (in == null) {
      throw new IOException(path + " is missing: the charts' WebJars are not on the path");
    }
    return in;
  }
}
