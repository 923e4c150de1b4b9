// SPDX-License-Identifier: Apache-2.0
package rani.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import rani.wire.Address;
import rani.wire.Ipv4Header;

/**
 * Segments made by hand, of a connection between port 4000 of an edge and port 80 of its peer.
 * Sequence numbers are relative to both initial ones.
 */
final class Conversation {
  static final int SYN = 0x02;
  static final int FIN = 0x01;
  static final int RST = 0x04;
  static final int ACK = 0x10;
  static final int ECE = 0x40;
  static final int CWR = 0x80;

  private static final int EDGE = Address.parse("10.0.0.1");
  private static final int PEER = Address.parse("10.0.0.3");

  private final FlowMeter meter;
  private final int edgeInitial;
  private final int peerInitial;
  private long nowNanos;
  private int timestamp;
  private int echo;
  private boolean hasTimestamps;
  private int ecn;
  private int edgePort = 4000;

  Conversation(FlowMeter meter, int edgeInitial, int peerInitial) {
    this.meter = meter;
    this.edgeInitial = edgeInitial;
    this.peerInitial = peerInitial;
  }

  Conversation() {
    this(new FlowMeter(), 0, 0);
  }

  FlowMeter meter() {
    return meter;
  }

  /** Lets time pass. */
  Conversation after(long millis) {
    nowNanos += TimeUnit.MILLISECONDS.toNanos(millis);
    return this;
  }

  /** Gives the next segment, and only that, timestamps. */
  Conversation stamped(int value, int echoed) {
    hasTimestamps = true;
    timestamp = value;
    echo = echoed;
    return this;
  }

  /** Gives the next packet, and only that, an ECN field. */
  Conversation ecn(int field) {
    ecn = field;
    return this;
  }

  Conversation port(int other) {
    edgePort = other;
    return this;
  }

  Conversation edge(int flags, int sequence, int acknowledgment, int dataBytes) {
    ByteBuf packet = segment(true, flags, sequence, acknowledgment, dataBytes);
    meter.sent(nowNanos, packet);
    return this;
  }

  Conversation peer(int flags, int sequence, int acknowledgment, int dataBytes) {
    ByteBuf packet = segment(false, flags, sequence, acknowledgment, dataBytes);
    meter.received(nowNanos, packet, packet.readerIndex(), packet.readableBytes());
    return this;
  }

  /** Opens the connection in 10 ms. */
  Conversation opened() {
    return edge(SYN, 0, 0, 0).after(10).peer(SYN | ACK, 0, 1, 0).edge(ACK, 1, 1, 0);
  }

  /** Makes a segment without sending it. */
  ByteBuf segment(boolean isEdge, int flags, int sequence, int acknowledgment, int dataBytes) {
    int header = hasTimestamps ? 32 : 20;
    ByteBuf packet = packet(isEdge, Ipv4Header.PROTOCOL_TCP, header + dataBytes);
    packet.setInt(24, (isEdge ? edgeInitial : peerInitial) + sequence);
    packet.setInt(28, (isEdge ? peerInitial : edgeInitial) + acknowledgment);
    packet.setShort(32, header / 4 << 12 | flags);
    if (hasTimestamps) {
      boolean isUsual = (flags & SYN) == 0; // SYNs have other options before them
      packet.setInt(40, isUsual ? 0x0101080A : 0x0402080A);
      packet.setInt(44, timestamp);
      packet.setInt(48, echo);
      hasTimestamps = false;
    }
    return packet;
  }

  ByteBuf packet(boolean isEdge, int protocol, int bodyBytes) {
    int length = Ipv4Header.LENGTH + bodyBytes;
    ByteBuf packet = Unpooled.wrappedBuffer(new byte[length]);
    Ipv4Header.write(packet, 0, length, 1, protocol, isEdge ? EDGE : PEER, isEdge ? PEER : EDGE);
    Ipv4Header.ecn(packet, 0, ecn);
    packet.setShort(20, isEdge ? edgePort : 80);
    packet.setShort(22, isEdge ? 80 : edgePort);
    ecn = 0;
    return packet;
  }

  FlowFacts facts() {
    return meter.latest(1).getFirst();
  }

  /** Returns the smoothed round trip of what the edge has sent. */
  double rttSeconds() {
    return Objects.requireNonNull(facts().sent().rttSeconds());
  }

  void expectRetransmissions(long sent, long received) {
    assertEquals(sent, facts().sent().retransmissions());
    assertEquals(received, facts().received().retransmissions());
  }
}
