// SPDX-License-Identifier: Apache-2.0
package rani.wire;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a packet that traces print, read at once. A packet often has several events in a
 * row; a caller can detect this and reuse the text made for the packet. The frame has passed {@link
 * Frame#check}.
 */
public final class PacketGlance {
  /** Result of {@link #service} for a passive packet. */
  public static final int NO_SERVICE = -1;

  private static final int ADDRESSES = Ipv4Header.LENGTH - Long.BYTES;
  private static final int ID_SHIFT = 16;
  private static final int LENGTH_SHIFT = 32;

  /** The first eight bytes of the IPv4 header; never 0 once a packet was read. */
  private long lengthAndId;

  private long addresses;
  private long ports;
  private int protocol;
  private int service;
  private boolean control;

  /**
   * Turns the text of a packet in a trace back into a frame with these fields; all else is zero.
   *
   * @param addressPair as returned by {@link #addresses}
   * @param portPair as returned by {@link #ports}; ignored if the protocol has no ports, else
   *     {@link Frame#NO_PORT} of a fragment
   * @param askedService as returned by {@link #service}
   * @return the frame, in memory that needs no release; null if no packet has such fields
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
    boolean isFragment = portPair == Frame.NO_PORT && Frame.hasPorts(ipProtocol);
    if (bodyBytes < (isFragment ? 1 : Frame.bodyBytesMin(ipProtocol))) {
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
    if (isFragment) {
      Ipv4Header.laterFragment(frame, ip);
    } else {
      Frame.ports(frame, ip, ipProtocol, (int) portPair);
    }
    return Frame.isControl(frame) == isControl ? frame : null;
  }

  /** Reads a packet; true if all fields equal those of the packet read before. */
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

  public int source() {
    return (int) (addresses >>> Integer.SIZE);
  }

  public int destination() {
    return (int) addresses;
  }

  /** Returns both addresses, the source's in the upper half. */
  public long addresses() {
    return addresses;
  }

  public int protocol() {
    return protocol;
  }

  public int identification() {
    return (int) (lengthAndId >>> ID_SHIFT) & 0xFFFF;
  }

  public int lengthBytes() {
    return (int) (lengthAndId >>> LENGTH_SHIFT) & 0xFFFF;
  }

  /** Returns both ports, the source's in the upper half, or {@link Frame#NO_PORT}. */
  public long ports() {
    return ports;
  }

  public boolean hasPorts() {
    return ports != Frame.NO_PORT;
  }

  public int sourcePort() {
    return (int) (ports >>> Short.SIZE);
  }

  public int destinationPort() {
    return (int) ports & 0xFFFF;
  }

  /** Returns the service that an active packet names, or {@link #NO_SERVICE}. */
  public int service() {
    return service;
  }

  /** Reports whether the packet is of the control class, {@link Frame#isControl}. */
  public boolean isControl() {
    return control;
  }
}
