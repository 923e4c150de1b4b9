// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.conversation;

import rani.ground.LabFailure;
import rani.world.Reply;

/** Has a live node's keyed links also accept frames sealed with the run's key of this number. */
public record OfferKey(int number) implements Operation {
  @Override
  public Reply execute(NodeView node) throws LabFailure {
    return node.links().offerKey(number);
  }
}
