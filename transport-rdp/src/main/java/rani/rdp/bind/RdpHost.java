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
 * An RDP endpoint within a service, on top of the service's context. Each service that uses RDP has
 * its own.
 *
 * <p>The service hands over what concerns RDP: packets of protocol 27 ({@link #onPacket}), the one
 * timer ({@link #onWake}), the end ({@link #stop}), and it counts {@link #heldBuffers} among its
 * own. The first host on a node also takes segments to ports that no one has claimed, so that they
 * are answered by a reset (RFC 908 §3.5, state CLOSED).
 */
public final class RdpHost implements RdpNetwork {
  /** The lifetime of segments: the default of packets, 10 s. */
  public static final long LIFETIME_MICROS = 10_000_000;

  private final ServiceContext context;
  private final int timer;
  private final RdpEndpoint endpoint;

  /**
   * An endpoint without connections. To be made when the service starts.
   *
   * @param timer the number of the service's timer that is the host's from now on
   * @param trace whom to tell, such as {@link #notes}
   */
  public RdpHost(ServiceContext context, int timer, RdpTrace trace) {
    this.context = context;
    this.timer = timer;
    this.endpoint = new RdpEndpoint(this, trace);
    context.claimRest(Ipv4Header.PROTOCOL_RDP);
  }

  /**
   * A trace that writes notes into the record of the run, with windows in packets and times in
   * seconds: {@code connection} for each state, {@code closed} with what was counted, and, if
   * wanted, {@code window} whenever the sender's state or window changes and {@code retransmit} for
   * each segment sent again.
   *
   * @param windows whether the latter two are written; there may be as many as there are segments
   */
  public static RdpTrace notes(ServiceContext context, boolean windows) {
    return new RdpNotes(context, windows);
  }

  /** A connection's name in notes: {@code 10.0.0.1:49152-10.0.0.5:7000}, this end first. */
  public static String name(RdpConnection connection) {
    return Address.text(connection.localAddress())
        + ":"
        + connection.localPort()
        + "-"
        + Address.text(connection.remoteAddress())
        + ":"
        + connection.remotePort();
  }

  /** A time as notes have it: in seconds, to the microsecond. */
  public static String seconds(long nanos) {
    return decimal((nanos + 500) / 1000, 6);
  }

  /** A number with so many decimals, all of them written, of which these are the digits. */
  static String decimal(long digits, int decimals) {
    String text = Long.toString(Math.abs(digits));
    int whole = text.length() - decimals;
    String padded = whole > 0 ? text : "0".repeat(1 - whole) + text;
    int point = padded.length() - decimals;
    return (digits < 0 ? "-" : "") + padded.substring(0, point) + "." + padded.substring(point);
  }

  /** The endpoint: to listen and to connect. */
  public RdpEndpoint endpoint() {
    return endpoint;
  }

  /** A packet that the service was shown. What is no passive packet of RDP is refused. */
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

  /** The host's timer has come. */
  public void onWake(long nowNanos) {
    endpoint.wake(nowNanos);
  }

  /** The service ends: every connection is broken off and gives back what it holds. */
  public void stop(long nowNanos) {
    endpoint.stop(nowNanos);
  }

  /** Buffers that the endpoint holds: messages to be sent, acknowledged or handed over. */
  public long heldBuffers() {
    return endpoint.heldBuffers();
  }

  /** What the endpoint has counted, in a fixed order. */
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
