// SPDX-License-Identifier: Apache-2.0
package rani.tools.watch;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import rani.ground.LabFailure;
import rani.node.NodeFacts;
import rani.nodehost.conversation.ConnectionWindows;
import rani.nodehost.conversation.StatusQuery;
import rani.testbed.Testbed;

/** Facts of all nodes at one time; nodes that did not answer are missing. */
record TopSample(SequencedMap<String, Node> nodes) {
  private static final String OWN_QUEUE = "node";

  /**
   * Facts of one node. {@code nowNanos} is node time; drops are since the node's start, by reason;
   * {@code own}, the queue before all links, is null if there is none.
   */
  record Node(
      long nowNanos,
      SequencedMap<String, Long> drops,
      SequencedMap<String, NodeFacts.Link> links,
      NodeFacts.@Nullable Queue own,
      SequencedMap<String, ConnectionWindows.Window> connections) {}

  static TopSample of(Testbed testbed, List<String> names) {
    SequencedMap<String, Node> nodes = new LinkedHashMap<>();
    for (String name : names) {
      try {
        nodes.put(
            name,
            new Node(
                testbed.show(name, StatusQuery.STATUS).nowNanos(),
                testbed.show(name, StatusQuery.COUNTERS).dropsByReason(),
                testbed.show(name, StatusQuery.LINKS).links(),
                testbed.show(name, StatusQuery.QUEUES).queues().get(OWN_QUEUE),
                testbed.show(name, StatusQuery.CONNECTIONS).windows()));
      } catch (LabFailure e) {
        continue; // it has ended, or is too busy to answer
      }
    }
    return new TopSample(nodes);
  }
}
