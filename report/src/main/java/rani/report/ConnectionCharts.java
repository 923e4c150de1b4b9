// SPDX-License-Identifier: Apache-2.0
package rani.report;

import java.io.IOException;
import java.util.List;
import rani.rdp.SenderState;
import rani.study.observe.ConnectionSeries;
import rani.study.observe.Retransmission;
import rani.study.observe.WindowSample;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Chart of a connection over time: windows, retransmissions and the sender's states. */
public final class ConnectionCharts {
  private static final double HEADROOM = 1.12;

  private final ReportInput input;
  private final ConnectionSeries connection;
  private final List<WindowSample> shown;

  ConnectionCharts(ReportInput input, ConnectionSeries connection) {
    this.input = input;
    this.connection = connection;
    this.shown = Downsampling.extremes(connection.windows(), WindowSample::cwnd);
  }

  boolean thinned() {
    return shown.size() < connection.windows().size();
  }

  /** Returns the Vega-Lite specification. */
  String overTime() throws IOException {
    String title =
        "Window of %s to %s: %s"
            .formatted(
                name(input, connection.local()),
                name(input, connection.remote()),
                input.subject().experiment());
    double top = connection.windows().stream().mapToDouble(WindowSample::cwnd).max().orElse(0);
    return ChartSpec.of("connection.vl.json", title, input.provenance())
        .parameter("packetsTop", Math.max(2, Math.ceil(top * HEADROOM)))
        .parameter("lastSecond", Math.max(0.001, lastNanos() * 1.01 / 1e9))
        .data("windows", windows())
        .data("again", again())
        .data("timeouts", timeouts())
        .data("states", states())
        .finished();
  }

  /** Replaces the address in an endpoint by the node's name: {@code n1:49152}. */
  public static String name(ReportInput input, String end) {
    int colon = end.lastIndexOf(':');
    return input.queue().nameOf(end.substring(0, colon)) + end.substring(colon);
  }

  private ArrayNode windows() {
    ArrayNode rows = ChartSpec.rows();
    for (WindowSample window : shown) {
      ObjectNode row = rows.addObject().put("time", ChartSpec.seconds(window.timeNanos()));
      row.put("cwnd", window.cwnd()).put("ssthresh", window.ssthresh());
      row.put("flight", window.flight()).put("state", window.state().text());
      row.put("srtt", window.srttNanos() / 1e6);
    }
    return rows;
  }

  private ArrayNode again() {
    ArrayNode rows = ChartSpec.rows();
    for (Retransmission again : Downsampling.everyNth(connection.retransmissions())) {
      ObjectNode row = rows.addObject().put("time", ChartSpec.seconds(again.timeNanos()));
      row.put("sequence", again.sequence());
    }
    return rows;
  }

  private ArrayNode timeouts() {
    ArrayNode rows = ChartSpec.rows();
    SenderState before = SenderState.IDLE;
    for (WindowSample window : connection.windows()) {
      if (window.state() == SenderState.RETRANSMISSION_TIMEOUT
          && window.state() != before
          && rows.size() < Downsampling.POINTS_MAX) {
        rows.addObject().put("time", ChartSpec.seconds(window.timeNanos()));
      }
      before = window.state();
    }
    return rows;
  }

  /** Returns a row for each interval in which the sender's state did not change. */
  private ArrayNode states() {
    ArrayNode rows = ChartSpec.rows();
    List<WindowSample> windows = connection.windows();
    int begin = 0;
    for (int i = 1; i <= windows.size() && rows.size() < Downsampling.POINTS_MAX; i++) {
      if (i == windows.size() || windows.get(i).state() != windows.get(begin).state()) {
        SenderState state = windows.get(begin).state();
        long until = i == windows.size() ? lastNanos() : windows.get(i).timeNanos();
        ObjectNode row = rows.addObject();
        row.put("from", ChartSpec.seconds(windows.get(begin).timeNanos()));
        row.put("to", ChartSpec.seconds(until)).put("state", state.text());
        row.put("order", state.ordinal());
        boolean recovers = state.compareTo(SenderState.OUT_OF_SEQUENCE) >= 0;
        row.put("kind", recovers ? "makes good a loss" : "sends");
        row.put("lasted", ChartSpec.seconds(until - windows.get(begin).timeNanos()));
        begin = i;
      }
    }
    return rows;
  }

  private long lastNanos() {
    long last = connection.windows().getLast().timeNanos();
    return connection.end().map(end -> Math.max(last, end.timeNanos())).orElse(last);
  }
}
