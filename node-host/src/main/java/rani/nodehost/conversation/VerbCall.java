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
public record VerbCall(String service, String verb, List<String> arguments) implements Operation {
  public VerbCall {
    arguments = List.copyOf(arguments);
  }

  /** The same to the node itself. */
  public Command.Tell command() {
    return new Command.Tell(service, verb, arguments);
  }

  @Override
  public Reply execute(NodeView node) {
    return node.handle(command());
  }
}
