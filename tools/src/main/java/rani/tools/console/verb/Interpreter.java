// SPDX-License-Identifier: Apache-2.0
package rani.tools.console.verb;

import java.io.PrintWriter;
import java.util.List;

/** Executes lines of the console, each of which is one verb. */
@FunctionalInterface
public interface Interpreter {
  /**
   * Executes one verb.
   *
   * @param words the verb and its arguments; a node's name before it restricts it to that node
   * @param nodes that it applies to; none for all
   * @param asJson whether the result is printed as JSON; {@code --json} among the words has the
   *     same effect
   * @return its exit code
   */
  int execute(
      List<String> words, List<String> nodes, boolean asJson, PrintWriter out, PrintWriter err);
}
