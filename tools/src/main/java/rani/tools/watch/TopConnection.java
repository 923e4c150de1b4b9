// SPDX-License-Identifier: Apache-2.0
package rani.tools.watch;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;

/**
 * An open connection in {@code rani top}.
 *
 * @param node whose end it is
 * @param name by addresses
 * @param facts as the node shows them
 */
record TopConnection(String node, String name, Map<String, Object> facts) {
  private static final String FORMAT = "%-32s %-9s %-16s %7s %9s %9s %9s %7s";
  private static final double MILLIS = 1e3;

  /** Those of all nodes, in the order of the network. */
  static List<TopConnection> of(TopSample sample) {
    List<TopConnection> all = new ArrayList<>();
    sample
        .nodes()
        .forEach(
            (node, shown) ->
                shown
                    .connections()
                    .forEach((name, facts) -> all.add(new TopConnection(node, name, facts))));
    return all;
  }

  /**
   * The table, its head first; nothing if there is none.
   *
   * @param names of nodes by their addresses
   */
  static List<String> lines(List<TopConnection> connections, Map<String, String> names) {
    List<String> lines = new ArrayList<>();
    if (!connections.isEmpty()) {
      lines.add("");
      lines.add(
          String.format(
              FORMAT,
              "connection",
              "service",
              "phase",
              "cwnd",
              "ssthresh",
              "rtt",
              "rto",
              "flight"));
    }
    for (TopConnection each : connections) {
      lines.add(
          String.format(
              FORMAT,
              ConnectionWords.named(each.name, names),
              each.facts.get("service"),
              ConnectionWords.phase(each.facts.getOrDefault("phase", "")),
              String.format(Locale.ROOT, "%.1f", TopSample.number(each.facts, "cwnd-packets")),
              TopTable.short3(TopSample.number(each.facts, "ssthresh-packets")),
              millis(each.facts, "srtt-seconds"),
              millis(each.facts, "rto-seconds"),
              TopTable.short3(TopSample.number(each.facts, "flight-segments"))));
    }
    return lines;
  }

  private static String millis(Map<String, Object> facts, String key) {
    double seconds = TopSample.number(facts, key);
    return seconds == 0 ? "" : String.format(Locale.ROOT, "%.1fms", MILLIS * seconds);
  }

  /** The line for programs. */
  SequencedMap<String, Object> json() {
    SequencedMap<String, Object> object = new LinkedHashMap<>();
    object.put("node", node);
    object.put("connection", name);
    object.putAll(facts);
    return object;
  }
}
