// SPDX-License-Identifier: Apache-2.0
package rani.flow;

/** One direction of a flow. Sequence numbers are compared modulo 2³² (RFC 9293 §3.4). */
final class HalfFlow {
  /** The largest window (RFC 7323 §2.3); a segment farther off is forged, or of another time. */
  static final int WINDOW_MAX = 1 << 30;

  private final HalfCounts counts = new HalfCounts();
  private final RoundTrips roundTrips = new RoundTrips();
  private long datagramBytes;

  /** When data was acknowledged last, or a datagram passed. */
  private long goodUntilNanos;

  private boolean isBegun;
  private int initial;

  /** The sequence number behind the highest that was seen. */
  private int next;

  /** The highest acknowledgment. */
  private int acknowledged;

  private boolean isEnded;
  private int finEnd;

  HalfCounts counts() {
    return counts;
  }

  /** Reports whether a segment was seen. */
  boolean isBegun() {
    return isBegun;
  }

  /** Reports whether a FIN was seen. */
  boolean isEnded() {
    return isEnded;
  }

  boolean isOtherSyn(TcpSegment syn) {
    return isBegun && syn.sequence() != initial;
  }

  /** Reports whether a reset may be of this connection; a receiver ignores others (RFC 5961 §3). */
  boolean mayReset(TcpSegment reset) {
    return !isBegun || reset.sequence() - acknowledged >= 0 && next - reset.sequence() >= 0;
  }

  void datagram(long nowNanos, int dataBytes) {
    datagramBytes += dataBytes;
    goodUntilNanos = nowNanos;
  }

  void segment(long nowNanos, TcpSegment segment) {
    int from = segment.sequence();
    if (!isBegun) {
      isBegun = true;
      initial = from;
      next = from;
      acknowledged = segment.isSyn() ? from + 1 : from;
    }
    int end = from + segment.sequenceLength();
    int behind = next - from;
    if (end - next > WINDOW_MAX || behind > WINDOW_MAX) {
      return;
    }
    if (segment.echoesCongestion()) {
      counts.congestionEcho();
    }
    if (behind > 0 && end != from && !isKeepAlive(segment, behind)) {
      counts.retransmission();
      roundTrips.retransmitted();
    }
    roundTrips.sent(nowNanos, segment, behind <= 0);
    if (end - next > 0) {
      next = end;
    }
    if (segment.isFin()) {
      isEnded = true;
      finEnd = end;
    }
  }

  /** An octet before an acknowledged end, which asks whether the peer lives (RFC 9293 §3.8.4). */
  private boolean isKeepAlive(TcpSegment segment, int behind) {
    return behind == 1 && segment.isOneOctet() && acknowledged == next;
  }

  /** Notes an acknowledgment by the other end. */
  void acknowledged(long nowNanos, TcpSegment by) {
    int to = by.acknowledgment();
    if (!isBegun || next - to < 0 || next - to > WINDOW_MAX) {
      return; // of what was not sent, or long ago
    }
    long nanos = roundTrips.acknowledged(nowNanos, by);
    if (nanos != RoundTrips.NONE) {
      counts.roundTrip(nanos);
    }
    int more = to - acknowledged;
    if (more > 0) {
      acknowledged = to;
      counts.acknowledged(isEnded && to == finEnd ? more - 1 : more);
      goodUntilNanos = nowNanos;
    }
  }

  FlowFacts.Half facts(boolean isTcp, long beganNanos) {
    long nanos = goodUntilNanos - beganNanos;
    return isTcp
        ? counts.ofTcp(
            HalfCounts.rate(counts.acknowledgedBytes(), nanos), roundTrips.smoothedNanos())
        : counts.ofUdp(datagramBytes, HalfCounts.rate(datagramBytes, nanos));
  }
}
