// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.conversation;

import java.util.SequencedMap;
import rani.ground.LabFailure;

/**
 * What a live node's world knows of it: transport, sockets, what they dropped, stalls; and what of
 * that was in the last minute.
 */
public record Live() implements Query<SequencedMap<String, Object>> {
  @Override
  public String path() {
    return "/live";
  }

  @Override
  public SequencedMap<String, Object> answer(NodeView node) throws LabFailure {
    return node.live();
  }

  @Override
  public Class<SequencedMap<String, Object>> kind() {
    return Query.facts();
  }
}
