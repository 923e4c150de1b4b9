// SPDX-License-Identifier: Apache-2.0
package rani.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.LinkedHashMap;
import java.util.SequencedMap;
import org.junit.jupiter.api.Test;
import rani.report.html.Html;

class TcpTableTest {
  private static String table(SequencedMap<String, Double> metrics) {
    Html page = new Html();
    TcpTable.write(page, metrics);
    return page.toString().replaceAll("<[^>]*>|\\p{Z}", " ").replaceAll("\\s+", " ").strip();
  }

  @Test
  void nodesAndIperf3SeeTheSameFlow() {
    SequencedMap<String, Double> metrics = new LinkedHashMap<>();
    metrics.put("tcp.goodput.n1", 2_500_000.0);
    metrics.put("tcp.retransmissions.n1", 13.0);
    metrics.put("tcp.rtt.n1.mean", 0.05);
    metrics.put("tcp.rtt.n1.min", 0.02);
    metrics.put("tcp.marks.n1", 4.0);
    metrics.put("tcp.goodput.total", 2_500_000.0);
    metrics.put("iperf3.n1-n3.goodput", 2_400_000.0);
    metrics.put("iperf3.n1-n3.retransmissions", 12.0);
    assertEquals(
        "TCP at edges Seen by Goodput Sent again Round trip Shortest Marked"
            + " node n1 2.5 Mbit/s 13 0.05 s 0.02 s 4 iperf3 n1-n3 2.4 Mbit/s 12",
        table(metrics));
  }

  @Test
  void aRunWithoutEdgesHasNone() {
    assertTrue(table(new LinkedHashMap<>()).isEmpty());
  }
}
