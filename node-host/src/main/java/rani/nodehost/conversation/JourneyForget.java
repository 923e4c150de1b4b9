// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.conversation;

import java.util.LinkedHashMap;
import rani.ground.LabFailure;
import rani.world.Reply;

/**
 * Ends a watch of packets; nothing happens if there is none.
 *
 * @param watch its id
 */
public record JourneyForget(String watch) implements Operation {
  static final String ROUTE = "DELETE /journey";

  @Override
  public String route() {
    return ROUTE;
  }

  @Override
  public String parameters() {
    return "watch=" + watch;
  }

  @Override
  public Object body() {
    return new LinkedHashMap<>();
  }

  @Override
  public Reply carryOut(NodeView node) throws LabFailure {
    node.journeys().forget(watch);
    return Reply.DONE;
  }
}
