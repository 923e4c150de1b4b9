// SPDX-License-Identifier: Apache-2.0
package rani.report.window;

import java.io.IOException;
import java.util.List;

/** The page's markup: as the server hands it out, or as a piece of another page. */
public final class WindowPage {
  /**
   * Cytoscape would add a style element for its container, which a strict content security policy
   * forbids; it does not if there is an element of this name.
   */
  private static final String NO_STYLE_NEEDED =
      "<template id=\"__________cytoscape_stylesheet\"></template>\n";

  private static final String RECORDING_ID = "rani-recording";

  private WindowPage() {}

  /** What the server hands out at its link. */
  static String served() {
    return head("rani")
        + "<link rel=\"stylesheet\" href=\"window.css\">\n"
        + "<link rel=\"icon\" href=\"data:,\">\n</head>\n<body class=\"window\">\n"
        + NO_STYLE_NEEDED
        + "<div class=\"rani-window\"><noscript>This page needs JavaScript.</noscript></div>\n"
        + "<script src=\"cytoscape.js\"></script>\n<script src=\"uplot.js\"></script>\n"
        + "<script src=\"window.js\"></script>\n</body>\n</html>\n";
  }

  /** A page that leads to another at once, and needs no script for it. */
  static String leadingTo(String link) {
    return head("rani")
        + "<meta http-equiv=\"refresh\" content=\"0; url="
        + link
        + "\">\n<meta name=\"referrer\" content=\"no-referrer\">\n</head>\n<body>\n<p><a href=\""
        + link
        + "\">The window</a></p>\n</body>\n</html>\n";
  }

  /** A plain page that says one thing. */
  static String plain(String title, String text) {
    return head(title)
        + "</head>\n<body>\n<h1>"
        + title
        + "</h1>\n<p>"
        + text
        + "</p>\n</body>\n"
        + "</html>\n";
  }

  private static String head(String title) {
    return "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        + "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        + "<meta name=\"color-scheme\" content=\"light dark\">\n<title>"
        + title
        + "</title>\n";
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
        + recording.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
        + "</script>\n";
  }

  /**
   * The scripts that a page with a {@link #piece} needs, in order.
   *
   * @throws IOException if one is missing from this build
   */
  public static List<String> scripts() throws IOException {
    return List.of(WindowFiles.cytoscape(), WindowFiles.uplot(), WindowFiles.script());
  }

  /**
   * The style that it needs.
   *
   * @throws IOException if it is missing from this build
   */
  public static String style() throws IOException {
    return WindowFiles.style();
  }
}
