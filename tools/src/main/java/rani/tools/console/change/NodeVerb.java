// SPDX-License-Identifier: Apache-2.0
package rani.tools.console.change;

import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import rani.ground.LabFailure;
import rani.model.file.FileError;
import rani.tools.console.verb.ConsoleVerb;

@Command(
    name = "node",
    customSynopsis = {
      "node add NODE [NEIGHBOUR…] [KNOB=VALUE…] [services=S,…]",
      "      node remove NODE"
    },
    description = {
      "Adds a node with links to the neighbours named, or removes one with its links.",
      "Knobs are those of a link in a topology file, for all its links: rate, delay, loss, …",
      "Of the node itself: services, host, address, virtual-address."
    },
    footer = {"  node add n9 n1 n3 delay=5ms services=sink,echo", "  node remove n9"})
public final class NodeVerb extends ConsoleVerb {
  @Parameters(index = "0", paramLabel = "add|remove", description = "What is done.")
  private String action;

  @Parameters(index = "1", paramLabel = "NODE", description = "Its name.")
  private String node;

  @Parameters(index = "2..*", paramLabel = "WORD", description = "Neighbours, and KNOB=VALUE.")
  private List<String> words = List.of();

  @Override
  public Integer call() throws LabFailure, FileError {
    if (!action.equals("add") && !action.equals("remove")) {
      throw new LabFailure("a node is added or removed, not told `" + action + "`");
    }
    return new Changes(context).node(action, node, words);
  }
}
