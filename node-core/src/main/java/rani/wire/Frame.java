// SPDX-License-Identifier: Apache-2.0
package rani.wire;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import org.jspecify.annotations.Nullable;
import rani.world.DropReason;

/**
 * Frame as nodes forward it: RANI header, IPv4 packet and, on a keyed link, a trailer. The readable
 * bytes of one buffer are the frame. {@link #check} validates it; after that the accessors cannot
 * fail.
 */
public final class Frame {
  /** The shortest frame: two bare headers. */
  public static final int LENGTH_MIN = RaniHeader.LENGTH + Ipv4Header.LENGTH;

  /** The longest frame: the largest packet with every header at its longest. */
  public static final int LENGTH_MAX =
      RaniHeader.WORDS_MAX * 4 + Ipv4Header.TOTAL_LENGTH_MAX + KeyedTrailer.LENGTH;

  /** Result of {@link #destinationPort} for packets without ports. */
  public static final int NO_PORT = -1;

  /**
   * The largest IPv4 total length of a packet that is control by its DSCP and size alone. An
   * acknowledgement or a router's request fits, but not much data.
   */
  public static final int CONTROL_BYTES_MAX = 64;

  private static final int RDP_PORTS = FlowKey.PORTS_END - 4;
  private static final int TCP_HEADER_BYTES_MIN = 20;
  private static final int TCP_DATA_OFFSET = 12;
  private static final int RDP_DATA_LENGTH = FlowKey.PORTS_END;
  private static final int RANI_WORDS_MIN = RaniHeader.LENGTH / 4;
  private static final int SETTLED_SPARE = 64;

  private Frame() {}

  /** Returns why an arriving frame is dropped; null if it is valid and accessors may be used. */
  public static @Nullable DropReason check(ByteBuf frame) {
    int at = frame.readerIndex();
    int length = frame.readableBytes();
    if (length < LENGTH_MIN) {
      return DropReason.BAD_LENGTH;
    }
    long head = RaniHeader.head(frame, at);
    if (RaniHeader.version(head) != RaniHeader.VERSION) {
      return DropReason.BAD_VERSION;
    }
    int carriage = RaniHeader.length(head);
    if (carriage < RANI_WORDS_MIN * 4 || carriage > RaniHeader.WORDS_MAX * 4) {
      return DropReason.BAD_HEADER;
    }
    int trailer = RaniHeader.keyed(head) ? KeyedTrailer.LENGTH : 0;
    if (length < carriage + Ipv4Header.LENGTH + trailer) {
      return DropReason.BAD_LENGTH;
    }
    DropReason malformed = Ipv4Header.check(frame, at + carriage, length - carriage - trailer);
    return malformed == null && RaniHeader.act(head) && Ipv4Header.isFragment(frame, at + carriage)
        ? DropReason.FRAGMENT
        : malformed;
  }

  public static int ipv4(ByteBuf frame) {
    int at = frame.readerIndex();
    return at + RaniHeader.length(frame, at);
  }

  public static int payload(ByteBuf frame) {
    return ipv4(frame) + Ipv4Header.LENGTH;
  }

  /** Returns the IPv4 total length, which rates, byte-mode queues and statistics count. */
  public static int length(ByteBuf frame) {
    return Ipv4Header.totalLength(frame, ipv4(frame));
  }

  public static int source(ByteBuf frame) {
    return Ipv4Header.source(frame, ipv4(frame));
  }

  public static int destination(ByteBuf frame) {
    return Ipv4Header.destination(frame, ipv4(frame));
  }

  /** Returns the source port of UDP, TCP or RDP; {@link #NO_PORT} of others and of fragments. */
  public static int sourcePort(ByteBuf frame) {
    return (int) (ports(frame) >> Short.SIZE);
  }

  /** Returns the destination port of UDP, TCP or RDP; else {@link #NO_PORT}. */
  public static int destinationPort(ByteBuf frame) {
    long ports = ports(frame);
    return ports == NO_PORT ? NO_PORT : (int) ports & 0xFFFF;
  }

  private static long ports(ByteBuf frame) {
    int ip = ipv4(frame);
    return ports(frame, ip, Ipv4Header.protocol(frame, ip));
  }

  /**
   * Returns both ports, the source's in the upper half of 32 bits, or {@link #NO_PORT}. No fragment
   * has ports, so that all fragments of a datagram are one flow.
   */
  static long ports(ByteBuf frame, int ip, int protocol) {
    int offset = portsOffset(protocol);
    return offset == NO_PORT || Ipv4Header.isFragment(frame, ip)
        ? NO_PORT
        : frame.getUnsignedInt(ip + Ipv4Header.LENGTH + offset);
  }

  /** Reports whether the packets of a protocol have ports, unless they are fragments. */
  static boolean hasPorts(int protocol) {
    return portsOffset(protocol) != NO_PORT;
  }

  /** Returns the offset of the two ports in the payload, or {@link #NO_PORT}. */
  private static int portsOffset(int protocol) {
    return switch (protocol) {
      case Ipv4Header.PROTOCOL_UDP, Ipv4Header.PROTOCOL_TCP -> 0;
      case Ipv4Header.PROTOCOL_RDP -> RDP_PORTS;
      default -> NO_PORT;
    };
  }

  /** Returns the shortest IPv4 payload of a protocol in bytes, unless it is a fragment. */
  static int bodyBytesMin(int protocol) {
    return switch (protocol) {
      case Ipv4Header.PROTOCOL_UDP -> UdpHeader.LENGTH;
      case Ipv4Header.PROTOCOL_RDP -> FlowKey.PORTS_END;
      case Ipv4Header.PROTOCOL_TCP -> TCP_HEADER_BYTES_MIN;
      default -> 0;
    };
  }

  /** Writes both ports into a zeroed IPv4 payload; of UDP, writes the whole header. */
  static void ports(ByteBuf frame, int ip, int protocol, int ports) {
    int body = ip + Ipv4Header.LENGTH;
    switch (protocol) {
      case Ipv4Header.PROTOCOL_UDP ->
          UdpHeader.write(
              frame,
              body,
              new UdpFlow(Ipv4Header.destination(frame, ip), ports >>> Short.SIZE, ports & 0xFFFF),
              0,
              Ipv4Header.totalLength(frame, ip) - Ipv4Header.LENGTH - UdpHeader.LENGTH,
              Ipv4Header.source(frame, ip));
      case Ipv4Header.PROTOCOL_RDP, Ipv4Header.PROTOCOL_TCP ->
          frame.setInt(body + portsOffset(protocol), ports);
      default -> {}
    }
  }

  /** Reports whether UDP, TCP or RDP carries data; true for other protocols and fragments. */
  public static boolean hasData(ByteBuf frame) {
    int ip = ipv4(frame);
    if (Ipv4Header.isFragment(frame, ip)) {
      return true;
    }
    int body = ip + Ipv4Header.LENGTH;
    int length = Ipv4Header.totalLength(frame, ip) - Ipv4Header.LENGTH;
    return switch (Ipv4Header.protocol(frame, ip)) {
      case Ipv4Header.PROTOCOL_UDP -> length > UdpHeader.LENGTH;
      case Ipv4Header.PROTOCOL_RDP ->
          length > RDP_DATA_LENGTH + 1 && frame.getUnsignedShort(body + RDP_DATA_LENGTH) > 0;
      case Ipv4Header.PROTOCOL_TCP ->
          length > (frame.getUnsignedByte(body + TCP_DATA_OFFSET) >>> 4) * 4;
      default -> true;
    };
  }

  /** Reports whether the packet is ECN-capable (RFC 3168 §5: ECT, or already marked). */
  public static boolean isEcnCapable(ByteBuf frame) {
    return Ipv4Header.ecn(frame, ipv4(frame)) != Ipv4Header.ECN_NOT_ECT;
  }

  /**
   * Reports whether the packet is of the control class, which bypasses the queues within a share of
   * a link's rate. A code point only requests a treatment (RFC 2474 §4), and the network decides
   * which packets get that of network control (RFC 4594 §3.2). A packet with CS6 is control if it
   * is a message of a node or service (protocol 253), if it is active, or if it is not longer than
   * {@link #CONTROL_BYTES_MAX}. All other packets are data.
   */
  public static boolean isControl(ByteBuf frame) {
    int at = frame.readerIndex();
    int ip = at + RaniHeader.length(frame, at);
    long head = Ipv4Header.head(frame, ip);
    return Ipv4Header.dscp(head) == Ipv4Header.DSCP_CONTROL
        && isControl(head, Ipv4Header.protocol(frame, ip), RaniHeader.act(frame, at));
  }

  /** Applies the rule of {@link #isControl(ByteBuf)} to the IPv4 header's first eight bytes. */
  static boolean isControl(long head, int protocol, boolean active) {
    return Ipv4Header.dscp(head) == Ipv4Header.DSCP_CONTROL
        && (active
            || protocol == Ipv4Header.PROTOCOL_SERVICE
            || Ipv4Header.totalLength(head) <= CONTROL_BYTES_MAX);
  }

  /** Allocates a frame with {@code payloadLength} unwritten bytes of IPv4 payload. */
  public static ByteBuf allocate(ByteBufAllocator buffers, int payloadLength) {
    int length = LENGTH_MIN + payloadLength;
    return buffers.buffer(length, length + KeyedTrailer.LENGTH).writerIndex(length);
  }

  /**
   * Returns a buffer that may be kept beyond the turn: the frame itself, or a copy if the frame
   * occupies only a small part of a large receive buffer. Takes the reference and returns one.
   */
  public static ByteBuf settled(ByteBufAllocator buffers, ByteBuf frame) {
    int length = frame.readableBytes();
    if (occupied(frame) <= 2 * length + SETTLED_SPARE) {
      return frame;
    }
    ByteBuf own = copy(buffers, frame);
    frame.release();
    return own;
  }

  public static ByteBuf copy(ByteBufAllocator buffers, ByteBuf frame) {
    int length = frame.readableBytes();
    return buffers
        .buffer(length, length + KeyedTrailer.LENGTH)
        .writeBytes(frame, frame.readerIndex(), length);
  }

  /** Returns the bytes that the frame keeps allocated, as a slice of a larger buffer. */
  private static int occupied(ByteBuf frame) {
    ByteBuf whole = frame;
    for (ByteBuf inner = frame.unwrap(); inner != null; inner = inner.unwrap()) {
      whole = inner;
    }
    return whole.capacity();
  }
}
