// SPDX-License-Identifier: Apache-2.0
package rani.tools.console.verb;

import java.io.PrintWriter;
import java.util.List;

/** What carries out lines of the console, each of which is one verb. */
@FunctionalInterface
public interface Interpreter {
  /**
   * Says one verb.
   *
   * @param words the verb and what follows it; a node's name before it narrows it to that node
   * @param nodes that it is about; none for all
   * @param asJson whether the result is printed as JSON; {@code --json} among the words asks for
   *     that, too
   * @return its exit code
   */
  int execute(
      List<String> words, List<String> nodes, boolean asJson, PrintWriter out, PrintWriter err);
}
