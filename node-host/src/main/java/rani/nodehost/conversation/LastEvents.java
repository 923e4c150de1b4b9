// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.conversation;

import java.util.SequencedMap;
import rani.ground.LabFailure;

/** A live node's last events, those that are kept. */
public record LastEvents() implements Query<SequencedMap<String, Object>> {
  @Override
  public String path() {
    return "/events/last";
  }

  @Override
  public SequencedMap<String, Object> answer(NodeView node) throws LabFailure {
    return node.lastEvents();
  }

  @Override
  public Class<SequencedMap<String, Object>> kind() {
    return Query.facts();
  }
}
