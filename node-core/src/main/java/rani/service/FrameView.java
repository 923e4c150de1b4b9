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

/** A packet as a service sees it, lent for one call. The node reuses one view for all packets. */
public final class FrameView {
  /** The {@link #arrivedNanos} of a packet that congested a queue. */
  public static final long NOT_KNOWN = Long.MIN_VALUE;

  private @Nullable ByteBuf frame;
  private @Nullable LinkId link;
  private long arrivedNanos;
  private int ip;

  /** Lends a checked frame until {@link #unwrap}; the node alone does so. */
  public FrameView wrap(ByteBuf frame, @Nullable LinkId link) {
    return wrap(frame, link, NOT_KNOWN);
  }

  /**
   * Lends a checked frame until {@link #unwrap}; the node alone does so.
   *
   * @param arrivedNanos when it came to this node, or was made here
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

  /** The frame itself, for what the view does not offer. Not to be kept or released. */
  public ByteBuf frame() {
    if (frame == null) {
      throw new IllegalStateException("a packet's view is used after the call it was lent for");
    }
    return frame;
  }

  /** The arrival link; null if it originates here. */
  public @Nullable LinkId link() {
    return link;
  }

  /** When it arrived at this node or was made here; {@link #NOT_KNOWN} as a queue is congested. */
  public long arrivedNanos() {
    return arrivedNanos;
  }

  /** The remaining hops: 255 less the nodes that have forwarded it. */
  public int ttl() {
    return Ipv4Header.ttl(frame(), ip);
  }

  /** Whether it is a control packet, {@link Frame#isControl}. */
  public boolean isControl() {
    return Frame.isControl(frame());
  }

  /** The source's virtual address. */
  public int source() {
    return Ipv4Header.source(frame(), ip);
  }

  /** The destination's virtual address. */
  public int destination() {
    return Ipv4Header.destination(frame(), ip);
  }

  /** The IP protocol. */
  public int protocol() {
    return Ipv4Header.protocol(frame(), ip);
  }

  /** The ECN field, 0…3 (RFC 3168 §5). */
  public int ecn() {
    return Ipv4Header.ecn(frame(), ip);
  }

  /** The differentiated services code point, 0…63. */
  public int dscp() {
    return Ipv4Header.dscp(frame(), ip);
  }

  /**
   * Marks a packet on its way with another code point; its ECN field stays.
   *
   * @param dscp 0…63
   * @throws IllegalArgumentException if one of the two would be network control: no packet becomes
   *     that on its way, or ceases to be
   */
  public void mark(int dscp) {
    if (dscp < 0 || dscp > Dscp.MAX || dscp == Ipv4Header.DSCP_CONTROL || isControl()) {
      throw new IllegalArgumentException("a packet is not marked " + dscp + " on its way");
    }
    Ipv4Header.dscp(frame(), ip, dscp);
  }

  /**
   * Truncates a packet. The caller ensures that what is left is a valid packet of its protocol.
   *
   * @param bytes the new IPv4 total length, no more than before
   */
  public void shorten(int bytes) {
    if (bytes < Ipv4Header.LENGTH || bytes > length()) {
      throw new IllegalArgumentException("a packet of " + length() + " B becomes none of " + bytes);
    }
    Ipv4Header.totalLength(frame(), ip, bytes);
    frame().writerIndex(ip + bytes);
  }

  /** IPv4 total length, in bytes. */
  public int length() {
    return Ipv4Header.totalLength(frame(), ip);
  }

  /** The virtual address of the last active node. */
  public int prevNode() {
    return RaniHeader.prevNode(frame(), frame().readerIndex());
  }

  /** The service that the packet asks for, or 0 if it is passive. */
  public int service() {
    int at = frame().readerIndex();
    return RaniHeader.act(frame(), at) ? RaniHeader.service(frame(), at) : 0;
  }

  /** Its remaining lifetime, in microseconds. */
  public long lifetimeMicros() {
    return RaniHeader.lifetimeMicros(frame(), frame().readerIndex());
  }

  /** Its flow under an identity. */
  public FlowKey flow(FlowIdentity identity) {
    return identity.of(frame());
  }

  /** The index of the IPv4 payload in {@link #frame}. */
  public int payloadIndex() {
    return ip + Ipv4Header.LENGTH;
  }

  /** Bytes of the IPv4 payload. */
  public int payloadLength() {
    return length() - Ipv4Header.LENGTH;
  }

  /** The source port of a UDP datagram. */
  public int sourcePort() {
    return UdpHeader.sourcePort(frame(), ip + Ipv4Header.LENGTH);
  }

  /** The destination port of a UDP datagram. */
  public int destinationPort() {
    return UdpHeader.destinationPort(frame(), ip + Ipv4Header.LENGTH);
  }

  /** Where the data of a UDP datagram begins in {@link #frame}. */
  public int dataIndex() {
    return ip + Ipv4Header.LENGTH + UdpHeader.LENGTH;
  }

  /** How many bytes of data a UDP datagram has. */
  public int dataLength() {
    return length() - Ipv4Header.LENGTH - UdpHeader.LENGTH;
  }

  /** Whether a UDP datagram sums to what its checksum says; the node checks passive ones alone. */
  public boolean checksumHolds() {
    return UdpHeader.checksumHolds(frame(), ip + Ipv4Header.LENGTH, source(), destination());
  }

  /**
   * Writes over bytes of a UDP datagram's data in place. Its length stays, and its checksum, right
   * or wrong, changes by what was written (RFC 1624), so that damage done before still shows.
   *
   * @param offset where in the data, even
   * @param bytes what is written, from its reader index on, an even number; not released
   * @throws IndexOutOfBoundsException if the data has no room for it there
   * @throws IllegalArgumentException if offset or length is odd, or it is no UDP datagram
   */
  public void rewrite(int offset, ByteBuf bytes) {
    int length = bytes.readableBytes();
    if (protocol() != Ipv4Header.PROTOCOL_UDP || (offset | length) % 2 != 0) {
      throw new IllegalArgumentException("a datagram's data is rewritten by whole 16-bit words");
    }
    Objects.checkFromIndexSize(offset, length, dataLength());
    UdpHeader.rewrite(frame(), ip + Ipv4Header.LENGTH, offset, bytes);
  }

  /** The service message it carries; null if it carries none of these that is well formed. */
  public @Nullable ServiceMessage message(List<MessageFormat> known) {
    int at = ip + Ipv4Header.LENGTH;
    return protocol() == Ipv4Header.PROTOCOL_SERVICE
        ? MessageFormat.read(known, frame(), at, length() - Ipv4Header.LENGTH)
        : null;
  }
}
