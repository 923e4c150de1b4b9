// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.conversation;

import rani.ground.LabFailure;
import rani.nodehost.journey.WatchedFlow;
import rani.world.Reply;

/** Has a node record the events of some packets until the watch expires or is removed. */
public record JourneyWatch(WatchedFlow packets) implements Operation {
  @Override
  public Object body() {
    return packets;
  }

  @Override
  public Reply execute(NodeView node) {
    try {
      node.journeys().watch(packets);
      return Reply.DONE;
    } catch (LabFailure e) {
      return Reply.refused(String.valueOf(e.getMessage()));
    }
  }
}
