// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.conversation;

import java.util.List;
import rani.model.topology.ScheduleEntry.Action;
import rani.world.Reply;

/** Executes the node's part of a schedule's actions in order, up to the first that it refuses. */
public record ApplyActions(List<Action> actions) implements Operation {
  public ApplyActions {
    actions = List.copyOf(actions);
  }

  /** Body of the request over the control plane. */
  record Sent(List<TypedAction> actions) {}

  static ApplyActions of(Sent sent) {
    return new ApplyActions(sent.actions.stream().map(TypedAction::action).toList());
  }

  @Override
  public Object body() {
    return new Sent(actions.stream().map(TypedAction::of).toList());
  }

  @Override
  public Reply execute(NodeView node) {
    return node.act(actions);
  }
}
