// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.conversation;

import java.util.List;
import rani.node.Command;
import rani.world.Reply;

/**
 * Says a service's own verb.
 *
 * @param service its name
 * @param verb its own
 * @param arguments of the verb
 */
public record Tell(String service, String verb, List<String> arguments) implements Operation {
  public Tell {
    arguments = List.copyOf(arguments);
  }

  /** The same to the node itself. */
  public Command.Tell command() {
    return new Command.Tell(service, verb, arguments);
  }

  @Override
  public Reply carryOut(NodeView node) {
    return node.handle(command());
  }
}
