// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.gateway;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFuture;
import io.netty.channel.socket.DatagramChannel;
import io.netty.channel.socket.DatagramPacket;
import java.net.InetSocketAddress;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import rani.ground.LabFailure;
import rani.wire.UdpFlow;
import rani.world.Facts;

/**
 * A UDP port whose datagrams cross the network as virtual datagrams. Every program that sends to
 * the port has a virtual port of its own, to which answers return, as with NAT.
 */
final class UdpEntry implements GatewayLease {
  private final GatewayContext around;
  private final int exitAddress;
  private final int exitPort;
  private final UdpPorts ports;
  private final ForwardCounts counts = new ForwardCounts();
  private final DatagramChannel socket;
  private final SequencedMap<InetSocketAddress, Session> sessions = new LinkedHashMap<>();

  /** A program and its virtual port, or {@link UdpPorts#NONE} if none was free. */
  private final class Session implements UdpPorts.Taker {
    private final InetSocketAddress program;
    private final int port;
    private long usedNanos;

    Session(InetSocketAddress program) {
      this.program = program;
      this.port = ports.take(this);
    }

    @Override
    public void take(long nowNanos, int source, int sourcePort, ByteBuf data) {
      if (source != exitAddress || sourcePort != exitPort) {
        counts.refused("stray");
        return;
      }
      usedNanos = nowNanos;
      counts.out(data.readableBytes());
      ByteBuf copy = socket.alloc().buffer(data.readableBytes()).writeBytes(data);
      ChannelFuture _ = socket.writeAndFlush(new DatagramPacket(copy, program));
    }
  }

  UdpEntry(
      GatewayContext around, InetSocketAddress at, int exitAddress, int exitPort, UdpPorts ports)
      throws LabFailure {
    this.around = around;
    this.exitAddress = exitAddress;
    this.exitPort = exitPort;
    this.ports = ports;
    this.socket = SocketBinder.datagrams(around, at, counts, this::fromProgram);
  }

  private void fromProgram(long nowNanos, InetSocketAddress program, ByteBuf data) {
    Session session = session(nowNanos, program);
    if (session == null) {
      counts.refused("too-many-sessions");
      return;
    }
    session.usedNanos = nowNanos;
    counts.in(data.readableBytes());
    around.send(nowNanos, new UdpFlow(exitAddress, session.port, exitPort), data, counts);
  }

  private @Nullable Session session(long nowNanos, InetSocketAddress program) {
    Session session = sessions.get(program);
    if (session != null) {
      return session;
    }
    session = new Session(program);
    if (session.port == UdpPorts.NONE) {
      sweep(nowNanos);
      session = new Session(program);
    }
    if (session.port == UdpPorts.NONE) {
      return null;
    }
    sessions.put(program, session);
    counts.opened();
    return session;
  }

  @Override
  public void sweep(long nowNanos) {
    for (Session session : List.copyOf(sessions.values())) {
      if (nowNanos - session.usedNanos > GatewayLimits.UDP_IDLE_NANOS) {
        end(session);
      }
    }
  }

  private void end(Session session) {
    sessions.remove(session.program);
    ports.giveBack(session.port);
    counts.closed();
  }

  @Override
  public Facts facts(long nowNanos) {
    return new ForwardCounts.Listening(
        "udp", SocketBinder.text(socket.localAddress()), counts.facts("sessions"));
  }

  @Override
  public void close(long nowNanos) {
    List.copyOf(sessions.values()).forEach(this::end);
    ChannelFuture _ = socket.close();
  }
}
