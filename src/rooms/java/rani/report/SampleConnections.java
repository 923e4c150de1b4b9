// SPDX-License-Identifier: Apache-2.0
package rani.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import rani.rdp.SenderState;
import rani.study.observe.ConnectionEnd;
import rani.study.observe.ConnectionSeries;
import rani.study.observe.Retransmission;
import rani.study.observe.WindowSample;

/** Made-up connections: a window that climbs to 27 packets and is halved, and once collapses. */
final class SampleConnections {
  private static final long ACK_NANOS = 8_000_000;

  private final List<WindowSample> windows = new ArrayList<>();
  private final List<Retransmission> again = new ArrayList<>();
  private long now = 44_000_000;
  private double cwnd = 4;
  private double ssthresh = 16;

  private SampleConnections() {}

  /** A source's end with a chart and its sink's without. */
  static List<ConnectionSeries> sawTooth(int teeth) {
    var source = new SampleConnections();
    for (int tooth = 0; tooth < teeth; tooth++) {
      source.climb();
      if (tooth == 4) {
        source.collapse();
      } else {
        source.halve();
      }
    }
    return List.of(
        source.series(1, "n1", "10.0.0.1:49152", "10.0.0.8:7000"),
        new ConnectionSeries(
            "n8",
            "sink",
            "10.0.0.8:7000",
            "10.0.0.1:49152",
            OptionalLong.of(60_000_000),
            "OPEN",
            List.of(),
            List.of(),
            0,
            0,
            0,
            Optional.empty()));
  }

  /** A saw-tooth whose window is once inflated to 250 packets in partial recovery. */
  static List<ConnectionSeries> inflated() {
    var source = new SampleConnections();
    source.climb();
    source.halve();
    double before = source.cwnd;
    source.cwnd = 250;
    source.tell(SenderState.PARTIAL_RECOVERY);
    source.cwnd = before;
    source.climb();
    return List.of(source.series(1, "n1", "10.0.0.1:49152", "10.0.0.8:7000"));
  }

  /** A sender whose retransmission timer expires three times in a row, then once. */
  static ConnectionSeries silent() {
    var source = new SampleConnections();
    source.climb();
    for (long rtoMillis : List.of(400L, 800L, 1600L, 300L)) {
      source.now += rtoMillis * 500_000;
      source.windows.add(
          new WindowSample(
              source.now,
              SenderState.RETRANSMISSION_TIMEOUT,
              1,
              13,
              211_000_000,
              rtoMillis * 1_000_000,
              1));
    }
    return source.series(1, "n1", "10.0.0.1:49152", "10.0.0.8:7000");
  }

  /** A sender that repeats one segment 2 s and 6 s after its timeout, and then goes on. */
  static ConnectionSeries cut() {
    var source = new SampleConnections();
    source.climb();
    source.collapse();
    source.now -= 200_000_000;
    long sequence = source.again.getLast().sequence();
    long timeoutNanos = source.windows.getLast().timeNanos();
    source.again.clear();
    for (long seconds : List.of(0L, 2L, 6L)) {
      source.again.add(new Retransmission(timeoutNanos + seconds * 1_000_000_000, sequence));
    }
    source.now = timeoutNanos + 6_050_000_000L;
    source.again.add(new Retransmission(source.now, sequence + 1));
    source.climb();
    return source.series(1, "n1", "10.0.0.1:49152", "10.0.0.8:7000");
  }

  /** The same source's end as often as wanted, each with more data than the one before. */
  static List<ConnectionSeries> many(int number) {
    var connections = new ArrayList<ConnectionSeries>();
    for (int k = 0; k < number; k++) {
      var source = new SampleConnections();
      source.climb();
      connections.add(source.series(k + 1, "n1", "10.0.0.1:" + (49_152 + k), "10.0.0.8:7000"));
    }
    return connections;
  }

  private void climb() {
    while (cwnd < 27) {
      boolean slowStart = cwnd < ssthresh;
      cwnd += slowStart ? 1 : 1 / cwnd;
      tell(slowStart ? SenderState.SLOW_START : SenderState.CONGESTION_AVOIDANCE);
    }
  }

  private void halve() {
    tell(SenderState.OUT_OF_SEQUENCE);
    ssthresh = cwnd / 2;
    cwnd = ssthresh + 3;
    again.add(new Retransmission(now, windows.size()));
    tell(SenderState.FAST_RECOVERY);
    now += 25 * ACK_NANOS;
    cwnd = ssthresh;
    tell(SenderState.CONGESTION_AVOIDANCE);
  }

  private void collapse() {
    now += 1_000_000_000;
    ssthresh = cwnd / 2;
    cwnd = 1;
    again.add(new Retransmission(now, windows.size()));
    tell(SenderState.RETRANSMISSION_TIMEOUT);
    now += 200_000_000;
  }

  private void tell(SenderState state) {
    windows.add(
        new WindowSample(now, state, cwnd, ssthresh, 211_000_000, 1_000_000_000, (int) cwnd));
    now += ACK_NANOS;
  }

  private ConnectionSeries series(int size, String node, String local, String remote) {
    long messages = (long) windows.size() * size;
    return new ConnectionSeries(
        node,
        "source",
        local,
        remote,
        OptionalLong.of(44_000_000),
        "CLOSE-WAIT",
        windows,
        again,
        again.size(),
        1,
        again.size() - 1,
        Optional.of(
            new ConnectionEnd(
                now,
                "closed",
                messages,
                messages,
                0,
                messages * 962,
                again.size(),
                1,
                0,
                962_400)));
  }
}
