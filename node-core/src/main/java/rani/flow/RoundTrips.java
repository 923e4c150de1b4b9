// SPDX-License-Identifier: Apache-2.0
package rani.flow;

/**
 * Round trips of one direction of a connection, from a segment to what acknowledges it. One segment
 * is timed at a time (RFC 6298 §3): by its timestamp and the echo of that (RFC 7323 §4), else by
 * its last sequence number, and then none is timed across a retransmission (Karn's algorithm).
 */
final class RoundTrips {
  /** Result of {@link #acknowledged} if nothing was measured. */
  static final long NONE = -1;

  /** RFC 6298 §2.3. */
  private static final double GAIN = 1.0 / 8;

  private boolean isTiming;
  private boolean byTimestamp;

  /** The timestamp or sequence number that ends the round trip. */
  private int awaited;

  private long beganNanos;
  private boolean hasTimestamp;
  private int lastTimestamp;
  private boolean isMeasured;
  private double smoothedNanos;

  /** Notes a segment; {@code isNew} if none of its sequence numbers was seen before. */
  void sent(long nowNanos, TcpSegment segment, boolean isNew) {
    boolean isTimed = isNew;
    if (segment.hasTimestamps()) {
      isTimed = !hasTimestamp || segment.timestamp() - lastTimestamp > 0; // an echo is of the first
      lastTimestamp = isTimed ? segment.timestamp() : lastTimestamp;
      hasTimestamp = true;
    }
    if (isTiming || !isTimed || segment.sequenceLength() == 0) {
      return; // nothing acknowledges a segment without a sequence number
    }
    isTiming = true;
    byTimestamp = segment.hasTimestamps();
    awaited = byTimestamp ? segment.timestamp() : segment.sequence() + segment.sequenceLength();
    beganNanos = nowNanos;
  }

  void retransmitted() {
    isTiming &= byTimestamp;
  }

  /** Returns the round trip that an acknowledgment ends, or {@link #NONE}. */
  long acknowledged(long nowNanos, TcpSegment by) {
    if (!isTiming) {
      return NONE;
    }
    boolean isEchoed = byTimestamp && by.hasTimestamps();
    int beyond = (isEchoed ? by.timestampEcho() : by.acknowledgment()) - awaited;
    if (byTimestamp && !isEchoed) {
      isTiming = false; // the peer has not agreed on timestamps
      return NONE;
    }
    if (beyond < 0) {
      return NONE;
    }
    isTiming = false;
    if (byTimestamp && beyond > 0) {
      return NONE; // it has echoed those around this one (RFC 7323 §4.3)
    }
    long nanos = Math.max(0, nowNanos - beganNanos);
    smoothedNanos = isMeasured ? smoothedNanos + GAIN * (nanos - smoothedNanos) : nanos;
    isMeasured = true;
    return nanos;
  }

  /** Returns the smoothed round trip (RFC 6298 §2); 0 before the first. */
  double smoothedNanos() {
    return smoothedNanos;
  }
}
