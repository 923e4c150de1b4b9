// SPDX-License-Identifier: Apache-2.0
package rani.tools.console.look;

import java.util.List;
import picocli.CommandLine.Parameters;
import rani.tools.console.verb.ConsoleVerb;

/** A verb that shows something of nodes: of all, unless some are named before or behind it. */
abstract class LookVerb extends ConsoleVerb {
  @Parameters(paramLabel = "NODE", description = "Only these.")
  private List<String> named = List.of();

  /** Which ones. */
  final List<String> nodes() {
    return context.nodes(named);
  }
}
