// SPDX-License-Identifier: Apache-2.0
package rani.tools.screen;

import java.io.Console;

/**
 * Colours, where someone sees them: on a terminal that has them, unless the variable {@code
 * NO_COLOR} is set (no-color.org).
 *
 * @param on whether there are any
 */
public record Ink(boolean on) {
  /** For files, pipes and programs. */
  public static final Ink NONE = new Ink(false);

  /** For a terminal. */
  public static Ink ofTerminal() {
    String none = System.getenv("NO_COLOR");
    return new Ink((none == null || none.isEmpty()) && !"dumb".equals(System.getenv("TERM")));
  }

  /** For standard output, whatever that is. */
  public static Ink ofStandardOutput() {
    return isTerminal() ? ofTerminal() : NONE;
  }

  /** Whether standard input and output are both a terminal. */
  public static boolean isTerminal() {
    Console console = System.console();
    return console != null && console.isTerminal();
  }

  /** What stands out. */
  public String bold(String text) {
    return painted("1", text);
  }

  /** What is well. */
  public String green(String text) {
    return painted("32", text);
  }

  /** What is not. */
  public String red(String text) {
    return painted("31", text);
  }

  private String painted(String code, String text) {
    return on ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
  }
}
