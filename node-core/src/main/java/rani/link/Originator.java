// SPDX-License-Identifier: Apache-2.0
package rani.link;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import rani.wire.Dscp;
import rani.wire.Frame;
import rani.wire.Ipv4Header;
import rani.wire.KeyedTrailer;
import rani.wire.MessageFormat;
import rani.wire.PacketPlan;
import rani.wire.RaniHeader;
import rani.wire.ServiceMessage;
import rani.wire.UdpFlow;
import rani.wire.UdpHeader;
import rani.world.DropReason;

/** Makes the packets that originate at this node, with its own address as PrevNode. */
public final class Originator {
  public static final long LIFETIME_MICROS = PacketPlan.LIFETIME_MICROS;

  public static final int DATA_BYTES_MAX =
      Ipv4Header.TOTAL_LENGTH_MAX - Ipv4Header.LENGTH - UdpHeader.LENGTH;

  private static final int PAYLOAD_BYTES_MAX = Ipv4Header.TOTAL_LENGTH_MAX - Ipv4Header.LENGTH;
  private static final int ECN_MAX = 3;

  private final ByteBufAllocator buffers;
  private final int ownAddress;
  private int identification;

  public Originator(ByteBufAllocator buffers, int ownAddress) {
    this.buffers = buffers;
    this.ownAddress = ownAddress;
  }

  /** Makes a passive UDP datagram with best-effort DSCP. */
  public ByteBuf datagram(UdpFlow flow, long lifetimeMicros, ByteBuf head, int dataLength) {
    return datagram(flow, 0, Dscp.BEST_EFFORT, lifetimeMicros, head, dataLength);
  }

  /**
   * Makes a UDP datagram. Zeros follow the head of its data.
   *
   * @param serviceNumber service of an active packet; 0 for a passive packet
   * @param dscp 0…63
   * @param lifetimeMicros 0…{@link RaniHeader#LIFETIME_MICROS_MAX}
   * @param head the first bytes of the data, from its reader index on; not released
   * @param dataLength length of the data, at least that of the head
   */
  public ByteBuf datagram(
      UdpFlow flow,
      int serviceNumber,
      int dscp,
      long lifetimeMicros,
      ByteBuf head,
      int dataLength) {
    if (dataLength < head.readableBytes() || dataLength > DATA_BYTES_MAX) {
      throw new IllegalArgumentException("a datagram cannot carry " + dataLength + " bytes");
    }
    requireLifetime(lifetimeMicros);
    int payloadLength = UdpHeader.LENGTH + dataLength;
    ByteBuf frame = Frame.allocate(buffers, payloadLength);
    int body = Frame.LENGTH_MIN;
    int headLength = head.readableBytes();
    frame.setBytes(body + UdpHeader.LENGTH, head, head.readerIndex(), headLength);
    frame.setZero(body + UdpHeader.LENGTH + headLength, dataLength - headLength);
    UdpHeader.write(frame, body, flow, headLength, dataLength, ownAddress);
    writeHeaders(
        frame,
        serviceNumber != 0,
        serviceNumber,
        lifetimeMicros,
        dscp,
        Ipv4Header.PROTOCOL_UDP,
        flow.destination());
    return frame;
  }

  public ByteBuf planned(PacketPlan plan) {
    int length = plan.lengthBytes() - Ipv4Header.LENGTH;
    ByteBuf frame = Frame.allocate(buffers, length);
    int body = Frame.LENGTH_MIN;
    boolean isUdp = plan.protocol() == Ipv4Header.PROTOCOL_UDP;
    int data = isUdp ? body + UdpHeader.LENGTH : body;
    int padding = data + plan.payload().length();
    plan.payload().copyTo(frame, data);
    frame.setZero(padding, body + length - padding);
    if (isUdp) {
      int dataLength = length - UdpHeader.LENGTH;
      UdpFlow flow = new UdpFlow(plan.destination(), plan.sourcePort(), plan.destinationPort());
      UdpHeader.write(frame, body, flow, dataLength, dataLength, ownAddress);
    }
    writeHeaders(
        frame,
        plan.active(),
        plan.serviceNumber(),
        plan.lifetimeMicros(),
        plan.dscp(),
        plan.protocol(),
        plan.destination());
    int ip = Frame.ipv4(frame);
    Ipv4Header.ecn(frame, ip, plan.ecn());
    Ipv4Header.ttl(frame, ip, plan.ttl());
    return frame;
  }

  /** Makes an active control packet that carries a service's message. */
  public ByteBuf message(int destination, int serviceNumber, ServiceMessage message) {
    ByteBuf frame = Frame.allocate(buffers, MessageFormat.length(message));
    MessageFormat.write(message, frame, Frame.LENGTH_MIN);
    writeHeaders(
        frame,
        true,
        serviceNumber,
        LIFETIME_MICROS,
        Ipv4Header.DSCP_CONTROL,
        Ipv4Header.PROTOCOL_SERVICE,
        destination);
    return frame;
  }

  /** Allocates an empty buffer for a payload, with room in front for a frame's headers. */
  public ByteBuf payload(int length) {
    return Frame.allocate(buffers, length).setIndex(Frame.LENGTH_MIN, Frame.LENGTH_MIN);
  }

  /**
   * Makes a passive packet of any protocol. A payload from {@link #payload} without other
   * references becomes the frame; any other is copied.
   *
   * @param protocol IP protocol, 0…255
   * @param dscp 0…63
   * @param ecn the ECN field, 0…3
   * @param lifetimeMicros 0…{@link RaniHeader#LIFETIME_MICROS_MAX}
   * @param payload readable bytes are the IPv4 payload; the reference is taken over, except by a
   *     call that throws
   */
  public ByteBuf packet(
      int destination, int protocol, int dscp, int ecn, long lifetimeMicros, ByteBuf payload) {
    int length = payload.readableBytes();
    if (length > PAYLOAD_BYTES_MAX) {
      throw new IllegalArgumentException("a packet cannot carry " + length + " bytes");
    }
    if (ecn < 0 || ecn > ECN_MAX || protocol < 0 || protocol > 0xFF) {
      throw new IllegalArgumentException("no packet of protocol " + protocol + " and ECN " + ecn);
    }
    requireLifetime(lifetimeMicros);
    ByteBuf frame = framed(payload, Frame.LENGTH_MIN);
    writeHeaders(frame, false, 0, lifetimeMicros, dscp, protocol, destination);
    if (ecn != Ipv4Header.ECN_NOT_ECT) {
      Ipv4Header.ecn(frame, Frame.ipv4(frame), ecn);
    }
    DropReason malformed = Frame.check(frame); // a protocol's own header, such as RDP's ports
    if (malformed != null) {
      abandon(frame, payload);
      throw new IllegalArgumentException(
          "no packet of protocol " + protocol + " with such a payload: " + malformed.text());
    }
    if (frame != payload) {
      payload.release();
    }
    return frame;
  }

  /**
   * A packet that an edge made; its IPv4 header stays as it is. A buffer made by {@link #payload}
   * with no other reference becomes the frame; any other is copied.
   *
   * @param lifetimeMicros 0…{@link RaniHeader#LIFETIME_MICROS_MAX}
   * @param packet its readable bytes are the IPv4 packet; taken over, except by a call that throws
   * @return the frame, which {@link Frame#check} may refuse
   */
  public ByteBuf ofEdge(long lifetimeMicros, ByteBuf packet) {
    requireLifetime(lifetimeMicros);
    ByteBuf frame = framed(packet, RaniHeader.LENGTH);
    int at = frame.readerIndex();
    RaniHeader.write(frame, at, false, 0, lifetimeMicros, ownAddress);
    RaniHeader.edge(frame, at);
    if (frame != packet) {
      packet.release();
    }
    return frame;
  }

  private static void abandon(ByteBuf frame, ByteBuf payload) {
    if (frame == payload) {
      payload.skipBytes(Frame.LENGTH_MIN);
    } else {
      frame.release();
    }
  }

  /** A frame with so many bytes of headers, yet to be written, before what a buffer holds. */
  private ByteBuf framed(ByteBuf payload, int headersLength) {
    int front = payload.readerIndex() - headersLength;
    if (front >= 0 && payload.refCnt() == 1 && !payload.isReadOnly()) {
      return payload.readerIndex(front);
    }
    int length = payload.readableBytes();
    int capacity = headersLength + length + KeyedTrailer.LENGTH;
    return buffers
        .buffer(headersLength + length, capacity)
        .writeZero(headersLength)
        .writeBytes(payload, payload.readerIndex(), length);
  }

  private static void requireLifetime(long lifetimeMicros) {
    if (lifetimeMicros < 0 || lifetimeMicros > RaniHeader.LIFETIME_MICROS_MAX) {
      throw new IllegalArgumentException("a packet cannot live " + lifetimeMicros + " us");
    }
  }

  private void writeHeaders(
      ByteBuf frame,
      boolean act,
      int serviceNumber,
      long lifetimeMicros,
      int dscp,
      int protocol,
      int destination) {
    int at = frame.readerIndex();
    RaniHeader.write(frame, at, act, serviceNumber, lifetimeMicros, ownAddress);
    int ip = at + RaniHeader.LENGTH;
    int length = frame.readableBytes() - RaniHeader.LENGTH;
    int number = identification++ & 0xFFFF;
    Ipv4Header.write(frame, ip, length, number, protocol, ownAddress, destination);
    if (dscp != Dscp.BEST_EFFORT) {
      Ipv4Header.dscp(frame, ip, dscp);
    }
  }
}
