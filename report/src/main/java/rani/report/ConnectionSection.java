// SPDX-License-Identifier: Apache-2.0
package rani.report;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import java.io.IOException;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import rani.report.html.Html;
import rani.report.paper.Figures;
import rani.study.observe.ConnectionEnd;
import rani.study.observe.ConnectionSeries;
import rani.study.observe.WindowSample;

/** The section about connections: a chart of each of the largest, and a table of all. */
record ConnectionSection(ReportInput input, Html page) {
  /** The most connections with a chart, to limit the size of the page. */
  static final int CHARTS_MAX = 6;

  /** Further charts are folded. */
  static final int OPEN_MAX = 2;

  /** The most rows of the table. */
  static final int ROWS_MAX = 200;

  private static final int WINDOWS_OF_A_CHART_MIN = 3;
  private static final String[] HEADS =
      ("Connection Service End #Sent #Acknowledged #Received #Data #Goodput #Again #Timeouts #srtt")
          .split(" ", -1);

  void write() throws IOException {
    List<ConnectionSeries> all = input.connections();
    if (all.isEmpty()) {
      return;
    }
    List<ConnectionSeries> drawn = drawn(all);
    page.section("Connections").add("<p>{}</p>\n", story(all, drawn));
    for (int i = 0; i < drawn.size(); i++) {
      page.foldCharts(i, OPEN_MAX, drawn.size());
      chart(i + 1, drawn.get(i));
    }
    page.endCharts(OPEN_MAX, drawn.size());
    if (all.size() > Html.ROWS_OPEN_MAX) {
      sums(all);
    }
    table(all);
    page.add("</section>\n");
  }

  /** Selects the ends with the most acknowledged data, in the order of the trace. */
  static List<ConnectionSeries> drawn(List<ConnectionSeries> all) {
    return all.stream()
        .filter(connection -> connection.windows().size() >= WINDOWS_OF_A_CHART_MIN)
        .sorted(Comparator.comparingLong(ConnectionSection::bytes).reversed())
        .limit(CHARTS_MAX)
        .sorted(Comparator.comparingInt(all::indexOf))
        .toList();
  }

  private static String story(List<ConnectionSeries> all, List<ConnectionSeries> drawn) {
    String story =
        "What each end of a connection told of its own sender. A window counts packets; of its"
            + " fraction nothing is sent.";
    return drawn.size() == CHARTS_MAX && all.size() > CHARTS_MAX
        ? story + " The " + CHARTS_MAX + " ends that moved most data are drawn."
        : story;
  }

  private static long bytes(ConnectionSeries connection) {
    return connection.end().map(ConnectionEnd::bytesAcknowledged).orElse(0L);
  }

  private void chart(int number, ConnectionSeries connection) throws IOException {
    var chart = new ConnectionCharts(input, connection);
    String caption =
        "Congestion window and slow-start threshold; a tick at the foot for each segment sent"
            + " again, a dashed line for each timeout. In fast recovery each duplicate"
            + " acknowledgement lets the window grow by a packet that has left the network."
            + " Beneath, the states of the sender, orange where it recovers from a loss: out of"
            + " sequence is a duplicate acknowledgement or two, partial recovery one that does not"
            + " end the recovery."
            + chart.remarks();
    if (chart.thinned()) {
      caption +=
          " The chart shows the extremes of a longer series; "
              + Report.CONNECTIONS_CSV
              + " holds every change.";
    }
    String id = "connection-" + number;
    page.figure(id, input.subject().experiment() + "-" + id, caption, chart.overTime());
  }

  private void table(List<ConnectionSeries> all) {
    page.add("<div class=\"wide\"><table class=\"connections\">\n<thead><tr>").headings(HEADS);
    all.stream().limit(ROWS_MAX).forEach(this::row);
    page.endTable();
    page.note(
        "Messages sent, of them acknowledged, and messages received; data in the acknowledged ones,"
            + " and as bits over the time since the connection opened; segments sent again."
            + (all.size() <= ROWS_MAX
                ? ""
                : " The first " + ROWS_MAX + " of " + all.size() + " ends of connections."));
  }

  /** Writes a row for each service of each node, as there are too many connections to read. */
  private void sums(List<ConnectionSeries> all) {
    page.table(
        "Node",
        "Service",
        "#Ends",
        "#Sent",
        "#Acknowledged",
        "#Received",
        "#Data",
        "#Again",
        "#Timeouts");
    all.stream().collect(groupingBy(this::owner, LinkedHashMap::new, toList())).values().stream()
        .limit(ROWS_MAX)
        .forEach(
            ends -> {
              List<ConnectionEnd> closed =
                  ends.stream().flatMap(one -> one.end().stream()).toList();
              page.row(node(ends.getFirst())).cells(ends.getFirst().service());
              page.number(ends.size());
              page.number(closed.stream().mapToLong(ConnectionEnd::messagesSent).sum());
              page.number(closed.stream().mapToLong(ConnectionEnd::messagesAcknowledged).sum());
              page.number(closed.stream().mapToLong(ConnectionEnd::messagesReceived).sum());
              page.number(
                  Figures.bytes(closed.stream().mapToLong(ConnectionEnd::bytesAcknowledged).sum()));
              page.number(ends.stream().mapToLong(ConnectionSeries::retransmissionsTotal).sum());
              page.number(ends.stream().mapToLong(ConnectionSeries::timeoutsTotal).sum()).endRow();
            });
    page.endTable();
  }

  private String owner(ConnectionSeries end) {
    return node(end) + " " + end.service();
  }

  private String node(ConnectionSeries end) {
    return ConnectionCharts.name(input, end.local()).replaceFirst(":\\d+$", "");
  }

  private void row(ConnectionSeries connection) {
    String remote = ConnectionCharts.name(input, connection.remote());
    page.row(ConnectionCharts.name(input, connection.local()) + " \u2192 " + remote);
    page.cells(connection.service());
    page.cells(connection.end().map(ConnectionEnd::reason).orElse(connection.state()));
    if (connection.end().isPresent()) {
      ConnectionEnd end = connection.end().get();
      page.number(end.messagesSent(), end.messagesAcknowledged(), end.messagesReceived());
      page.number(Figures.bytes(end.bytesAcknowledged()));
      page.number(Figures.bitRate(end.goodputBitsPerSecond()));
    } else {
      page.number("\u2013", "\u2013", "\u2013", "\u2013", "\u2013");
    }
    page.number(connection.retransmissionsTotal(), connection.timeoutsTotal(), srtt(connection));
    page.endRow();
  }

  private static String srtt(ConnectionSeries connection) {
    for (WindowSample window : connection.windows().reversed()) {
      if (window.srttNanos() > 0) {
        return Figures.milliseconds(window.srttNanos());
      }
    }
    return "\u2013";
  }
}
