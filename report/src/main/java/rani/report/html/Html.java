// SPDX-License-Identifier: Apache-2.0
package rani.report.html;

import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** A page being written. Whatever comes from a file goes through {@link #text}. */
public final class Html {
  private final StringBuilder page = new StringBuilder(1 << 20);

  /** Appends markup, which is our own. */
  public Html raw(String markup) {
    page.append(markup);
    return this;
  }

  /** Appends what another builder holds. */
  Html append(Html other) {
    page.append(other.page);
    return this;
  }

  /** Appends text, in which nothing is markup. */
  public Html text(String text) {
    page.append(escape(text));
    return this;
  }

  /** Appends an element that holds only text. */
  public Html element(String tag, String text) {
    return raw("<" + tag + ">").text(text).raw("</" + tag.split(" ", 2)[0] + ">");
  }

  /** Appends the cells of a table's head; a name that begins with # heads a column of numbers. */
  public Html headings(String... names) {
    for (String name : names) {
      boolean isNumber = name.startsWith("#");
      raw(isNumber ? "<th scope=\"col\" class=\"number\">" : "<th scope=\"col\">");
      text(isNumber ? name.substring(1) : name).raw("</th>");
    }
    return this;
  }

  /** Appends a cell with a number. */
  public Html number(String text) {
    return element("td class=\"number\"", text);
  }

  /** Appends a drawing as an image, so that nothing in it can run. */
  public Html image(String svg, String alternative) {
    raw("<p class=\"topology\"><img alt=\"").text(alternative);
    String bytes = Base64.getEncoder().encodeToString(svg.getBytes(StandardCharsets.UTF_8));
    return raw("\" src=\"data:image/svg+xml;base64," + bytes + "\"></p>\n");
  }

  /**
   * Appends a chart.
   *
   * @param id of the figure on the page
   * @param file what it is called when it is saved, made safe here
   * @param spec its Vega-Lite specification
   */
  public Html figure(String id, String file, String caption, String spec) {
    String name = file.replaceAll("[^A-Za-z0-9._-]", "_");
    raw("<figure data-chart=\"spec-" + id + "\" data-file=\"").text(name).raw("\">\n");
    raw("<div class=\"chart\"></div>\n<noscript>Charts need JavaScript.</noscript>\n");
    raw("<figcaption>").text(caption).raw("</figcaption>\n");
    raw("<script type=\"application/json\" id=\"spec-" + id + "\">");
    return raw(json(spec)).raw("</script>\n</figure>\n");
  }

  /** Safe between tags and in a quoted attribute. */
  static String escape(String text) {
    var escaped = new StringBuilder(text.length() + 16);
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '&' -> escaped.append("&amp;");
        case '<' -> escaped.append("&lt;");
        case '>' -> escaped.append("&gt;");
        case '"' -> escaped.append("&quot;");
        case '\'' -> escaped.append("&#39;");
        default -> escaped.append(c < ' ' && c != '\n' && c != '\t' ? '\ufffd' : c);
      }
    }
    return escaped.toString();
  }

  /** JSON that may stand inside a script element: no string in it can end the element. */
  static String json(String json) {
    return json.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026");
  }

  @Override
  public String toString() {
    return page.toString();
  }
}
