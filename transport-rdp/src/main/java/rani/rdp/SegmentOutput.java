// SPDX-License-Identifier: Apache-2.0
package rani.rdp;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import org.jspecify.annotations.Nullable;
import rani.rdp.congestion.RttEstimator;
import rani.rdp.segment.RdpHeader;
import rani.rdp.segment.RouterState;
import rani.rdp.segment.Segment;
import rani.rdp.segment.SynParameters;

/** Writes a connection's segments, with the fields of both halves. */
final class SegmentOutput {
  private static final int IPV4_HEADER_BYTES = 20;
  private static final int EACK_BYTES = 4;
  private static final int ECN_NOT_ECT = 0;
  private static final int ECN_ECT_0 = 2;
  private static final int ECN_CE = 3;
  private static final int SATURATED = 0xFFFF;
  private static final double MILLISECOND = 1e6;

  private final RdpEndpoint endpoint;
  private final RdpConnection.Key key;
  private final RdpConfig.Wire wire;
  private final Sender sender;
  private final Receiver receiver;
  private final RttEstimator rtt;

  /** True if both ends support ECN. */
  boolean ecn;

  private boolean echoesMarks;

  SegmentOutput(
      RdpEndpoint endpoint,
      RdpConnection.Key key,
      RdpConfig.Wire wire,
      Sender sender,
      Receiver receiver,
      RttEstimator rtt) {
    this.endpoint = endpoint;
    this.key = key;
    this.wire = wire;
    this.sender = sender;
    this.receiver = receiver;
    this.rtt = rtt;
  }

  /** Returns the bytes before the data in a packet without EACKs, IPv4 header included. */
  int headerBytes() {
    boolean showsState = wire.routerState() || ecn;
    return IPV4_HEADER_BYTES + RdpHeader.LENGTH + (showsState ? 2 * RouterState.WORDS : 0);
  }

  /** Notes congestion marks, each echoed until the sender confirms by CWR (RFC 3168 §6.1.3). */
  void heedMarks(Segment segment, int ecnField) {
    RouterState shown = segment.routerState();
    if (ecn && shown != null && shown.has(RouterState.CWR)) {
      echoesMarks = false;
    }
    if (ecn && ecnField == ECN_CE) {
      echoesMarks = true;
    }
  }

  /** Sends a SYN, or a SYN with ACK. */
  void syn(long nowNanos, boolean answers, int iss, SynParameters parameters) {
    put(
        nowNanos,
        new Segment(
            Segment.SYN | (answers ? Segment.ACK : 0),
            key.localPort(),
            key.remotePort(),
            iss,
            answers ? receiver.cur() : 0,
            parameters,
            Segment.NO_EACKS,
            null,
            Unpooled.EMPTY_BUFFER),
        ECN_NOT_ECT);
  }

  /**
   * Sends data or a NUL with an acknowledgement, whose EACKs fill a packet up to {@code bytesMax}.
   * Returns true if the acknowledgement is complete.
   */
  boolean data(long nowNanos, InFlight.Entry entry, boolean again, int bytesMax) {
    ByteBuf message = entry.message;
    RouterState shown = shownState(message != null);
    int[] eacks = receiver.eacks((bytesMax - headerBytes() - entry.bytes) / EACK_BYTES);
    put(
        nowNanos,
        new Segment(
            Segment.ACK
                | (message == null ? Segment.NUL : 0)
                | (eacks.length > 0 ? Segment.EACK : 0),
            key.localPort(),
            key.remotePort(),
            entry.sequence,
            receiver.cur(),
            null,
            eacks,
            shown,
            message == null ? Unpooled.EMPTY_BUFFER : message),
        // RFC 3168 §6.1.5: retransmissions are not ECN-capable.
        ecn && !again && message != null ? ECN_ECT_0 : ECN_NOT_ECT);
    return eacks.length > 0 || !receiver.hasHoles();
  }

  /**
   * Sends an acknowledgement with the sequence number of the next segment (RFC 908 §4.4). EACKs
   * fill a packet up to {@code bytesMax}. Routers see the sender's state if {@code showsState}.
   */
  void acknowledgement(long nowNanos, int bytesMax, boolean showsState) {
    int[] eacks = receiver.eacks((bytesMax - headerBytes()) / EACK_BYTES);
    put(
        nowNanos,
        new Segment(
            Segment.ACK | (eacks.length > 0 ? Segment.EACK : 0),
            key.localPort(),
            key.remotePort(),
            sender.inFlight.next(),
            receiver.cur(),
            null,
            eacks,
            showsState || echoesMarks ? stateWith(echoesMarks ? RouterState.ECE : 0) : null,
            Unpooled.EMPTY_BUFFER),
        ECN_NOT_ECT);
  }

  /**
   * Sends a RST without ACK, an orderly close. Its acknowledgement number tells the peer whether
   * all its data has arrived, in case the last ACK was lost. Elsewhere that number is invalid
   * without ACK.
   */
  void close(long nowNanos, int sequence) {
    put(
        nowNanos,
        Segment.bare(Segment.RST, key.localPort(), key.remotePort(), sequence, receiver.cur()),
        ECN_NOT_ECT);
  }

  /** Sends a RST with ACK, which aborts, refuses, or answers a RST. */
  void reset(long nowNanos, int sequence) {
    put(
        nowNanos,
        Segment.bare(
            Segment.RST | Segment.ACK, key.localPort(), key.remotePort(), sequence, receiver.cur()),
        ECN_NOT_ECT);
  }

  private @Nullable RouterState shownState(boolean carriesData) {
    int flags =
        (echoesMarks ? RouterState.ECE : 0)
            | (ecn && sender.closes.takeCwr() ? RouterState.CWR : 0)
            | (wire.media() && carriesData ? RouterState.MEDIA : 0);
    return wire.routerState() || flags != 0 ? stateWith(flags) : null;
  }

  private RouterState stateWith(int flags) {
    return new RouterState(
        flags,
        sender.state().ordinal(),
        sender.closes.epoch(),
        saturated(sender.cwnd()),
        saturated(sender.ssthresh()),
        saturated(rtt.srttNanos() / MILLISECOND),
        0);
  }

  private static int saturated(double value) {
    return (int) Math.min(value, SATURATED);
  }

  private void put(long nowNanos, Segment segment, int ecnField) {
    endpoint.put(nowNanos, key.remoteAddress(), segment, wire.checksum(), wire.dscp(), ecnField);
  }
}
