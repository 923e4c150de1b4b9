// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.conversation;

import rani.node.Command;
import rani.world.Reply;

/** Starts a node's services, and has it send hellos on every link. */
public record StartServices() implements Operation {
  @Override
  public Reply execute(NodeView node) {
    return node.handle(new Command.Start());
  }
}
