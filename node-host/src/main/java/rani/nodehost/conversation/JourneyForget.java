// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.conversation;

import rani.ground.LabFailure;
import rani.world.Reply;

/** Ends the watch of packets that has the id {@code watch}. No effect if there is none. */
public record JourneyForget(String watch) implements Operation {
  @Override
  public String parameters() {
    return "watch=" + watch;
  }

  @Override
  public Reply execute(NodeView node) throws LabFailure {
    node.journeys().forget(watch);
    return Reply.DONE;
  }
}
