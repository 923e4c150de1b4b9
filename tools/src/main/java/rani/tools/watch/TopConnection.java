// SPDX-License-Identifier: Apache-2.0
package rani.tools.watch;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import rani.nodehost.conversation.ConnectionWindows;
import rani.world.Facts;
import rani.world.Inline;

/** Open connection in the output of {@code rani top}, by addresses, at its sending end's node. */
record TopConnection(String node, String connection, @Inline ConnectionWindows.Window window)
    implements Facts {
  private static final String FORMAT = "%-32s %-9s %-16s %7s %9s %9s %9s %7s";
  private static final String HEAD =
      "connection                       service   phase          "
          + "     cwnd  ssthresh       rtt       rto  flight";
  private static final double MILLIS = 1e3;

  /** Returns the connections of all nodes, in the order of the topology. */
  static List<TopConnection> of(TopSample sample) {
    List<TopConnection> all = new ArrayList<>();
    sample
        .nodes()
        .forEach(
            (node, shown) ->
                shown
                    .connections()
                    .forEach((name, window) -> all.add(new TopConnection(node, name, window))));
    return all;
  }

  /** Returns the lines of the table, heading first; empty if there is no connection. */
  static List<String> lines(List<TopConnection> connections, Map<String, String> names) {
    List<String> lines = new ArrayList<>();
    if (!connections.isEmpty()) {
      lines.add("");
      lines.add(HEAD);
    }
    for (TopConnection each : connections) {
      ConnectionWindows.Window window = each.window;
      lines.add(
          String.format(
              FORMAT,
              ConnectionWords.named(each.connection, names),
              window.service(),
              ConnectionWords.phase(window.phase()),
              String.format(Locale.ROOT, "%.1f", window.cwndPackets()),
              TopTable.short3(window.ssthreshPackets()),
              millis(window.srttSeconds()),
              millis(window.rtoSeconds()),
              TopTable.short3(window.flightSegments())));
    }
    return lines;
  }

  private static String millis(double seconds) {
    return seconds == 0 ? "" : String.format(Locale.ROOT, "%.1fms", MILLIS * seconds);
  }
}
