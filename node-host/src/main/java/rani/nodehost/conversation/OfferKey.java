// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.conversation;

import rani.ground.LabFailure;
import rani.world.Reply;

/**
 * Has a live node's keyed links take frames of another of the run's keys, too.
 *
 * @param number from 0
 */
public record OfferKey(int number) implements Operation {
  @Override
  public Reply execute(NodeView node) throws LabFailure {
    return node.links().offerKey(number);
  }
}
