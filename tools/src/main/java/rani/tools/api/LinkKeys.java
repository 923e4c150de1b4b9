// SPDX-License-Identifier: Apache-2.0
package rani.tools.api;

import java.util.LinkedHashMap;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import rani.ground.LabFailure;
import rani.model.capture.CapturedEnd;
import rani.model.file.UnitError;
import rani.node.NodeFacts;
import rani.nodehost.conversation.Query;
import rani.nodehost.conversation.StatusQuery;
import rani.testbed.RunningLab;
import rani.world.Facts;
import rani.world.LinkId;

/**
 * Replaces the keys of a node's answers by names of directions: {@code n1->n2} for {@code link-0}.
 * A queue has the direction that leaves by its link, a filter that which comes in. Links that are
 * just being changed keep their numbers.
 */
record LinkKeys(SequencedMap<String, SequencedMap<String, CapturedEnd>> byNode) {
  static LinkKeys of(RunningLab lab, SequencedMap<String, NodeFacts.Links> links) {
    SequencedMap<String, SequencedMap<String, CapturedEnd>> byNode = new LinkedHashMap<>();
    links.forEach(
        (node, ofNode) -> {
          SequencedMap<String, CapturedEnd> ends = new LinkedHashMap<>();
          try {
            for (CapturedEnd end :
                CapturedEnd.of(node, lab.topology(), lab.linkNumbers(node, ofNode))) {
              ends.put(new LinkId(end.link()).toString(), end);
            }
          } catch (LabFailure | UnitError e) {
            ends.clear();
          }
          byNode.put(node, ends);
        });
    return new LinkKeys(byNode);
  }

  /** Returns an answer to a query that {@link #isByLink}, with the names of its links. */
  Object named(Query<?> query, String node, Facts answer) {
    boolean isIn = query == StatusQuery.FILTERS;
    SequencedMap<String, CapturedEnd> ends = byNode.getOrDefault(node, new LinkedHashMap<>());
    SequencedMap<String, @Nullable Object> named = new LinkedHashMap<>();
    answer
        .byKey()
        .forEach(
            (key, value) -> {
              CapturedEnd end = ends.get(key);
              named.put(end == null ? key : isIn ? end.in() : end.out(), value);
            });
    return named;
  }

  /** Reports whether a query's answers have a link in their keys. */
  static boolean isByLink(Query<?> query) {
    return query == StatusQuery.LINKS
        || query == StatusQuery.QUEUES
        || query == StatusQuery.LATENESS
        || query == StatusQuery.FLOWS
        || query == StatusQuery.FILTERS;
  }
}
