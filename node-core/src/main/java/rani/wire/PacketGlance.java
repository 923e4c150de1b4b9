// SPDX-License-Identifier: Apache-2.0
package rani.wire;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a packet that traces print, read at once. A packet often has several events in a
 * row: a caller can detect this, and reuse what it made of the packet.
 *
 * <p>The frame has passed {@link Frame#check}.
 */
public final class PacketGlance {
  /** The result of {@link #service} for a passive packet. */
  public static final int NO_SERVICE = -1;

  private static final int ADDRESSES = Ipv4Header.LENGTH - Long.BYTES;
  private static final int ID_SHIFT = 16;
  private static final int LENGTH_SHIFT = 32;

  /** The first eight bytes of the IPv4 header; no packet's are 0. */
  private long lengthAndId;

  private long addresses;
  private long ports;
  private int protocol;
  private int service;
  private boolean control;

  /** Has seen nothing. */
  public PacketGlance() {
    // Javac's lint wants an explicit public constructor.
  }

  /**
   * A frame with these fields; the rest is zero. It turns the text of a packet in a trace back into
   * a packet.
   *
   * @param addressPair as {@link #addresses} answers
   * @param portPair as {@link #ports} answers; ignored where the protocol has none
   * @param askedService as {@link #service} answers
   * @return the frame, in memory that needs no release; null if no packet is of that kind
   */
  public static @Nullable ByteBuf frame(
      long addressPair,
      int ipProtocol,
      int identification,
      int length,
      long portPair,
      int askedService,
      boolean isControl) {
    int bodyBytes = length - Ipv4Header.LENGTH;
    if (bodyBytes < Frame.bodyBytesMin(ipProtocol)) {
      return null;
    }
    ByteBuf frame = Unpooled.wrappedBuffer(new byte[Frame.LENGTH_MIN + bodyBytes]);
    int source = (int) (addressPair >>> Integer.SIZE);
    boolean active = askedService != NO_SERVICE;
    RaniHeader.write(frame, 0, active, active ? askedService : 0, 0, source);
    int ip = RaniHeader.LENGTH;
    int dscp = isControl ? Ipv4Header.DSCP_CONTROL : 0;
    Ipv4Header.write(frame, ip, length, identification, ipProtocol, source, (int) addressPair);
    Ipv4Header.dscp(frame, ip, dscp);
    Frame.ports(frame, ip, ipProtocol, (int) portPair);
    return Frame.isControl(frame) == isControl ? frame : null;
  }

  /** Reads a packet; true if all fields are those of the packet read last. */
  public boolean isAgain(ByteBuf frame) {
    int at = frame.readerIndex();
    int ip = at + RaniHeader.length(frame, at);
    long sawLengthAndId = lengthAndId;
    long sawAddresses = addresses;
    long sawPorts = ports;
    int sawProtocol = protocol;
    int sawService = service;
    lengthAndId = frame.getLong(ip);
    addresses = frame.getLong(ip + ADDRESSES);
    protocol = Ipv4Header.protocol(frame, ip);
    ports = Frame.ports(frame, ip, protocol);
    boolean active = RaniHeader.act(frame, at);
    service = active ? RaniHeader.service(frame, at) : NO_SERVICE;
    control = Frame.isControl(lengthAndId, protocol, active);
    return lengthAndId == sawLengthAndId
        && addresses == sawAddresses
        && ports == sawPorts
        && protocol == sawProtocol
        && service == sawService;
  }

  /** The virtual address of the source. */
  public int source() {
    return (int) (addresses >>> Integer.SIZE);
  }

  /** The virtual address of the destination. */
  public int destination() {
    return (int) addresses;
  }

  /** Both addresses, the source's first. */
  public long addresses() {
    return addresses;
  }

  /** IP protocol number, 0…255. */
  public int protocol() {
    return protocol;
  }

  /** IPv4 identification, 0…65535. */
  public int identification() {
    return (int) (lengthAndId >>> ID_SHIFT) & 0xFFFF;
  }

  /** IPv4 total length. */
  public int lengthBytes() {
    return (int) (lengthAndId >>> LENGTH_SHIFT) & 0xFFFF;
  }

  /** Both ports, the source's in the upper half; {@link Frame#NO_PORT} where there are none. */
  public long ports() {
    return ports;
  }

  /** Whether the packet has ports. */
  public boolean hasPorts() {
    return ports != Frame.NO_PORT;
  }

  /** The source port, where there is one. */
  public int sourcePort() {
    return (int) (ports >>> Short.SIZE);
  }

  /** The destination port, where there is one. */
  public int destinationPort() {
    return (int) ports & 0xFFFF;
  }

  /** The service that an active packet names, or {@link #NO_SERVICE}. */
  public int service() {
    return service;
  }

  /** Whether the packet is of the control class, {@link Frame#isControl}. */
  public boolean isControl() {
    return control;
  }
}
