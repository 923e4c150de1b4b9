// SPDX-License-Identifier: Apache-2.0
package rani.tools.console;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import picocli.CommandLine;
import rani.ground.ExitCodes;
import rani.tools.console.verb.Interpreter;

/** Executes lines of the console from a pipe or a file. */
public final class Script {
  private static final int LINE_CHARS_MAX = 65_536;

  private final Interpreter interpreter;
  private final String where;

  /** Creates a script; {@code where}, like {@code file:}, precedes line numbers in messages. */
  public Script(Interpreter interpreter, String where) {
    this.interpreter = interpreter;
    this.where = where;
  }

  /** Executes the lines of standard input. */
  public static int ofInput(
      Interpreter interpreter, List<String> nodes, boolean asJson, CommandLine line)
      throws IOException {
    var input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    return new Script(interpreter, "line ")
        .execute(input, nodes, asJson, line.getOut(), line.getErr());
  }

  /**
   * Executes line by line up to the end, {@code exit}, or a line that could not be executed, whose
   * exit code is returned. Exit code 1 (packets lost, answers missing) is returned at the end,
   * because later lines, such as one that takes a link up again, still have to run.
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
