// SPDX-License-Identifier: Apache-2.0
package rani.system;

import java.io.PrintWriter;
import java.io.StringWriter;
import rani.system.RaniCommand.Outcome;
import rani.tools.Rani;

/**
 * A call of the command line without its launcher and a JVM of its own, for verbs that neither
 * start processes nor read standard input. It costs a tenth of a {@link RaniCommand}, but its
 * working directory is that of the tests: files are named by their whole paths.
 */
final class InThisJvm {
  private InThisJvm() {}

  /** Runs to the end. */
  static Outcome rani(String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int exit = Rani.run(new PrintWriter(out, true), new PrintWriter(err, true), arguments);
    return new Outcome("rani " + String.join(" ", arguments), exit, "" + out, "" + err);
  }
}
