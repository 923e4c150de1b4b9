// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.conversation;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import rani.ground.LabFailure;
import rani.node.Command.Subject;

/**
 * What a window shows of a node, at one time and in one answer: status, counters, links, queues,
 * flows, filters, connections, what its sources sent and its sinks took.
 */
public record Look() implements Query<SequencedMap<String, Object>> {
  private static final List<Subject> SUBJECTS =
      List.of(
          Subject.STATUS,
          Subject.COUNTERS,
          Subject.LINKS,
          Subject.QUEUES,
          Subject.FLOWS,
          Subject.FILTERS);

  @Override
  public String path() {
    return "/look";
  }

  @Override
  public SequencedMap<String, Object> answer(NodeView node) throws LabFailure {
    SequencedMap<String, Object> facts = new LinkedHashMap<>();
    for (Subject subject : SUBJECTS) {
      var show = new Show(subject);
      facts.put(show.word(), show.answer(node));
    }
    facts.put("connections", new Connections().answer(node));
    facts.put("traffic", TrafficFacts.of(new Show(Subject.SERVICES).answer(node)));
    return facts;
  }

  @Override
  public Class<SequencedMap<String, Object>> kind() {
    return Query.facts();
  }
}
