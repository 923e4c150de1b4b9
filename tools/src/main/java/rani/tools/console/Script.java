// SPDX-License-Identifier: Apache-2.0
package rani.tools.console;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import rani.ground.ExitCodes;
import rani.tools.console.verb.Interpreter;

/** Verbs that no one types: the lines of a pipe or a file. */
public final class Script {
  private static final int LINE_CHARS_MAX = 65_536;

  private final Interpreter interpreter;
  private final String where;

  /**
   * A script.
   *
   * @param interpreter says its verbs
   * @param where what the line's number is written behind, such as {@code file:}, when one fails
   */
  public Script(Interpreter interpreter, String where) {
    this.interpreter = interpreter;
    this.where = where;
  }

  /**
   * Says line by line up to the end, {@code exit}, or the first that could not be carried out. A
   * line that was, and found that packets died or no one answered, ends nothing: what is said after
   * it, such as to put a cable back, is meant for that case, too.
   *
   * @return the exit code of the line that ended it; else 1 if a line had that, or 0
   */
  public int execute(
      BufferedReader lines, List<String> nodes, boolean asJson, PrintWriter out, PrintWriter err)
      throws IOException {
    int number = 0;
    int worst = ExitCodes.OK;
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      number++;
      int exitCode = ExitCodes.BAD_INPUT;
      String what = line.strip();
      try {
        if (line.length() > LINE_CHARS_MAX) {
          throw new IllegalArgumentException("a line has at most " + LINE_CHARS_MAX + " letters");
        }
        List<String> words = Words.of(line);
        if (Words.isExit(words)) {
          return worst;
        }
        exitCode =
            words.isEmpty() ? ExitCodes.OK : interpreter.execute(words, nodes, asJson, out, err);
      } catch (IllegalArgumentException e) {
        err.println("rani: " + e.getMessage());
        what = what.substring(0, Math.min(what.length(), 60));
      }
      if (exitCode != ExitCodes.OK) {
        err.println(
            "rani: " + where + number + ": `" + what + "` ended with exit code " + exitCode);
        err.flush();
        if (exitCode != ExitCodes.FAILED) {
          return exitCode;
        }
        worst = exitCode;
      }
    }
    return worst;
  }
}
