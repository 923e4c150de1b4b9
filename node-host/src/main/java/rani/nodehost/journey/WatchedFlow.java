// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.journey;

import io.netty.buffer.ByteBuf;
import java.util.regex.Pattern;
import rani.wire.Frame;
import rani.wire.Ipv4Header;
import rani.wire.PacketPlan;
import rani.wire.RaniHeader;

/**
 * Flow whose packets a node watches, in both directions.
 *
 * @param id name of the watch, chosen by the client
 * @param source virtual address
 * @param destination virtual address
 * @param protocol IPv4 protocol number, 0…255
 * @param sourcePort UDP port; 0 for every other protocol
 * @param destinationPort UDP port; 0 for every other protocol
 * @param forNanos duration from the first event on; above 0, at most {@link #NANOS_MAX}
 */
public record WatchedFlow(
    String id,
    int source,
    int destination,
    int protocol,
    int sourcePort,
    int destinationPort,
    long forNanos) {
  /** The longest watch: two hours. */
  public static final long NANOS_MAX = 7_200_000_000_000L;

  private static final Pattern ID = Pattern.compile("[A-Za-z0-9-]{1,64}");
  private static final int PORTS_LENGTH = 4;

  public WatchedFlow {
    if (!ID.matcher(id).matches()) {
      throw new IllegalArgumentException("a watch's id is 1…64 letters, digits and hyphens");
    }
    if (forNanos <= 0 || forNanos > NANOS_MAX) {
      throw new IllegalArgumentException("nothing is watched for " + forNanos + " ns");
    }
  }

  /** Returns a watch of the packets that a node injects by a plan. */
  public static WatchedFlow of(String id, int source, PacketPlan plan, long forNanos) {
    return new WatchedFlow(
        id,
        source,
        plan.destination(),
        plan.protocol(),
        plan.sourcePort(),
        plan.destinationPort(),
        forNanos);
  }

  /**
   * Reports whether a frame belongs to the flow. The frame need not be well-formed, so that
   * corrupted packets are watched until a node drops them.
   */
  boolean matches(ByteBuf frame) {
    int ip = headers(frame);
    if (ip < 0 || Ipv4Header.protocol(frame, ip) != protocol) {
      return false;
    }
    boolean hasPorts = protocol == Ipv4Header.PROTOCOL_UDP;
    int body = ip + Ipv4Header.LENGTH;
    if (hasPorts && body + PORTS_LENGTH > frame.writerIndex()) {
      return false;
    }
    int from = Ipv4Header.source(frame, ip);
    int to = Ipv4Header.destination(frame, ip);
    int sport = hasPorts ? frame.getUnsignedShort(body) : 0;
    int dport = hasPorts ? frame.getUnsignedShort(body + 2) : 0;
    boolean goes = from == source && to == destination;
    boolean comesBack = from == destination && to == source;
    return (goes && sport == sourcePort && dport == destinationPort)
        || (comesBack && sport == destinationPort && dport == sourcePort);
  }

  /** Returns the offset of the IPv4 header; negative if the frame is too short for a header. */
  static int headers(ByteBuf frame) {
    int at = frame.readerIndex();
    if (frame.readableBytes() < Frame.LENGTH_MIN) {
      return -1;
    }
    int ip = at + RaniHeader.length(frame, at);
    return ip + Ipv4Header.LENGTH > frame.writerIndex() ? -1 : ip;
  }
}
