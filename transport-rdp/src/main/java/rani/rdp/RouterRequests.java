// SPDX-License-Identifier: Apache-2.0
package rani.rdp;

import rani.rdp.segment.RouterState;
import rani.world.Timers;

/**
 * What routers ask of a connection's sender: another window (papers' Active Congestion Control
 * §4.2), or another size and rate of segments (papers' Available Bandwidth §4.1).
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

  /** Does what an open connection is asked; false if that is not about what is on its way now. */
  boolean follow(long nowNanos, int quotedSequence, RouterState asked) {
    return asked.has(RouterState.PACE)
        ? followPace(nowNanos, quotedSequence, asked)
        : followWindow(nowNanos, quotedSequence, asked);
  }

  private boolean followWindow(long nowNanos, int quotedSequence, RouterState asked) {
    int epoch = sender.epoch();
    long sent = sender.counts().segmentsSent;
    boolean taken = sender.request(nowNanos, quotedSequence, asked);
    if (taken) {
      trace.requested(nowNanos, connection, quotedSequence - iss, asked);
    }
    if (sender.epoch() != epoch && sender.counts().segmentsSent == sent) {
      connection.showState(nowNanos); // what is on its way fills the new window
    }
    return taken;
  }

  private boolean followPace(long nowNanos, int quotedSequence, RouterState asked) {
    if (!sender.isOnItsWay(quotedSequence)) {
      return false;
    }
    sender.counts().paceRequestsTaken++;
    pace(nowNanos, asked.segmentBytes(), asked.rateBitsPerSecond());
    pacedUntilNanos = nowNanos + RdpConnection.PACED_NANOS_MAX;
    return true;
  }

  /** The rate is that of whole packets. */
  private void pace(long nowNanos, int segmentBytes, long rateBitsPerSecond) {
    connection.limitSegmentBytes(nowNanos, segmentBytes);
    double ofData = (double) Math.max(0, connection.maxMessageBytes()) / size.bytes();
    sender.limitRate(nowNanos, rateBitsPerSecond * ofData);
    trace.paced(nowNanos, connection, size.bytes(), rateBitsPerSecond);
  }

  /** When a router's word holds no more; never if none does. */
  long deadlineNanos() {
    return pacedUntilNanos;
  }

  /** No router has said anything for long: as large and as fast as before. */
  void due(long nowNanos) {
    pacedUntilNanos = Timers.NEVER;
    pace(nowNanos, size.max(), 0);
  }
}
