// SPDX-License-Identifier: Apache-2.0
package rani.report.figure;

/**
 * Any text as LaTeX prints it: names come from files, and none of their letters may be a command.
 */
final class TexText {
  private static final int LATIN_FIRST = 0xc0;
  private static final int LATIN_LAST = 0x17f;

  private TexText() {}

  static String of(String text) {
    StringBuilder out = new StringBuilder();
    text.codePoints().forEach(letter -> out.append(letter(letter)));
    return out.toString();
  }

  /** Returns a text for a comment, which the end of a line would end. */
  static String comment(String text) {
    return text.replaceAll("[\\p{Cntrl}\\u2028\\u2029]", " ");
  }

  private static String letter(int letter) {
    return switch (letter) {
      case '\\' -> "\\textbackslash{}";
      case '{', '}', '$', '&', '#', '%', '_' -> "\\" + (char) letter;
      case '^' -> "\\textasciicircum{}";
      case '~' -> "\\textasciitilde{}";
      case '<' -> "\\textless{}";
      case '>' -> "\\textgreater{}";
      case '|' -> "\\textbar{}";
      case '"' -> "{''}";
      case '`' -> "{`}";
      // two of them are one sign of a font
      case '-', '\'', ',' -> "{" + (char) letter + "}";
      case '[', ']', '=', ';', ':', '?', '!' -> "{" + (char) letter + "}";
      case '\u00a0', '\u202f', '\u2009' -> "~";
      case '\u00b1' -> "$\\pm$";
      case '\u00b5', '\u03bc' -> "$\\mu$";
      case '\u00b7' -> "$\\cdot$";
      case '\u00d7' -> "$\\times$";
      case '\u2013' -> "--";
      case '\u2026' -> "\\dots{}";
      case '\u2190' -> "$\\leftarrow$";
      case '\u2192' -> "$\\rightarrow$";
      case '\u2194' -> "$\\leftrightarrow$";
      case '\u2212' -> "$-$";
      case '\u2264' -> "$\\leq$";
      case '\u2265' -> "$\\geq$";
      default -> other(letter);
    };
  }

  /**
   * Passes what every LaTeX prints; of the rest, which would end its run, a question mark stays.
   */
  private static String other(int letter) {
    if (letter < ' ' || letter == 0x7f || Character.isWhitespace(letter)) {
      return " ";
    }
    boolean isPrinted = letter < 0x7f || letter >= LATIN_FIRST && letter <= LATIN_LAST;
    return isPrinted ? Character.toString(letter) : "?";
  }
}
