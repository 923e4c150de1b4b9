// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.conversation;

import java.util.List;
import rani.node.Command;
import rani.world.Reply;

/**
 * Calls a verb of a service.
 *
 * @param service its name
 * @param verb the verb
 * @param arguments of the verb
 */
public record VerbCall(String service, String verb, List<String> arguments) implements Operation {
  public VerbCall {
    arguments = List.copyOf(arguments);
  }

  /** The command for the node. */
  public Command.Tell command() {
    return new Command.Tell(service, verb, arguments);
  }

  @Override
  public Reply execute(NodeView node) {
    return node.handle(command());
  }
}
