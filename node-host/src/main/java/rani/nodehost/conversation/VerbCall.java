// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.conversation;

import java.util.List;
import rani.node.Command;
import rani.world.Reply;

/** Sends a verb to a service of a node, such as {@code show}. */
public record VerbCall(String service, String verb, List<String> arguments) implements Operation {
  public VerbCall {
    arguments = List.copyOf(arguments);
  }

  public Command.Tell command() {
    return new Command.Tell(service, verb, arguments);
  }

  @Override
  public Reply execute(NodeView node) {
    return node.handle(command());
  }
}
