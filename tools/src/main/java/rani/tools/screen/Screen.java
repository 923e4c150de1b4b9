// SPDX-License-Identifier: Apache-2.0
package rani.tools.screen;

import java.io.PrintWriter;
import picocli.CommandLine.Model.CommandSpec;
import rani.json.Json;

/** Output of a command: results on standard output, progress on standard error. */
public final class Screen {
  private final PrintWriter out;
  private final PrintWriter err;

  public Screen(CommandSpec spec) {
    out = spec.commandLine().getOut();
    err = spec.commandLine().getErr();
  }

  /** Prints a line of the result. */
  public void print(String format, Object... arguments) {
    out.printf(format + "%n", arguments);
    out.flush();
  }

  /** Prints text as it is. */
  public void printWhole(String text) {
    out.print(text);
    out.flush();
  }

  /** Prints facts, a record or a map as one line of JSON. */
  public void printJson(Object object) {
    printWhole(Json.print(object) + "\n");
  }

  /** Reports whether standard output has a reader, which is only noticed when it is written. */
  public boolean isRead() {
    return !out.checkError();
  }

  /** Prints a message to standard error. */
  public void progress(String line) {
    err.println("rani: " + line);
    err.flush();
  }
}
