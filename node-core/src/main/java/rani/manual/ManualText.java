// SPDX-License-Identifier: Apache-2.0
package rani.manual;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Converts class comments (a little HTML, and Javadoc's inline tags) to plain text, with code
 * between backticks.
 */
final class ManualText {
  private static final int COLUMNS = 78;
  private static final String MARK = "`";
  private static final Pattern CODE = Pattern.compile("\\{@(code|literal)\\s");
  private static final Pattern LINK =
      Pattern.compile("\\{@link(?:plain)?\\s+([^\\s}]+)(?:\\s+([^}]+))?}");
  private static final Pattern BLOCK_TAG = Pattern.compile("(?m)^\\s*@\\w");
  private static final Pattern BREAK = Pattern.compile("</?(?:p|ul|ol|h\\d|dl|dt|dd)>|<br/?>");
  private static final Pattern PRE = Pattern.compile("(?s)<pre>(.*?)</pre>");
  private static final Pattern CODE_TAG = Pattern.compile("</?code>");
  private static final Pattern TAG = Pattern.compile("</?[a-zA-Z][^>]*>");

  private ManualText() {}

  /** Converts a comment without its block tags, in lines of at most 78 columns. */
  static String plain(String comment) {
    Matcher tags = BLOCK_TAG.matcher(comment);
    String body = tags.find() ? comment.substring(0, tags.start()) : comment;
    StringBuilder text = new StringBuilder();
    Matcher pre = PRE.matcher(body);
    int from = 0;
    while (pre.find()) {
      flow(body.substring(from, pre.start()), text);
      text.append(entities(words(pre.group(1), "")).stripIndent().strip().indent(4)).append('\n');
      from = pre.end();
    }
    flow(body.substring(from), text);
    return text.toString().strip() + "\n";
  }

  private static void flow(String html, StringBuilder text) {
    String marked = CODE_TAG.matcher(words(html, MARK)).replaceAll(MARK);
    marked = BREAK.matcher(marked).replaceAll("\n\n");
    marked = marked.replace("<li>", "\n\n* ").replace("</li>", "");
    for (String paragraph : marked.split("\n\\s*\n")) {
      String plain = entities(TAG.matcher(paragraph).replaceAll("")).strip();
      if (!plain.isEmpty()) {
        wrap(plain, text);
      }
    }
  }

  private static void wrap(String paragraph, StringBuilder text) {
    String indent = paragraph.startsWith("* ") ? "  " : "";
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    for (String word : paragraph.split("\\s+")) {
      if (!line.isEmpty() && line.length() + 1 + word.length() > COLUMNS) {
        lines.add(line.toString());
        line = new StringBuilder(indent);
      }
      line.append(line.toString().isBlank() ? "" : " ").append(word);
    }
    lines.add(line.toString());
    text.append(String.join("\n", lines)).append("\n\n");
  }

  /** Resolves inline tags, whose code may hold braces. Puts {@code mark} before and behind code. */
  private static String words(String text, String mark) {
    StringBuilder out = new StringBuilder();
    int from = 0;
    Matcher code = CODE.matcher(text);
    while (code.find(from)) {
      out.append(linked(text.substring(from, code.start())));
      int depth = 1;
      int at = code.end();
      while (at < text.length() && depth > 0) {
        depth += text.charAt(at) == '{' ? 1 : text.charAt(at) == '}' ? -1 : 0;
        at++;
      }
      String shown = text.substring(code.end(), depth == 0 ? at - 1 : at).strip();
      boolean marked = code.group(1).equals("code");
      out.append(marked ? mark : "")
          .append(shown.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;"))
          .append(marked ? mark : "");
      from = at;
    }
    return out.append(linked(text.substring(from))).toString();
  }

  private static String linked(String text) {
    return LINK.matcher(text)
        .replaceAll(
            link ->
                Matcher.quoteReplacement(
                    link.group(2) == null ? shortened(link.group(1)) : link.group(2)));
  }

  /** Shortens a reference: {@code rani.aqm.Red} to Red, {@code #notes} to notes. */
  private static String shortened(String reference) {
    String name = reference.startsWith("#") ? reference.substring(1) : reference;
    return name.substring(name.lastIndexOf('.') + 1).replace('#', '.');
  }

  private static String entities(String text) {
    return text.replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&nbsp;", " ")
        .replace("&amp;", "&");
  }
}
