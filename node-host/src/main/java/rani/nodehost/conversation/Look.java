// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.conversation;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import rani.ground.LabFailure;

/**
 * What a window shows of a node, at one time and in one answer: status, counters, links, queues,
 * flows, filters, connections, what its sources sent and its sinks took.
 */
public record Look() implements Query<SequencedMap<String, Object>> {
  @Override
  public String path() {
    return "/look";
  }

  @Override
  public SequencedMap<String, Object> answer(NodeView node) throws LabFailure {
    SequencedMap<String, Object> facts = new LinkedHashMap<>();
    for (var show :
        List.of(Show.STATUS, Show.COUNTERS, Show.LINKS, Show.QUEUES, Show.FLOWS, Show.FILTERS)) {
      facts.put(show.word(), show.answer(node));
    }
    facts.put("connections", new Connections().answer(node));
    facts.put("traffic", TrafficFacts.of(Show.SERVICES.answer(node).byKey()));
    return facts;
  }

  @Override
  public Class<SequencedMap<String, Object>> kind() {
    return Query.facts();
  }
}
