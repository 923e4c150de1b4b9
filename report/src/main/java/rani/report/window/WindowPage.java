// SPDX-License-Identifier: Apache-2.0
package rani.report.window;

import java.io.IOException;
import java.util.List;
import rani.report.html.ChartLibraries;
import rani.report.html.Html;
import rani.report.html.PageFrame;
import rani.report.html.Script;
import rani.report.plot.Chart;
import rani.report.plot.VegaLite;

/**
 * The window's HTML, script and style, for the server or embedded in a report. Scripts are neither
 * translated nor minified. Our modules are concatenated, because a page opened from disk cannot
 * load modules.
 */
public final class WindowPage {
  /** Our modules; each follows the modules that it imports. */
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
   * Cytoscape adds a style element for its container, which a strict content security policy
   * forbids. It does not add one if an element with this id exists.
   */
  private static final String NO_STYLE_NEEDED =
      "<template id=\"__________cytoscape_stylesheet\"></template>\n";

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

  /** Returns the page that the server serves. */
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

  /** Returns a page that redirects to another page without a script. */
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

  static String plain(String title, String text) {
    return HEAD.formatted(title)
        + "</head>\n<body>\n<h1>%s</h1>\n<p>%s</p>\n</body>\n</html>\n".formatted(title, text);
  }

  /** Returns the page with a run's charts, which are drawn as in its report. */
  static String charts(String run, List<Chart> plots) throws IOException {
    Html page = new Html();
    page.add("<main>\n<header>\n<p class=\"kicker\">rani \u00b7 <a href=\"./\">window</a></p>\n");
    page.add("<h1>Charts of {}</h1>\n</header>\n", run);
    int number = 0;
    for (Chart plot : plots) {
      String file = run + "-" + plot.name();
      page.figure("plot-" + ++number, file, plot.caption(), VegaLite.text(plot));
    }
    page.add("</main>\n");
    return PageFrame.html("Charts of " + run, page);
  }

  /** Appends a button that opens the window with a recording inside another page. */
  public static void piece(Html page, String recording) {
    page.add(NO_STYLE_NEEDED)
        .add(
            """
            <div class="rani-window" data-recording="rani-recording">\
            <button type="button" data-open>\u25b6 Watch the run</button></div>
            """)
        .json("rani-recording", recording);
  }

  /** Returns the scripts that a page with a {@link #piece} needs, in order. */
  public static List<Script> scripts() throws IOException {
    return List.of(
        new Script(cytoscape(), "9VlH89qjuuUyCdS4hcGVwVf1lcIl5Qims4JZjZRS1uI="),
        Script.of(uplot()),
        Script.of(script()));
  }

  /** Returns the style sheet of the charts, followed by ours. */
  public static String style() throws IOException {
    return ChartLibraries.webJar(WEB_JARS, "uplot", "dist/uPlot.min.css")
        + "\n"
        + ChartLibraries.own(WindowPage.class, "window.css");
  }

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

  /** Returns uPlot after its licence, which the minified script does not contain. */
  static String uplot() throws IOException {
    return "/*\n"
        + ChartLibraries.webJar(WEB_JARS, "uplot", "LICENSE")
        + "*/\n"
        + ChartLibraries.webJar(WEB_JARS, "uplot", "dist/uPlot.iife.min.js");
  }
}
