// SPDX-License-Identifier: Apache-2.0
package rani.node;

import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;
import rani.link.Originator;
import rani.wire.Frame;
import rani.wire.InternetChecksum;
import rani.wire.Ipv4Header;
import rani.wire.RaniHeader;
import rani.world.DropReason;

/**
 * The node's own ICMP (RFC 792): it answers echo requests, and reports dropped packets of edges to
 * their source, as routers and hosts do (RFC 1812 §5.2.7, RFC 1122 §3.2.2). About packets that
 * services send nothing is reported: they learn of losses by other means.
 */
final class Icmp {
  /** Bytes of the header: type, code, checksum, and four bytes that depend on the type. */
  static final int LENGTH = 8;

  /** Errors that may be sent within a second; more are suppressed (RFC 1812 §4.3.2.8). */
  static final int ERRORS_PER_SECOND_MAX = 1000;

  private static final int ECHO_REPLY = 0;
  private static final int UNREACHABLE = 3;
  private static final int REDIRECT = 5;
  private static final int ECHO_REQUEST = 8;
  private static final int TIME_EXCEEDED = 11;
  private static final int PARAMETER_PROBLEM = 12;

  private static final int NETWORK = 0;
  private static final int PROTOCOL = 2;
  private static final int PORT = 3;
  private static final int FRAGMENTATION_NEEDED = 4;

  private static final int CODE = 1;
  private static final int CHECKSUM = 2;
  private static final int REST = 4;
  private static final int POINTER_SHIFT = 24;

  /** Bytes of the dropped packet's payload in an error; its ports are among them. */
  private static final int QUOTED_BYTES = 8;

  private final Node node;
  private long secondBeginsNanos;
  private int errorsInSecond;
  private long echoes;
  private long errors;
  private long suppressed;

  Icmp(Node node) {
    this.node = node;
  }

  /** Whether a packet for this node is an echo request, which the node itself answers. */
  static boolean isEchoRequest(ByteBuf frame, int ip) {
    return Ipv4Header.protocol(frame, ip) == Ipv4Header.PROTOCOL_ICMP
        && !Ipv4Header.isFragment(frame, ip)
        && Ipv4Header.totalLength(frame, ip) >= Ipv4Header.LENGTH + LENGTH
        && frame.getUnsignedByte(ip + Ipv4Header.LENGTH) == ECHO_REQUEST;
  }

  /** Answers an echo request with the same data; false if its checksum is wrong. */
  boolean echo(long nowNanos, ByteBuf frame, int ip) {
    int length = Ipv4Header.totalLength(frame, ip) - Ipv4Header.LENGTH;
    int body = ip + Ipv4Header.LENGTH;
    if (InternetChecksum.fold(InternetChecksum.sum(frame, body, length, 0)) != 0) {
      return false;
    }
    ByteBuf reply = node.originator().payload(length).writeBytes(frame, body, length);
    int at = reply.readerIndex();
    int before = reply.getUnsignedShort(at);
    reply.setByte(at, ECHO_REPLY);
    int checksum = reply.getUnsignedShort(at + CHECKSUM);
    reply.setShort(
        at + CHECKSUM, InternetChecksum.updated(checksum, before, reply.getUnsignedShort(at)));
    echoes++;
    send(nowNanos, Ipv4Header.source(frame, ip), Ipv4Header.dscp(frame, ip), reply);
    return true;
  }

  /**
   * Reports a packet that is about to be dropped to its source, if an edge sent it. The MTU of the
   * link that the packet does not fit is ignored unless the packet is too big.
   */
  void report(long nowNanos, DropReason reason, ByteBuf frame, int mtuBytes) {
    int at = frame.readerIndex();
    int ip = at + RaniHeader.length(frame, at);
    if (RaniHeader.edge(RaniHeader.head(frame, at)) && mayReport(frame, ip)) {
      int protocol = Ipv4Header.protocol(frame, ip);
      boolean hasPorts = protocol == Ipv4Header.PROTOCOL_UDP || protocol == Ipv4Header.PROTOCOL_TCP;
      switch (reason) {
        case NO_ROUTE -> error(nowNanos, frame, ip, UNREACHABLE, NETWORK, 0);
        // A node puts no fragments together. Kernels overhear that this takes too long (code 1 of
        // time exceeded), so it says that nothing takes them.
        case NO_LISTENER, FRAGMENT ->
            error(nowNanos, frame, ip, UNREACHABLE, hasPorts ? PORT : PROTOCOL, 0);
        case TOO_BIG -> error(nowNanos, frame, ip, UNREACHABLE, FRAGMENTATION_NEEDED, mtuBytes);
        case TTL_EXCEEDED -> error(nowNanos, frame, ip, TIME_EXCEEDED, 0, 0);
        default -> {} // as kernels, which drop these in silence, too
      }
    }
  }

  /**
   * Reports a packet with options, which no node reads, to the edge that has sent it: a parameter
   * problem, which points at the first option (RFC 792). Other packets are not reported.
   */
  void reportOptions(long nowNanos, ByteBuf frame) {
    int ip = Frame.ipv4(frame);
    int header = Ipv4Header.headerWords(frame, ip) * 4;
    boolean hasOptions = header > Ipv4Header.LENGTH && frame.writerIndex() - ip >= header;
    if (hasOptions && Ipv4Header.source(frame, ip) == node.address() && mayReport(frame, ip)) {
      error(nowNanos, frame, ip, PARAMETER_PROBLEM, 0, Ipv4Header.LENGTH << POINTER_SHIFT);
    }
  }

  /** No error is about an ICMP error, nor about other fragments than the first (RFC 1122). */
  private static boolean mayReport(ByteBuf frame, int ip) {
    if (!Ipv4Header.isFirst(frame, ip)) {
      return false;
    }
    boolean isIcmp = Ipv4Header.protocol(frame, ip) == Ipv4Header.PROTOCOL_ICMP;
    return !isIcmp
        || Ipv4Header.totalLength(frame, ip) > Ipv4Header.LENGTH
            && !isError(frame.getUnsignedByte(ip + Ipv4Header.LENGTH));
  }

  private static boolean isError(int type) {
    return type == UNREACHABLE
        || type == REDIRECT
        || type == TIME_EXCEEDED
        || type == PARAMETER_PROBLEM;
  }

  private void error(long nowNanos, ByteBuf frame, int ip, int type, int code, int rest) {
    if (nowNanos - secondBeginsNanos >= 1_000_000_000L) {
      secondBeginsNanos = nowNanos;
      errorsInSecond = 0;
    }
    if (errorsInSecond == ERRORS_PER_SECOND_MAX) {
      suppressed++;
      return;
    }
    errorsInSecond++;
    errors++;
    int header = Ipv4Header.headerWords(frame, ip) * 4;
    int quoted = Math.min(header + QUOTED_BYTES, frame.writerIndex() - ip);
    ByteBuf message = node.originator().payload(LENGTH + quoted);
    int at = message.readerIndex();
    message.writeZero(LENGTH).writeBytes(frame, ip, quoted);
    message.setByte(at, type).setByte(at + CODE, code).setInt(at + REST, rest);
    long sum = InternetChecksum.sum(message, at, LENGTH + quoted, 0);
    message.setShort(at + CHECKSUM, InternetChecksum.fold(sum));
    send(nowNanos, Ipv4Header.source(frame, ip), Ipv4Header.DSCP_CONTROL, message);
  }

  private void send(long nowNanos, int destination, int dscp, ByteBuf message) {
    node.originate(
        nowNanos,
        node.originator()
            .packet(
                destination,
                Ipv4Header.PROTOCOL_ICMP,
                dscp,
                Ipv4Header.ECN_NOT_ECT,
                Originator.LIFETIME_MICROS,
                message));
  }

  /** What it has sent since the node's start; null before the first message. */
  NodeFacts.@Nullable OfIcmp facts() {
    return echoes + errors == 0 ? null : new NodeFacts.OfIcmp(echoes, errors, suppressed);
  }
}
