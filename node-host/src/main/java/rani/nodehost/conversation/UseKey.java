// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.conversation;

import rani.ground.LabFailure;
import rani.world.Reply;

/**
 * Has a live node's keyed links seal with a key that was offered.
 *
 * @param number of the key, from 0
 */
public record UseKey(int number) implements Operation {
  @Override
  public Reply execute(NodeView node) throws LabFailure {
    return node.links().useKey(number);
  }
}
