// SPDX-License-Identifier: Apache-2.0
package rani.report;

import java.util.List;
import java.util.SequencedMap;
import rani.report.html.Html;
import rani.report.paper.Figures;

/** The section of a run's page about TCP at edges, as nodes and as iperf3 see it. */
final class TcpTable {
  private static final String NODES = "tcp.goodput.";
  private static final String ALL = NODES + "total";
  private static final String IPERF3 = "iperf3.";
  private static final String GOODPUT = ".goodput";

  private TcpTable() {}

  static void write(Html page, SequencedMap<String, Double> metrics) {
    List<String> nodes =
        metrics.keySet().stream()
            .filter(name -> name.startsWith(NODES) && !name.equals(ALL))
            .map(name -> name.substring(NODES.length()))
            .toList();
    if (nodes.isEmpty()) {
      return;
    }
    page.section("TCP at edges")
        .table("Seen by", "#Goodput", "#Sent again", "#Round trip", "#Shortest", "#Marked");
    for (String node : nodes) {
      page.row("node " + node);
      cells(
          page,
          metrics,
          NODES + node,
          "tcp.retransmissions." + node,
          "tcp.rtt." + node + ".mean",
          "tcp.rtt." + node + ".min",
          "tcp.marks." + node);
    }
    for (String name : metrics.keySet()) {
      if (name.startsWith(IPERF3) && name.endsWith(GOODPUT)) {
        String program = name.substring(0, name.length() - GOODPUT.length());
        page.row("iperf3 " + program.substring(IPERF3.length()));
        cells(
            page,
            metrics,
            name,
            program + ".retransmissions",
            program + ".rtt.mean",
            program + ".rtt.min",
            "");
      }
    }
    page.endTable().add("</section>\n");
  }

  private static void cells(Html page, SequencedMap<String, Double> metrics, String... names) {
    for (String name : names) {
      Double value = metrics.get(name);
      page.number(value == null ? "" : Figures.metric(name, value));
    }
    page.endRow();
  }
}
