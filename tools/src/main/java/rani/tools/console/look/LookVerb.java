// SPDX-License-Identifier: Apache-2.0
package rani.tools.console.look;

import java.util.List;
import picocli.CommandLine.Parameters;
import rani.tools.console.verb.ConsoleVerb;
import rani.tools.console.verb.NodeReplies;
import rani.tools.screen.Table;

/** A verb that shows facts of nodes: of all, unless some are named before or after it. */
abstract class LookVerb extends ConsoleVerb {
  @Parameters(paramLabel = "NODE", description = "Only these.")
  private List<String> named = List.of();

  /** The named nodes. */
  final List<String> nodes() {
    return context.nodes(named);
  }

  /**
   * Prints a table like {@link rani.tools.console.verb.VerbContext#print}, or a message if it is
   * empty.
   *
   * @return the exit code
   */
  final int print(NodeReplies answers, Table table, String nothing) {
    if (!context.json() && table.isEmpty() && answers.failures().isEmpty()) {
      context.screen().print(nothing);
    }
    return context.print(answers, table);
  }
}
