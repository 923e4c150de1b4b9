// SPDX-License-Identifier: Apache-2.0
package rani.report.html;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;

/** Builder of an HTML page. Texts from files are escaped, and never appended as markup. */
public final class Html {
  /** Tables with more rows are folded, and have a search field and columns to sort by. */
  public static final int ROWS_OPEN_MAX = 20;

  /** Further charts of a section are folded. */
  public static final int CHARTS_OPEN_MAX = 4;

  /** Longer JSON is deflated. */
  static final int PLAIN_CHARACTERS_MAX = 4_000;

  /** Pages with fewer sections have no table of contents. */
  private static final int CONTENTS_MIN = 3;

  /** The type of an element with a deflated text. */
  static final String DEFLATED = "application/octet-stream";

  private static final String PLACE = "{}";
  private static final String WIDE = "<div class=\"wide\"";

  /** A section in the table of contents. */
  private record Heading(String id, String title) {}

  private final StringBuilder page = new StringBuilder(1 << 20);
  private final List<Heading> headings = new ArrayList<>();
  private int contentsAt = -1;

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
    page.append(other);
    return this;
  }

  /** Begins a section, which the table of contents names. */
  public Html section(String title) {
    String words = title.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
    String id = words.replaceAll("^-|-$", "");
    boolean free = !id.isEmpty() && headings.stream().noneMatch(one -> one.id().equals(id));
    return section(free ? id : "section-" + (headings.size() + 1), title);
  }

  /** Begins a section with this identifier, which must be unique and well-formed. */
  public Html section(String id, String title) {
    headings.add(new Heading(id, title));
    return add("<section id=\"{}\">\n<h2>{}</h2>\n", id, title);
  }

  /** Has the table of contents stand here. */
  public Html contents() {
    contentsAt = page.length();
    return this;
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

  /** Ends a table; a long one is folded, unless it already stands in a fold. */
  public Html endTable() {
    add("</tbody></table></div>\n");
    int table = page.lastIndexOf(WIDE);
    int rows = 0;
    for (int at = page.indexOf("<tbody>", table); (at = page.indexOf("<tr", at)) >= 0; at++) {
      rows++;
    }
    if (rows <= ROWS_OPEN_MAX) {
      return this;
    }
    page.insert(table + WIDE.length(), " data-rows=\"" + rows + "\"");
    if (page.lastIndexOf("<details", table) <= page.lastIndexOf("</details>", table)) {
      page.insert(table, "<details class=\"rows\"><summary>All " + rows + " rows</summary>\n");
      add("</details>\n");
    }
    return this;
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
    return passed ? badge("good", "\u2713 passed") : badge("bad", "\u2717 failed");
  }

  /** Appends a word in a frame; {@code tone} is {@code good}, {@code bad} or {@code plain}. */
  public Html badge(String tone, String word) {
    return add("<span class=\"verdict {}\">{}</span>", tone, word);
  }

  /** Appends an SVG drawing as an image, so that no script in it can run. */
  public Html image(String svg, String alternative) {
    String bytes = Base64.getEncoder().encodeToString(svg.getBytes(StandardCharsets.UTF_8));
    return add(
        "<p class=\"topology\"><img alt=\"{}\" src=\"data:image/svg+xml;base64,{}\"></p>\n",
        alternative,
        bytes);
  }

  /** Begins a fold where so many of a section's charts are open, and more are to come. */
  public Html foldCharts(int drawn, int openMax, int all) {
    return drawn == openMax && all > openMax
        ? add("<details class=\"charts\"><summary>{} more charts</summary>\n", all - openMax)
        : this;
  }

  /** Ends the fold of a section's charts, if there is one. */
  public Html endCharts(int openMax, int all) {
    return all > openMax ? add("</details>\n") : this;
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
        """,
        id,
        name,
        caption);
    return json("spec-" + id, spec).add("</figure>\n");
  }

  /** Appends JSON that scripts find by its identifier; if it is long, it is deflated. */
  public Html json(String id, String json) {
    boolean plain = json.length() <= PLAIN_CHARACTERS_MAX;
    add("<script type=\"{}\" id=\"{}\">", plain ? "application/json" : DEFLATED, id);
    return add(plain ? json(json) : deflated(json)).add("</script>\n");
  }

  /** Returns a text as UTF-8, deflated (RFC 1951), in base 64. */
  static String deflated(String text) {
    var bytes = new ByteArrayOutputStream();
    var deflater = new Deflater(Deflater.BEST_COMPRESSION, true);
    try (var out = new DeflaterOutputStream(bytes, deflater)) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e); // nothing is written outside memory
    } finally {
      deflater.end();
    }
    return Base64.getEncoder().encodeToString(bytes.toByteArray());
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
    if (contentsAt < 0 || headings.size() < CONTENTS_MIN) {
      return page.toString();
    }
    var contents = new Html().add("<nav class=\"contents\" aria-label=\"Contents\"><ul>\n");
    headings.forEach(
        one -> contents.add("<li><a href=\"#{}\">{}</a></li>\n", one.id(), one.title()));
    contents.add("</ul></nav>\n");
    return new StringBuilder(page).insert(contentsAt, contents.page).toString();
  }
}
