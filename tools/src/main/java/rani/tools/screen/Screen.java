// SPDX-License-Identifier: Apache-2.0
package rani.tools.screen;

import java.io.PrintWriter;
import picocli.CommandLine.Model.CommandSpec;
import rani.json.Json;

/** The output of a command: results on standard output, progress on standard error. */
public final class Screen {
  private final PrintWriter out;
  private final PrintWriter err;

  /** The screen of one command line. */
  public Screen(CommandSpec spec) {
    out = spec.commandLine().getOut();
    err = spec.commandLine().getErr();
  }

  /** A line of the result. */
  public void print(String format, Object... arguments) {
    out.printf(format + "%n", arguments);
    out.flush();
  }

  /** The whole result as it is. */
  public void printWhole(String text) {
    out.print(text);
    out.flush();
  }

  /**
   * The result for programs: one JSON object, and the end of its line.
   *
   * @param object facts, a record or a map
   */
  public void printJson(Object object) {
    printWhole(Json.print(object) + "\n");
  }

  /** Whether standard output still has a reader, as far as is known from writes. */
  public boolean isRead() {
    return !out.checkError();
  }

  /** A progress message. */
  public void progress(String line) {
    err.println("rani: " + line);
    err.flush();
  }
}
