// SPDX-License-Identifier: Apache-2.0
package rani.tools.console.look;

import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import rani.tools.console.verb.ConsoleVerb;
import rani.tools.console.verb.NodeReplies;
import rani.tools.screen.Table;

/** Verb that shows facts of nodes: of all nodes, unless some are named before or after the verb. */
@Command(customSynopsis = "${COMMAND-NAME} [NODE…]")
abstract class LookVerb extends ConsoleVerb {
  @Parameters(paramLabel = "NODE", description = "Only these.")
  private List<String> named = List.of();

  final List<String> nodes() {
    return context.nodes(named);
  }

  final List<String> foreign() {
    return context.foreign(named);
  }

  /** Prints a table and failures, or a message if there are neither; returns the exit code. */
  final int print(NodeReplies answers, Table table, String nothing) {
    if (!context.json() && table.isEmpty() && answers.failures().isEmpty()) {
      print(nothing);
    }
    return context.print(answers, table);
  }
}
