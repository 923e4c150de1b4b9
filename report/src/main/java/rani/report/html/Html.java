// SPDX-License-Identifier: Apache-2.0
package rani.report.html;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;

/** Builder of an HTML page. Texts from files are escaped, and never appended as markup. */
public final class Html {
  private static final String PLACE = "{}";

  private final StringBuilder page = new StringBuilder(1 << 20);

  /** Appends trusted markup, in which escaped texts replace each {@code {}}. */
  public Html add(String markup, Object... texts) {
    int from = 0;
    for (Object text : texts) {
      int place = markup.indexOf(PLACE, from);
      page.append(markup, from, place).append(escape(text.toString()));
      from = place + PLACE.length();
    }
    page.append(from == 0 ? markup : markup.substring(from));
    return this;
  }

  Html append(Html other) {
    page.append(other.page);
    return this;
  }

  public Html section(String title) {
    return add("<section>\n<h2>{}</h2>\n", title);
  }

  /** Begins a table with these headings; {@code #} before a name marks a column of numbers. */
  public Html table(String... names) {
    return add("<div class=\"wide\"><table>\n<thead><tr>").headings(names);
  }

  /** Appends column headings, and begins the table's body. */
  public Html headings(String... names) {
    for (String name : names) {
      boolean isNumber = name.startsWith("#");
      add(isNumber ? "<th scope=\"col\" class=\"number\">" : "<th scope=\"col\">");
      add("{}</th>", isNumber ? name.substring(1) : name);
    }
    return add("</tr></thead>\n<tbody>\n");
  }

  /** Begins a row with its heading. */
  public Html row(String head) {
    return add("<tr><th scope=\"row\">{}</th>", head);
  }

  public Html cells(Object... texts) {
    return addEach("<td>{}</td>", List.of(texts));
  }

  /** Appends a right-aligned cell for each number. */
  public Html number(Object... texts) {
    return addEach("<td class=\"number\">{}</td>", List.of(texts));
  }

  public Html endRow() {
    return add("</tr>\n");
  }

  public Html endTable() {
    return add("</tbody></table></div>\n");
  }

  /** Appends a list with one item a line; {@code tag} is {@code ul} with optional attributes. */
  public Html list(String tag, List<String> items) {
    return add("<" + tag + ">\n").addEach("<li>{}</li>\n", items).add("</ul>\n");
  }

  private Html addEach(String markup, List<?> texts) {
    texts.forEach(text -> add(markup, text));
    return this;
  }

  public Html note(String text) {
    return add("<p class=\"note\">{}</p>\n", text);
  }

  /** Appends a term and its description, which is set as code. */
  public Html pair(String name, Object code) {
    return add("<dt>{}</dt><dd><code>{}</code></dd>\n", name, code);
  }

  public Html verdict(boolean passed) {
    String word = passed ? "good\">\u2713 passed" : "bad\">\u2717 failed";
    return add("<span class=\"verdict " + word + "</span>");
  }

  /** Appends an SVG drawing as an image, so that no script in it can run. */
  public Html image(String svg, String alternative) {
    String bytes = Base64.getEncoder().encodeToString(svg.getBytes(StandardCharsets.UTF_8));
    return add(
        "<p class=\"topology\"><img alt=\"{}\" src=\"data:image/svg+xml;base64,{}\"></p>\n",
        alternative,
        bytes);
  }

  /** Appends a Vega-Lite chart, which a user can save under a sanitised file name. */
  public Html figure(String id, String file, String caption, String spec) {
    String name = file.replaceAll("[^A-Za-z0-9._-]", "_");
    add(
        """
        <figure data-chart="spec-{}" data-file="{}">
        <div class="chart"></div>
        <noscript>Charts need JavaScript.</noscript>
        <figcaption>{}</figcaption>
        <script type="application/json" id="spec-{}">\
        """,
        id,
        name,
        caption,
        id);
    return add(json(spec)).add("</script>\n</figure>\n");
  }

  /** Escapes a text for use between tags and in quoted attributes. */
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

  /** Escapes JSON for use in a script element, so that no string in it can end the element. */
  public static String json(String json) {
    return json.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026");
  }

  @Override
  public String toString() {
    return page.toString();
  }
}
