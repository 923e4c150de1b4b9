// SPDX-License-Identifier: Apache-2.0
package rani.rdp;

import rani.rdp.segment.RouterState;
import rani.world.Timers;

/**
 * Handles routers' requests to a connection's sender: another window (papers' Active Congestion
 * Control §4.2), or another size and rate of segments (papers' Available Bandwidth §4.1).
 */
final class RouterRequests {
  private final RdpConnection connection;
  private final RdpTrace trace;
  private final Sender sender;
  private final SegmentSize size;
  private final int iss;

  private long pacedUntilNanos = Timers.NEVER;

  RouterRequests(
      RdpConnection connection, RdpTrace trace, Sender sender, SegmentSize size, int iss) {
    this.connection = connection;
    this.trace = trace;
    this.sender = sender;
    this.size = size;
    this.iss = iss;
  }

  /** Follows a request; returns false if it does not quote a segment in flight. */
  boolean follow(long nowNanos, int quotedSequence, RouterState asked) {
    return asked.has(RouterState.PACE)
        ? followPace(nowNanos, quotedSequence, asked)
        : followWindow(nowNanos, quotedSequence, asked);
  }

  private boolean followWindow(long nowNanos, int quotedSequence, RouterState asked) {
    int epoch = sender.closes.epoch();
    long sent = sender.counts.segmentsSent;
    boolean taken = sender.request(nowNanos, quotedSequence, asked);
    if (taken) {
      trace.requested(nowNanos, connection, quotedSequence - iss, asked);
    }
    if (sender.closes.epoch() != epoch && sender.counts.segmentsSent == sent) {
      // Segments in flight fill the new window, so that none would show the new state soon.
      connection.acknowledge(nowNanos, true);
    }
    return taken;
  }

  private boolean followPace(long nowNanos, int quotedSequence, RouterState asked) {
    if (!sender.inFlight.contains(quotedSequence)) {
      return false;
    }
    sender.counts.paceRequestsTaken++;
    pace(nowNanos, asked.segmentBytes(), asked.rateBitsPerSecond());
    pacedUntilNanos = nowNanos + RdpConnection.PACED_NANOS_MAX;
    return true;
  }

  /** Sets size and rate; requests count whole packets, the sender's rate data alone. */
  private void pace(long nowNanos, int segmentBytes, long rateBitsPerSecond) {
    connection.limitSegmentBytes(nowNanos, segmentBytes);
    double ofData = (double) Math.max(0, connection.maxMessageBytes()) / size.bytes;
    sender.limitRate(nowNanos, rateBitsPerSecond * ofData);
    trace.paced(nowNanos, connection, size.bytes, rateBitsPerSecond);
  }

  /** Returns the time at which a pace request expires; {@link Timers#NEVER} if there is none. */
  long deadlineNanos() {
    return pacedUntilNanos;
  }

  /** Restores full size and rate after a pace request has expired. */
  void due(long nowNanos) {
    pacedUntilNanos = Timers.NEVER;
    pace(nowNanos, size.max(), 0);
  }
}
