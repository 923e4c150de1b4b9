// SPDX-License-Identifier: Apache-2.0
package rani.tools.screen;

import java.io.Console;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.IHelpSectionRenderer;
import rani.ground.TerminalText;

/** ANSI colours of a terminal, which are in use or not. */
public record TerminalColours(boolean on) {
  /** Colours of files, pipes and programs. */
  public static final TerminalColours NONE = new TerminalColours(false);

  /** Returns colours unless there is no terminal or {@code NO_COLOR} is set (no-color.org). */
  public static TerminalColours ofTerminal() {
    String none = System.getenv("NO_COLOR");
    return new TerminalColours(
        (none == null || none.isEmpty()) && !"dumb".equals(System.getenv("TERM")));
  }

  /** Returns colours if standard output is a terminal that has them. */
  public static TerminalColours ofStandardOutput() {
    return isTerminal() ? ofTerminal() : NONE;
  }

  /** Reports whether standard input and output are both a terminal. */
  public static boolean isTerminal() {
    Console console = System.console();
    return console != null && console.isTerminal();
  }

  public String bold(String text) {
    return painted("1", text);
  }

  public String green(String text) {
    return painted("32", text);
  }

  public String red(String text) {
    return painted("31", text);
  }

  private static String marked() {
    return TerminalText.control('\u001b');
  }

  private String painted(String code, String text) {
    return on ? marked() + "[" + code + "m" + text + marked() + "[0m" : text;
  }

  /** Applies the colours to the help of a command and all its subcommands. */
  public void keepInHelp(CommandLine line) {
    line.setColorScheme(Help.defaultColorScheme(on ? Ansi.ON : Ansi.OFF));
    if (!on) {
      return;
    }
    Map<String, IHelpSectionRenderer> sections = new LinkedHashMap<>();
    line.getHelpSectionMap()
        .forEach(
            (name, section) ->
                sections.put(name, help -> section.render(help).replace("\u001b", marked())));
    line.setHelpSectionMap(sections);
  }
}
