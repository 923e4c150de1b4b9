// SPDX-License-Identifier: Apache-2.0
package rani.tools.watch;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import rani.ground.LabFailure;
import rani.node.NodeFacts;
import rani.nodehost.conversation.Connections;
import rani.nodehost.conversation.Show;
import rani.testbed.Testbed;

/**
 * What the nodes of a network showed at one time.
 *
 * @param nodes by name; those that did not answer are missing
 */
record TopSample(SequencedMap<String, Node> nodes) {
  private static final double NANOS_PER_SECOND = 1e9;

  /**
   * One node.
   *
   * @param timeSeconds node time
   * @param up whether all its links are
   * @param inside packets that are in it
   * @param drops by reason, since it began
   * @param links by name
   * @param queues by name
   * @param connections by name
   */
  record Node(
      double timeSeconds,
      boolean up,
      double inside,
      Map<String, Double> drops,
      SequencedMap<String, Map<String, Object>> links,
      SequencedMap<String, Map<String, Object>> queues,
      SequencedMap<String, Map<String, Object>> connections) {}

  /** Asks every node; one that does not answer is left out. */
  static TopSample of(Testbed testbed, List<String> names) {
    SequencedMap<String, Node> nodes = new LinkedHashMap<>();
    for (String name : names) {
      Node node = node(testbed, name);
      if (node != null) {
        nodes.put(name, node);
      }
    }
    return new TopSample(nodes);
  }

  private static @Nullable Node node(Testbed testbed, String name) {
    try {
      NodeFacts.Status status = testbed.show(name, Show.STATUS);
      NodeFacts.Counters counters = testbed.show(name, Show.COUNTERS);
      Map<String, Double> drops = new LinkedHashMap<>();
      counters.dropsByReason().forEach((reason, count) -> drops.put(reason, count.doubleValue()));
      return new Node(
          status.nowNanos() / NANOS_PER_SECOND,
          status.up(),
          counters.inside(),
          drops,
          maps(testbed.show(name, Show.LINKS).byKey()),
          maps(testbed.show(name, Show.QUEUES).byKey()),
          maps(testbed.node(name).ask(new Connections())));
    } catch (LabFailure e) {
      return null; // it has ended, or is too busy to answer
    }
  }

  private static SequencedMap<String, Map<String, Object>> maps(Map<String, Object> facts) {
    SequencedMap<String, Map<String, Object>> maps = new LinkedHashMap<>();
    facts.forEach((key, value) -> maps.put(key, map(value)));
    return maps;
  }

  private static Map<String, Object> map(@Nullable Object value) {
    Map<String, Object> facts = new LinkedHashMap<>();
    if (value instanceof Map<?, ?> found) {
      found.forEach((key, of) -> facts.put(String.valueOf(key), of));
    }
    return facts;
  }

  static double number(Map<String, Object> facts, String key) {
    return numberOf(facts.get(key));
  }

  private static double numberOf(@Nullable Object value) {
    return value instanceof Number number ? number.doubleValue() : 0;
  }

  /** What changed since an earlier sample, as rates; nodes that are in both. */
  List<TopRow> since(TopSample earlier, Map<String, String> names) {
    List<TopRow> rows = new ArrayList<>();
    nodes.forEach(
        (name, node) -> {
          Node before = earlier.nodes.get(name);
          double seconds = before == null ? 0 : node.timeSeconds - before.timeSeconds;
          if (before != null && seconds > 0) {
            rows.addAll(TopRow.of(name, before, node, seconds, names));
          }
        });
    return rows;
  }
}
