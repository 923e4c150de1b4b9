// SPDX-License-Identifier: Apache-2.0
package rani.report;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import rani.rdp.SenderState;
import rani.report.paper.Figures;
import rani.study.observe.ConnectionSeries;
import rani.study.observe.Retransmission;
import rani.study.observe.WindowSample;
import rani.study.observe.WorkingRange;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Chart of a connection over time: windows, retransmissions and the sender's states. */
public final class ConnectionCharts {
  private static final double HEADROOM = 1.12;

  /** The most arrows at clipped windows; the largest have one. */
  private static final int CLIPPED_MAX = 500;

  /** The least distance of two labels of clipped windows, as a share of the chart's width. */
  private static final double LABELS_APART = 0.05;

  private final ReportInput input;
  private final ConnectionSeries connection;
  private final List<WindowSample> shown;
  private final double packetsTop;
  private final ScheduleMarks schedule;

  ConnectionCharts(ReportInput input, ConnectionSeries connection) {
    this.input = input;
    this.connection = connection;
    this.shown = Downsampling.extremes(connection.windows(), WindowSample::cwnd);
    this.packetsTop = Math.max(2, Math.ceil(WorkingRange.top(connection.windows()) * HEADROOM));
    this.schedule = ScheduleMarks.of(input, lastSecond());
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
    ChartSpec chart =
        ChartSpec.of("connection.vl.json", title, input.provenance())
            .parameter("packetsTop", packetsTop)
            .parameter("lastSecond", lastSecond())
            .data("windows", windows())
            .data("clipped", clipped())
            .data("again", again())
            .data("timeouts", timeouts())
            .data("states", states());
    return schedule.into(chart).finished();
  }

  /** Returns what the caption adds: what exceeds the chart, longest silence, schedule. */
  String remarks() {
    StringBuilder remarks = new StringBuilder();
    double most = connection.windows().stream().mapToDouble(WindowSample::cwnd).max().orElse(0);
    if (most > packetsTop) {
      remarks.append(
          " The scale is that of the window outside recoveries; arrows say where it was inflated"
              + " beyond, to at most %s packets.".formatted(Figures.number(Math.round(most))));
    }
    double threshold = connection.windows().getFirst().ssthresh();
    if (threshold > packetsTop) {
      remarks.append(" At first the slow-start threshold is above the chart.");
    }
    List<Timeout> silence = longestBackOff();
    if (silence.size() > 1) {
      long nanos = silence.getLast().untilNanos() - silence.getFirst().atNanos();
      remarks.append(
          " The longest silence begins at %s and lasts %s: %d timeouts in a row. After each"
              .formatted(
                  Figures.seconds(silence.getFirst().atNanos()),
                  Figures.seconds(nanos),
                  silence.size()));
      remarks.append(
          " the sender sends one segment and waits twice as long for its acknowledgement"
              + " (exponential back-off, RFC 6298).");
    }
    return remarks.append(schedule.sentence()).toString();
  }

  /** An expiry of the retransmission timer, and when something next came of it. */
  private record Timeout(long atNanos, long untilNanos) {}

  private List<Timeout> longestBackOff() {
    List<Timeout> longest = List.of();
    for (List<Timeout> row : backOffs()) {
      longest = row.size() > longest.size() ? row : longest;
    }
    return longest;
  }

  /**
   * Returns the expiries of the retransmission timer in rows, each of which ends as the sender
   * leaves that state. The first changes the window; later ones repeat the same segment.
   */
  private List<List<Timeout>> backOffs() {
    List<List<Timeout>> rows = new ArrayList<>();
    List<WindowSample> windows = connection.windows();
    for (int i = 0; i < windows.size(); i++) {
      if (windows.get(i).state() != SenderState.RETRANSMISSION_TIMEOUT) {
        continue;
      }
      SortedSet<Long> times = new TreeSet<>(List.of(windows.get(i).timeNanos()));
      long beganNanos = windows.get(i).timeNanos();
      long rtoNanos = windows.get(i).rtoNanos();
      while (i + 1 < windows.size()
          && windows.get(i + 1).state() == SenderState.RETRANSMISSION_TIMEOUT) {
        i++;
        if (windows.get(i).rtoNanos() > rtoNanos) {
          times.add(windows.get(i).timeNanos());
        }
        rtoNanos = windows.get(i).rtoNanos();
      }
      long endNanos = i + 1 < windows.size() ? windows.get(i + 1).timeNanos() : lastNanos();
      times.addAll(repeated(beganNanos, endNanos));
      rows.add(timeouts(List.copyOf(times), endNanos));
    }
    return rows;
  }

  private static List<Timeout> timeouts(List<Long> times, long endNanos) {
    List<Timeout> row = new ArrayList<>();
    for (int k = 0; k < times.size(); k++) {
      row.add(new Timeout(times.get(k), k + 1 < times.size() ? times.get(k + 1) : endNanos));
    }
    return row;
  }

  /** Returns when the segment that a timeout sent again was sent once more, before an end. */
  private List<Long> repeated(long beganNanos, long endNanos) {
    List<Retransmission> again =
        connection.retransmissions().stream()
            .filter(one -> one.timeNanos() >= beganNanos && one.timeNanos() < endNanos)
            .toList();
    return again.stream()
        .filter(one -> one.sequence() == again.getFirst().sequence())
        .map(Retransmission::timeNanos)
        .toList();
  }

  /**
   * Returns a row for each stretch of windows above the chart, with the largest, in packets; those
   * too close to a larger one have no label.
   */
  private ArrayNode clipped() {
    List<WindowSample> peaks = new ArrayList<>();
    boolean isAbove = false;
    for (WindowSample window : connection.windows()) {
      if (window.cwnd() > packetsTop && !isAbove) {
        peaks.add(window);
      } else if (window.cwnd() > packetsTop && window.cwnd() > peaks.getLast().cwnd()) {
        peaks.set(peaks.size() - 1, window);
      }
      isAbove = window.cwnd() > packetsTop;
    }
    peaks.sort(Comparator.comparingDouble(WindowSample::cwnd).reversed());
    TreeSet<Double> labelled = new TreeSet<>();
    ArrayNode rows = ChartSpec.rows();
    for (WindowSample peak : peaks.subList(0, Math.min(peaks.size(), CLIPPED_MAX))) {
      double second = ChartSpec.seconds(peak.timeNanos());
      double apart = LABELS_APART * lastSecond();
      boolean isFree = labelled.subSet(second - apart, second + apart).isEmpty();
      if (isFree) {
        labelled.add(second);
      }
      ObjectNode row = rows.addObject().put("time", second);
      row.put("cwnd", ChartSpec.rounded(peak.cwnd()));
      row.put("text", isFree ? Figures.number(Math.round(peak.cwnd())) : "");
    }
    return rows;
  }

  private double lastSecond() {
    return Math.max(0.001, lastNanos() * 1.01 / 1e9);
  }

  /** Replaces the address in an endpoint by the node's name: {@code n1:49152}. */
  public static String name(ReportInput input, String end) {
    int colon = end.lastIndexOf(':');
    return input.queue().nameOf(end.substring(0, colon)) + end.substring(colon);
  }

  private ArrayNode windows() {
    ArrayNode rows = ChartSpec.rows();
    Set<WindowSample> unfound = Downsampling.unfound(shown, WindowSample::cwnd);
    for (WindowSample window : shown) {
      ObjectNode row = rows.addObject().put("time", ChartSpec.seconds(window.timeNanos()));
      if (unfound.contains(window)) {
        row.put("unfound", true);
      }
      row.put("cwnd", ChartSpec.rounded(window.cwnd()));
      row.put("ssthresh", ChartSpec.rounded(window.ssthresh()));
      row.put("flight", window.flight()).put("state", window.state().words());
      row.put("srtt", ChartSpec.rounded(window.srttNanos() / 1e6));
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
    List<Timeout> timeouts = backOffs().stream().flatMap(List::stream).toList();
    for (Timeout timeout : Downsampling.everyNth(timeouts)) {
      ObjectNode row = rows.addObject().put("time", ChartSpec.seconds(timeout.atNanos()));
      row.put("silent", ChartSpec.seconds(timeout.untilNanos() - timeout.atNanos()));
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
        row.put("to", ChartSpec.seconds(until)).put("state", state.words());
        row.put("order", state.ordinal());
        boolean recovers = state.compareTo(SenderState.OUT_OF_SEQUENCE) >= 0;
        row.put("kind", recovers ? "recovers from a loss" : "sends");
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
