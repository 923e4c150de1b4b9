// SPDX-License-Identifier: Apache-2.0
package rani.tools.watch;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import rani.json.JsonObject;
import rani.world.Facts;
import rani.world.Inline;

/**
 * An open connection in {@code rani top}.
 *
 * @param node whose end it is
 * @param connection its name, by addresses
 * @param facts as the node shows them
 */
record TopConnection(String node, String connection, @Inline JsonObject facts) implements Facts {
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
                    .objects()
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
              ConnectionWords.named(each.connection, names),
              each.facts.find("service"),
              ConnectionWords.phase(each.facts.find("phase")),
              String.format(Locale.ROOT, "%.1f", each.number("cwnd-packets")),
              TopTable.short3(each.number("ssthresh-packets")),
              each.millis("srtt-seconds"),
              each.millis("rto-seconds"),
              TopTable.short3(each.number("flight-segments"))));
    }
    return lines;
  }

  private double number(String key) {
    return facts.find(key) instanceof Number number ? number.doubleValue() : 0;
  }

  private String millis(String key) {
    double seconds = number(key);
    return seconds == 0 ? "" : String.format(Locale.ROOT, "%.1fms", MILLIS * seconds);
  }
}
