// SPDX-License-Identifier: Apache-2.0
package rani.tools.console.verb;

import java.io.PrintWriter;
import java.util.List;

/** Executes lines of the console, each of which is one verb. */
@FunctionalInterface
public interface Interpreter {
  /**
   * Executes one verb, and returns its exit code.
   *
   * @param words the verb and its arguments; names of nodes before the verb restrict it to these
   * @param nodes the nodes that the verb applies to; empty for all
   * @param asJson whether the result is printed as JSON; {@code --json} among the words does the
   *     same
   */
  int execute(
      List<String> words, List<String> nodes, boolean asJson, PrintWriter out, PrintWriter err);
}
