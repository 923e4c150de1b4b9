// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.conversation;

import rani.ground.LabFailure;
import rani.world.Reply;

/**
 * Has a live node's keyed links also accept frames that are sealed with another of the run's keys.
 *
 * @param number of the key, from 0
 */
public record OfferKey(int number) implements Operation {
  @Override
  public Reply execute(NodeView node) throws LabFailure {
    return node.links().offerKey(number);
  }
}
