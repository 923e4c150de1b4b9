// SPDX-License-Identifier: Apache-2.0
package rani.report.window;

import java.io.IOException;
import java.util.List;
import rani.report.html.ChartLibraries;
import rani.report.html.Html;
import rani.report.html.Script;

/**
 * The page, as the server hands it out, or as a piece of another page. Nothing of its scripts and
 * styles is translated or packed; our own modules are only put one behind the other, since a page
 * on a disk cannot load modules.
 */
public final class WindowPage {
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

  private static final String WEB_JARS = "org.webjars.npm";

  /**
   * Cytoscape would add a style element for its container, which a strict content security policy
   * forbids; it does not if there is an element of this name.
   */
  private static final String NO_STYLE_NEEDED =
      "<template id=\"__________cytoscape_stylesheet\"></template>\n";

  private static final String RECORDING_ID = "rani-recording";

  private static final String HEAD =
      """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <title>%s</title>
      """;

  private WindowPage() {}

  /** What the server hands out at its link. */
  static String served() {
    return HEAD.formatted("rani")
        + """
        <link rel="stylesheet" href="window.css">
        <link rel="icon" href="data:,">
        </head>
        <body class="window">
        """
        + NO_STYLE_NEEDED
        + """
        <div class="rani-window"><noscript>This page needs JavaScript.</noscript></div>
        <script src="cytoscape.js"></script>
        <script src="uplot.js"></script>
        <script src="window.js"></script>
        </body>
        </html>
        """;
  }

  /** A page that leads to another at once, and needs no script for it. */
  static String leadingTo(String link) {
    return HEAD.formatted("rani")
        + """
        <meta http-equiv="refresh" content="0; url=%s">
        <meta name="referrer" content="no-referrer">
        </head>
        <body>
        <p><a href="%s">The window</a></p>
        </body>
        </html>
        """
            .formatted(link, link);
  }

  /** A plain page with a message. */
  static String plain(String title, String text) {
    return HEAD.formatted(title)
        + "</head>\n<body>\n<h1>%s</h1>\n<p>%s</p>\n</body>\n</html>\n".formatted(title, text);
  }

  /**
   * The window as a piece of another page, which opens it when its button is pressed.
   *
   * @param recording as JSON
   */
  public static String piece(String recording) {
    return NO_STYLE_NEEDED
        + "<div class=\"rani-window\" data-recording=\""
        + RECORDING_ID
        + "\"><button type=\"button\" data-open>\u25b6 Watch the run</button></div>\n"
        + "<script type=\"application/json\" id=\""
        + RECORDING_ID
        + "\">"
        + Html.json(recording)
        + "</script>\n";
  }

  /**
   * The scripts that a page with a {@link #piece} needs, in order.
   *
   * @throws IOException if one is missing from this build
   */
  public static List<Script> scripts() throws IOException {
    return List.of(
        new Script(cytoscape(), "9VlH89qjuuUyCdS4hcGVwVf1lcIl5Qims4JZjZRS1uI="),
        Script.of(uplot()),
        Script.of(script()));
  }

  /**
   * The style that it needs: ours, behind that of the charts.
   *
   * @throws IOException if it is missing from this build
   */
  public static String style() throws IOException {
    return ChartLibraries.webJar(WEB_JARS, "uplot", "dist/uPlot.min.css")
        + "\n"
        + ChartLibraries.own(WindowPage.class, "window.css");
  }

  /** Our script. */
  static String script() throws IOException {
    StringBuilder script = new StringBuilder("(() => {\n'use strict';\n");
    for (String module : MODULES) {
      ChartLibraries.own(WindowPage.class, module)
          .lines()
          .filter(line -> !line.startsWith("import "))
          .map(line -> line.startsWith("export ") ? line.substring("export ".length()) : line)
          .forEach(line -> script.append(line).append('\n'));
    }
    return script.append("})();\n").toString();
  }

  static String cytoscape() throws IOException {
    return ChartLibraries.webJar(WEB_JARS, "cytoscape", "dist/cytoscape.min.js");
  }

  /** With its licence, which its script has not in it. */
  static String uplot() throws IOException {
    return "/*\n"
        + ChartLibraries.webJar(WEB_JARS, "uplot", "LICENSE")
        + "*/\n"
        + ChartLibraries.webJar(WEB_JARS, "uplot", "dist/uPlot.iife.min.js");
  }
}
