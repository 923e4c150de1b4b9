// SPDX-License-Identifier: Apache-2.0
package rani.service;

import io.netty.buffer.ByteBuf;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import rani.wire.Dscp;
import rani.wire.FlowIdentity;
import rani.wire.FlowKey;
import rani.wire.Frame;
import rani.wire.Ipv4Header;
import rani.wire.MessageFormat;
import rani.wire.RaniHeader;
import rani.wire.ServiceMessage;
import rani.wire.UdpHeader;
import rani.world.LinkId;

/** A service's view of a packet, lent for one call. The node reuses one view for all packets. */
public final class FrameView {
  /** Result of {@link #arrivedNanos} for a packet that congested a queue. */
  public static final long NOT_KNOWN = Long.MIN_VALUE;

  private @Nullable ByteBuf frame;
  private @Nullable LinkId link;
  private long arrivedNanos;
  private int ip;

  /** Lends a checked frame until {@link #unwrap}. Only the node calls this. */
  public FrameView wrap(ByteBuf frame, @Nullable LinkId link) {
    return wrap(frame, link, NOT_KNOWN);
  }

  /**
   * Lends a checked frame until {@link #unwrap}. Only the node calls this.
   *
   * @param arrivedNanos time when the packet arrived at this node or originated here
   */
  public FrameView wrap(ByteBuf frame, @Nullable LinkId link, long arrivedNanos) {
    assert this.frame == null : "the view is lent already";
    this.frame = frame;
    this.link = link;
    this.arrivedNanos = arrivedNanos;
    this.ip = Frame.ipv4(frame);
    return this;
  }

  /** Ends the loan. */
  public void unwrap() {
    frame = null;
    link = null;
  }

  /** Returns the frame itself, which must not be kept or released. */
  public ByteBuf frame() {
    if (frame == null) {
      throw new IllegalStateException("a packet's view is used after the call it was lent for");
    }
    return frame;
  }

  /** Returns the arrival link; null if the packet originates here. */
  public @Nullable LinkId link() {
    return link;
  }

  /** Returns when the packet arrived or originated here, or {@link #NOT_KNOWN}. */
  public long arrivedNanos() {
    return arrivedNanos;
  }

  /** Returns the remaining hops: 255 minus the number of nodes that have forwarded the packet. */
  public int ttl() {
    return Ipv4Header.ttl(frame(), ip);
  }

  /** Reports whether the packet is a control packet, {@link Frame#isControl}. */
  public boolean isControl() {
    return Frame.isControl(frame());
  }

  /** Returns the source's virtual address. */
  public int source() {
    return Ipv4Header.source(frame(), ip);
  }

  /** Returns the destination's virtual address. */
  public int destination() {
    return Ipv4Header.destination(frame(), ip);
  }

  /** Returns the IP protocol. */
  public int protocol() {
    return Ipv4Header.protocol(frame(), ip);
  }

  /** Returns the ECN field, 0…3 (RFC 3168 §5). */
  public int ecn() {
    return Ipv4Header.ecn(frame(), ip);
  }

  /** Returns the differentiated services code point, 0…63. */
  public int dscp() {
    return Ipv4Header.dscp(frame(), ip);
  }

  /**
   * Rewrites the code point of a packet in transit and keeps its ECN field.
   *
   * @param dscp 0…63
   * @throws IllegalArgumentException if the old or the new code point is network control: no packet
   *     enters or leaves that class in transit
   */
  public void mark(int dscp) {
    if (dscp < 0 || dscp > Dscp.MAX || dscp == Ipv4Header.DSCP_CONTROL || isControl()) {
      throw new IllegalArgumentException("a packet is not marked " + dscp + " on its way");
    }
    Ipv4Header.dscp(frame(), ip, dscp);
  }

  /**
   * Truncates a packet. The caller ensures that the rest is a valid packet of its protocol.
   *
   * @param bytes the new IPv4 total length, not above the present one
   */
  public void shorten(int bytes) {
    if (bytes < Ipv4Header.LENGTH || bytes > length()) {
      throw new IllegalArgumentException("a packet of " + length() + " B becomes none of " + bytes);
    }
    Ipv4Header.totalLength(frame(), ip, bytes);
    frame().writerIndex(ip + bytes);
  }

  /** Returns the IPv4 total length in bytes. */
  public int length() {
    return Ipv4Header.totalLength(frame(), ip);
  }

  /** Returns the virtual address of the last active node. */
  public int prevNode() {
    return RaniHeader.prevNode(frame(), frame().readerIndex());
  }

  /** Returns the service that the packet asks for, or 0 if it is passive. */
  public int service() {
    int at = frame().readerIndex();
    return RaniHeader.act(frame(), at) ? RaniHeader.service(frame(), at) : 0;
  }

  /** Returns the remaining lifetime in microseconds. */
  public long lifetimeMicros() {
    return RaniHeader.lifetimeMicros(frame(), frame().readerIndex());
  }

  /** Returns the packet's flow under an identity. */
  public FlowKey flow(FlowIdentity identity) {
    return identity.of(frame());
  }

  /** Returns the index of the IPv4 payload in {@link #frame}. */
  public int payloadIndex() {
    return ip + Ipv4Header.LENGTH;
  }

  /** Returns the length of the IPv4 payload in bytes. */
  public int payloadLength() {
    return length() - Ipv4Header.LENGTH;
  }

  /** Returns the source port of a UDP datagram. */
  public int sourcePort() {
    return UdpHeader.sourcePort(frame(), ip + Ipv4Header.LENGTH);
  }

  /** Returns the destination port of a UDP datagram. */
  public int destinationPort() {
    return UdpHeader.destinationPort(frame(), ip + Ipv4Header.LENGTH);
  }

  /** Returns the index of a UDP datagram's data in {@link #frame}. */
  public int dataIndex() {
    return ip + Ipv4Header.LENGTH + UdpHeader.LENGTH;
  }

  /** Returns the length of a UDP datagram's data in bytes. */
  public int dataLength() {
    return length() - Ipv4Header.LENGTH - UdpHeader.LENGTH;
  }

  /** Reports whether a UDP checksum is right. The node itself checks it in passive packets only. */
  public boolean checksumHolds() {
    return UdpHeader.checksumHolds(frame(), ip + Ipv4Header.LENGTH, source(), destination());
  }

  /**
   * Overwrites bytes of a UDP datagram's data in place. The length stays. The checksum, right or
   * wrong, changes by the written bytes (RFC 1624), so that earlier damage stays detectable.
   *
   * @param offset offset in the data, even
   * @param bytes the new bytes from its reader index on, an even number; not released
   * @throws IndexOutOfBoundsException if the bytes exceed the data
   * @throws IllegalArgumentException if offset or length is odd, or the packet is no UDP datagram
   */
  public void rewrite(int offset, ByteBuf bytes) {
    int length = bytes.readableBytes();
    if (protocol() != Ipv4Header.PROTOCOL_UDP || (offset | length) % 2 != 0) {
      throw new IllegalArgumentException("a datagram's data is rewritten by whole 16-bit words");
    }
    Objects.checkFromIndexSize(offset, length, dataLength());
    UdpHeader.rewrite(frame(), ip + Ipv4Header.LENGTH, offset, bytes);
  }

  /** Returns the service message in the packet; null if there is none of a known format. */
  public @Nullable ServiceMessage message(List<MessageFormat> known) {
    int at = ip + Ipv4Header.LENGTH;
    return protocol() == Ipv4Header.PROTOCOL_SERVICE
        ? MessageFormat.read(known, frame(), at, length() - Ipv4Header.LENGTH)
        : null;
  }
}
