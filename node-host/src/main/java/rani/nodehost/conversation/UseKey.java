// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.conversation;

import rani.ground.LabFailure;
import rani.world.Reply;

/** Has a live node's keyed links seal with the run's key of this number, offered before. */
public record UseKey(int number) implements Operation {
  @Override
  public Reply execute(NodeView node) throws LabFailure {
    return node.links().useKey(number);
  }
}
