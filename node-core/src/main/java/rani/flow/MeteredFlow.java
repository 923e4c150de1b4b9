// SPDX-License-Identifier: Apache-2.0
package rani.flow;

import rani.wire.FlowKey;
import rani.wire.Ipv4Header;
import rani.wire.UdpHeader;

/** One flow between an edge and its node. */
final class MeteredFlow {
  private long beganNanos;
  private final FlowSums.Adder past;
  private HalfFlow sent = new HalfFlow();
  private HalfFlow received = new HalfFlow();
  private boolean isReset;
  private boolean usesEcn;

  /** Begins a flow; what an earlier connection of the same ports came to is added to the past. */
  MeteredFlow(long nowNanos, FlowSums.Adder past) {
    this.beganNanos = nowNanos;
    this.past = past;
  }

  HalfFlow sent() {
    return sent;
  }

  HalfFlow received() {
    return received;
  }

  long bytes() {
    return sent.counts().bytes() + received.counts().bytes();
  }

  private HalfFlow half(boolean isSent) {
    return isSent ? sent : received;
  }

  void packet(boolean isSent, int lengthBytes, int ecn) {
    half(isSent).counts().packet(lengthBytes, ecn == Ipv4Header.ECN_CE);
  }

  void datagram(long nowNanos, boolean isSent, int bodyBytes) {
    half(isSent).datagram(nowNanos, Math.max(0, bodyBytes - UdpHeader.LENGTH));
  }

  void segment(long nowNanos, boolean isSent, TcpSegment segment) {
    if (segment.opens() && (isReset || isClosed() || half(isSent).isOtherSyn(segment))) {
      if (!isSent && isOpen()) {
        return; // an IP stack does not believe it (RFC 9293 §3.10.7.4)
      }
      begin(nowNanos);
    }
    HalfFlow from = half(isSent);
    if (segment.isReset()) {
      isReset |= from.mayReset(segment);
      return;
    }
    from.segment(nowNanos, segment);
    if (segment.acknowledges()) {
      half(!isSent).acknowledged(nowNanos, segment);
      usesEcn |= segment.acceptsEcn();
    }
  }

  private boolean isOpen() {
    return !isReset
        && sent.isBegun()
        && received.isBegun()
        && !sent.isEnded()
        && !received.isEnded();
  }

  private void begin(long nowNanos) {
    past.add(this);
    beganNanos = nowNanos;
    sent = new HalfFlow();
    received = new HalfFlow();
    isReset = false;
    usesEcn = false;
  }

  private boolean isClosed() {
    return sent.isEnded() && received.isEnded();
  }

  private String state() {
    if (isReset) {
      return "reset";
    }
    if (isClosed()) {
      return "closed";
    }
    if (sent.isEnded() || received.isEnded()) {
      return "closing";
    }
    return isOpen() ? "open" : "opening";
  }

  FlowFacts facts(FlowKey key, long lastNanos) {
    boolean isTcp = key.protocol() == Ipv4Header.PROTOCOL_TCP;
    return new FlowFacts(
        key.toString(),
        isTcp ? state() : null,
        isTcp ? usesEcn : null,
        beganNanos,
        lastNanos,
        sent.facts(isTcp, beganNanos),
        received.facts(isTcp, beganNanos));
  }
}
