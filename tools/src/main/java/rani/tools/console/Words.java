// SPDX-License-Identifier: Apache-2.0
package rani.tools.console;

import java.util.ArrayList;
import java.util.List;

public final class Words {
  private static final List<String> LEAVING = List.of("exit", "quit");

  private Words() {}

  /**
   * Splits a line at blanks, except in quoted text, up to a {@code #} that begins a word. Throws
   * IllegalArgumentException if a quote is not closed.
   */
  public static List<String> of(String line) {
    List<String> words = new ArrayList<>();
    StringBuilder word = new StringBuilder();
    boolean inWord = false;
    char quote = 0;
    for (char c : line.toCharArray()) {
      if (quote != 0) {
        if (c == quote) {
          quote = 0;
        } else {
          word.append(c);
        }
      } else if (c == '"' || c == '\'') {
        quote = c;
        inWord = true;
      } else if (Character.isWhitespace(c)) {
        if (inWord) {
          words.add(word.toString());
        }
        word.setLength(0);
        inWord = false;
      } else if (c == '#' && !inWord) {
        return words;
      } else {
        word.append(c);
        inWord = true;
      }
    }
    if (quote != 0) {
      throw new IllegalArgumentException("a quote " + quote + " has no end");
    }
    if (inWord) {
      words.add(word.toString());
    }
    return words;
  }

  /** Reports whether a line leaves the console. */
  static boolean isExit(List<String> words) {
    return words.size() == 1 && LEAVING.contains(words.getFirst());
  }
}
