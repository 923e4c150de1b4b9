// SPDX-License-Identifier: Apache-2.0
package rani.rdp.bind;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.util.random.RandomGenerator;
import rani.rdp.RdpConnection;
import rani.rdp.RdpCounts;
import rani.rdp.RdpEndpoint;
import rani.rdp.RdpNetwork;
import rani.rdp.RdpTrace;
import rani.service.Fate;
import rani.service.FrameView;
import rani.service.ServiceContext;
import rani.wire.Address;
import rani.wire.Ipv4Header;
import rani.world.LinkId;
import rani.world.Timers;

/**
 * RDP endpoint of a service, on top of the service's context. Each service that uses RDP has its
 * own.
 *
 * <p>The service passes on packets of protocol 27 ({@link #onPacket}), one timer ({@link #onWake})
 * and its end ({@link #stop}), and adds {@link #heldBuffers} to its own. The first host on a node
 * also receives segments to unclaimed ports, so that they are answered by a reset (RFC 908 §3.5,
 * state CLOSED).
 */
public final class RdpHost implements RdpNetwork {
  /** Lifetime of segments: the default of packets, 10 s. */
  public static final long LIFETIME_MICROS = 10_000_000;

  private final ServiceContext context;
  private final int timer;
  private final RdpEndpoint endpoint;

  /**
   * Creates an endpoint without connections that uses one timer of the service and reports to a
   * trace, such as {@link #notes}. Must be called when the service starts.
   */
  public RdpHost(ServiceContext context, int timer, RdpTrace trace) {
    this.context = context;
    this.timer = timer;
    this.endpoint = new RdpEndpoint(this, trace);
    context.claimRest(Ipv4Header.PROTOCOL_RDP);
  }

  /**
   * Returns a trace that writes notes into the record of the run, with windows in packets and times
   * in seconds: {@code connection} for each state and {@code closed} with the counts. With {@code
   * windows}, there may be one more note for every segment: {@code window} whenever the sender's
   * state or window changes, and {@code retransmit} for each segment sent again.
   */
  public static RdpTrace notes(ServiceContext context, boolean windows) {
    return new RdpNotes(context, windows);
  }

  /** Returns a connection's name in notes: {@code 10.0.0.1:49152-10.0.0.5:7000}, local first. */
  public static String name(RdpConnection connection) {
    return Address.text(connection.localAddress())
        + ":"
        + connection.localPort()
        + "-"
        + Address.text(connection.remoteAddress())
        + ":"
        + connection.remotePort();
  }

  /** Returns a time as notes show it: in seconds, to the microsecond. */
  public static String seconds(long nanos) {
    return decimal((nanos + 500) / 1000, 6);
  }

  /** Returns {@code digits} as a number with this many decimals, trailing zeros included. */
  static String decimal(long digits, int decimals) {
    String text = Long.toString(Math.abs(digits));
    int whole = text.length() - decimals;
    String padded = whole > 0 ? text : "0".repeat(1 - whole) + text;
    int point = padded.length() - decimals;
    return (digits < 0 ? "-" : "") + padded.substring(0, point) + "." + padded.substring(point);
  }

  public RdpEndpoint endpoint() {
    return endpoint;
  }

  /** Handles a packet that the service has received; refuses all but passive packets of RDP. */
  public Fate onPacket(long nowNanos, FrameView packet) {
    if (packet.service() != 0 || packet.protocol() != Ipv4Header.PROTOCOL_RDP) {
      return Fate.REFUSE;
    }
    LinkId link = packet.link();
    boolean taken =
        endpoint.receive(
            nowNanos,
            packet.source(),
            link == null ? RdpEndpoint.NO_LINK : link.number(),
            packet.ecn(),
            packet.frame(),
            packet.payloadIndex(),
            packet.payloadLength());
    return taken ? Fate.CONSUME : Fate.REFUSE;
  }

  public void onWake(long nowNanos) {
    endpoint.wake(nowNanos);
  }

  /** Aborts every connection when the service ends, and releases all buffers. */
  public void stop(long nowNanos) {
    endpoint.stop(nowNanos);
  }

  /** Returns the number of buffers of messages to be sent, acknowledged or delivered. */
  public long heldBuffers() {
    return endpoint.heldBuffers();
  }

  /** Returns the counters of the endpoint, in a fixed order. */
  public RdpCounts facts() {
    return endpoint.facts();
  }

  @Override
  public int address() {
    return context.address();
  }

  @Override
  public int pathMtuBytes(int destination) {
    return context.pathMtuBytes(destination);
  }

  @Override
  public boolean reaches(int destination) {
    return destination == context.address() || context.route(destination) != null;
  }

  @Override
  public boolean claim(int port) {
    return context.claim(Ipv4Header.PROTOCOL_RDP, port);
  }

  @Override
  public void release(int port) {
    context.release(Ipv4Header.PROTOCOL_RDP, port);
  }

  @Override
  public void send(long nowNanos, int destination, int dscp, int ecn, ByteBuf segment) {
    context.send(
        nowNanos, destination, Ipv4Header.PROTOCOL_RDP, dscp, ecn, LIFETIME_MICROS, segment);
  }

  @Override
  public void wakeAt(long deadlineNanos) {
    if (deadlineNanos == Timers.NEVER) {
      context.cancelTimer(timer);
    } else {
      context.setTimer(timer, deadlineNanos);
    }
  }

  @Override
  public ByteBuf segment(int length) {
    return context.payload(length);
  }

  @Override
  public ByteBufAllocator buffers() {
    return context.buffers();
  }

  @Override
  public RandomGenerator random() {
    return context.secrets();
  }
}
