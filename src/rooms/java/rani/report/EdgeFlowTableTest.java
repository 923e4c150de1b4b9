// SPDX-License-Identifier: Apache-2.0
package rani.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rani.flow.FlowFacts;
import rani.flow.FlowSums;
import rani.report.html.Html;
import rani.study.observe.EdgeFlows;

class EdgeFlowTableTest {
  private static final FlowFacts.Half NOTHING = datagrams(0);

  @TempDir private Path folder;

  private static String table(List<EdgeFlows> edges) {
    Html page = new Html();
    new EdgeFlowTable(SampleRun.withEdges(edges), page).write();
    return page.toString().replaceAll("<[^>]*>|\\p{Z}", " ").replaceAll("\\s+", " ").strip();
  }

  /** What the table has between its headings and its note. */
  private static String rows(List<EdgeFlows> edges) {
    String table = table(edges);
    int from = table.indexOf("Echoed Time ") + "Echoed Time ".length();
    return table.substring(from, table.indexOf(" Both ways of each flow"));
  }

  private static FlowFacts.Half tcp(
      long bytes, long again, long ce, long ece, double goodput, double rttSeconds) {
    return new FlowFacts.Half(
        bytes / 100, bytes, ce, bytes / 2, goodput, again, ece, rttSeconds, rttSeconds / 2);
  }

  private static FlowFacts.Half datagrams(long bytes) {
    return new FlowFacts.Half(bytes / 100, bytes, 0, bytes / 2, bytes * 8, null, null, null, null);
  }

  private static FlowFacts connection(
      String flow, String state, long firstNanos, FlowFacts.Half sent, FlowFacts.Half received) {
    long lastNanos = firstNanos + 2_500_000_000L;
    return new FlowFacts(flow, state, true, firstNanos, lastNanos, sent, received);
  }

  private static FlowFacts udp(String flow, FlowFacts.Half sent, FlowFacts.Half received) {
    return new FlowFacts(flow, null, null, 0, 1_000_000_000, sent, received);
  }

  private static FlowSums.Half sum(long bytes, long again, long ce, long ece) {
    return new FlowSums.Half(0, bytes, ce, ece, 0, again, 0, 0, null);
  }

  /** An edge whose sums are those of its flows. */
  private static EdgeFlows edge(String node, FlowFacts... flows) {
    long sent = 0;
    long received = 0;
    for (FlowFacts flow : flows) {
      sent += flow.sent().bytes();
      received += flow.received().bytes();
    }
    FlowSums sums = new FlowSums(flows.length, 0, 0, sum(sent, 0, 0, 0), sum(received, 0, 0, 0));
    return new EdgeFlows(node, sums, List.of(flows));
  }

  /** The sender of a way reports it; the receiver reports what marks arrived. */
  private static final List<EdgeFlows> BOTH_SEEN =
      List.of(
          edge(
              "n3",
              connection(
                  "10.0.0.3:80>10.0.0.1:4000/6",
                  "closed",
                  1_010_000_000,
                  tcp(60_000, 7, 0, 0, 96_000, 0.03),
                  tcp(980, 1, 2, 9, 800, 0.001))),
          edge(
              "n1",
              connection(
                  "10.0.0.1:4000>10.0.0.3:80/6",
                  "closing",
                  1_000_000_000,
                  tcp(1000, 1, 0, 5, 1600, 0.02),
                  tcp(55_000, 3, 4, 0, 95_000, 0.001))));

  @Test
  void aConnectionHasARowForRequestsAndBelowItOneForReplies() {
    assertEquals(
        "n1:4000 → n3:80 tcp closing, ECN 1 kB 1.6 kbit/s 20 ms 1 2 0 2.500 s"
            + " ↳ n3:80 → n1:4000 tcp closed, ECN 60 kB 96 kbit/s 30 ms 7 4 5 2.500 s",
        rows(BOTH_SEEN));
  }

  @Test
  void ofAFlowThatOneNodeSawTheOtherWayIsWhatArrived() {
    FlowFacts query = udp("10.0.0.2:5000>192.0.2.7:53/17", datagrams(500), datagrams(700));
    assertEquals(
        "n2:5000 → 192.0.2.7:53 udp 500 B 4 kbit/s – – – – 1.000 s"
            + " ↳ 192.0.2.7:53 → n2:5000 udp 700 B 5.6 kbit/s – – 0 – 1.000 s",
        rows(List.of(edge("n2", query))));
  }

  @Test
  void theLargestHaveRowsAndAllOthersOneTogether() {
    List<FlowFacts> flows = new ArrayList<>();
    for (int k = 1; k <= EdgeFlowTable.FLOWS_MAX + 2; k++) {
      flows.add(
          connection(
              "10.0.0.1:" + (100 + k) + ">10.0.0.3:80/6",
              "open",
              k,
              tcp(1000L * k, 1, 0, 1, 0, 0.02),
              NOTHING));
    }
    long shownBytes = 1000 * (3 + 22) * 20 / 2;
    FlowSums sums =
        new FlowSums(22, 100, 0, sum(shownBytes + 5000, 20 + 6, 0, 20 + 4), sum(9, 0, 3, 0));
    List<EdgeFlows> edges = List.of(new EdgeFlows("n1", sums, flows));

    String rows = rows(edges);
    assertTrue(rows.startsWith("n1:122 → n3:80 tcp open, ECN 22 kB "), rows);
    assertTrue(rows.contains("n1:103 → "), rows);
    assertFalse(rows.contains("n1:102 → "), rows);
    assertTrue(rows.endsWith(" 102 more, as nodes count them 5 kB 6 3 4"), rows);
    assertTrue(table(edges).contains("edge-flows.csv has 22 flows."), table(edges));
  }

  @Test
  void earlierConnectionsOfTheSamePortsCountToo() {
    FlowFacts.Half sent = tcp(1000, 0, 0, 0, 0, 1);
    FlowFacts again = connection("10.0.0.1:9>10.0.0.3:80/6", "open", 0, sent, NOTHING);
    FlowSums sums = new FlowSums(1, 0, 0, sum(3000, 2, 0, 0), sum(0, 0, 0, 0));
    String rows = rows(List.of(new EdgeFlows("n1", sums, List.of(again))));
    assertTrue(rows.endsWith(" Earlier, of the same ports 2 kB 2 0 0"), rows);
  }

  @Test
  void theFolderHasAllAndTheReportCanBeMadeAgain() throws Exception {
    Path page = Report.write(SampleRun.withEdges(BOTH_SEEN), folder);
    assertTrue(Files.readString(page).contains("flows.csv, edge-flows.csv, report.json"));
    assertEquals(
        """
        protocol,source,source_port,destination,destination_port,state,ecn,seconds,packets,bytes,\
        good_bytes,goodput_bits_per_second,rtt_seconds,rtt_min_seconds,retransmissions,ce,ece
        tcp,n1,4000,n3,80,closing,true,2.500000000,10,1000,500,1600.0,0.02,0.01,1,2,0
        tcp,n3,80,n1,4000,closed,true,2.500000000,600,60000,30000,96000.0,0.03,0.015,7,4,5
        """,
        Files.readString(folder.resolve("edge-flows.csv")));
    String whole = Files.readString(page);
    Files.delete(page);
    assertEquals(whole, Files.readString(ReportFile.read(folder).write(folder)));
  }

  @Test
  void aRunWithoutEdgesHasNone() throws Exception {
    assertEquals("", table(List.of()));
    Report.write(SampleRun.withEdges(List.of()), folder);
    assertFalse(Files.exists(folder.resolve("edge-flows.csv")));
  }
}
