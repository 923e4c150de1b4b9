// SPDX-License-Identifier: Apache-2.0
package rani.link;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import rani.wire.Frame;
import rani.wire.Ipv4Header;
import rani.wire.RaniHeader;
import rani.wire.ServiceMessage;
import rani.wire.ServiceMessageCodec;
import rani.wire.UdpHeader;

/** Makes the packets that begin at this node. "The injecting node writes itself" as PrevNode. */
public final class Originator {
  /** The life of a packet whose maker says nothing: 10 s (papers' RANI §5.1). */
  public static final long LIFETIME_MICROS = 10_000_000;

  /** The most data a datagram can carry. */
  public static final int DATA_BYTES_MAX =
      Ipv4Header.TOTAL_LENGTH_MAX - Ipv4Header.LENGTH - UdpHeader.LENGTH;

  private final ByteBufAllocator buffers;
  private final int ownAddress;
  private int identification;

  /** Makes packets of {@code ownAddress}. */
  public Originator(ByteBufAllocator buffers, int ownAddress) {
    this.buffers = buffers;
    this.ownAddress = ownAddress;
  }

  /**
   * A passive UDP datagram. Its data is zero but for the head that is given.
   *
   * @param control whether it passes beside queues
   * @param lifetimeMicros 0…{@link RaniHeader#LIFETIME_MICROS_MAX}
   * @param head the first bytes of the data, read from its reader index; not released
   * @param dataLength bytes of data in all, at least those of the head
   */
  public ByteBuf datagram(
      int destination,
      int sourcePort,
      int destinationPort,
      boolean control,
      long lifetimeMicros,
      ByteBuf head,
      int dataLength) {
    if (dataLength < head.readableBytes() || dataLength > DATA_BYTES_MAX) {
      throw new IllegalArgumentException("a datagram cannot carry " + dataLength + " bytes");
    }
    if (lifetimeMicros < 0 || lifetimeMicros > RaniHeader.LIFETIME_MICROS_MAX) {
      throw new IllegalArgumentException("a packet cannot live " + lifetimeMicros + " us");
    }
    int payloadLength = UdpHeader.LENGTH + dataLength;
    ByteBuf frame = Frame.allocate(buffers, payloadLength);
    int body = Frame.LENGTH_MIN;
    int headLength = head.readableBytes();
    frame.setBytes(body + UdpHeader.LENGTH, head, head.readerIndex(), headLength);
    frame.setZero(body + UdpHeader.LENGTH + headLength, dataLength - headLength);
    UdpHeader.write(frame, body, sourcePort, destinationPort, dataLength, ownAddress, destination);
    writeHeaders(frame, false, 0, lifetimeMicros, control, Ipv4Header.PROTOCOL_UDP, destination);
    return frame;
  }

  /** An active control packet that carries a service's message. */
  public ByteBuf message(int destination, int serviceNumber, ServiceMessage message) {
    ByteBuf frame = Frame.allocate(buffers, ServiceMessageCodec.length(message));
    ServiceMessageCodec.write(message, frame, Frame.LENGTH_MIN);
    writeHeaders(
        frame,
        true,
        serviceNumber,
        LIFETIME_MICROS,
        true,
        Ipv4Header.PROTOCOL_SERVICE,
        destination);
    return frame;
  }

  private void writeHeaders(
      ByteBuf frame,
      boolean act,
      int serviceNumber,
      long lifetimeMicros,
      boolean control,
      int protocol,
      int destination) {
    RaniHeader.write(frame, 0, act, serviceNumber, lifetimeMicros, ownAddress);
    Ipv4Header.write(
        frame,
        RaniHeader.LENGTH,
        control ? Ipv4Header.DSCP_CONTROL : 0,
        frame.readableBytes() - RaniHeader.LENGTH,
        identification++ & 0xFFFF,
        protocol,
        ownAddress,
        destination);
  }
}
