// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.gateway;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.DatagramChannel;
import io.netty.channel.socket.DatagramPacket;
import java.net.InetSocketAddress;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import rani.world.Facts;

/**
 * A UDP port each of whose datagrams crosses the network as one virtual datagram. Every program
 * that sends to it has a virtual port of its own, so that answers find their way back.
 */
final class UdpEntry implements Holding, VirtualDatagrams.Taker {
  private final Surroundings around;
  private final int exitAddress;
  private final int exitPort;
  private final UdpPorts ports;
  private final VirtualDatagrams datagrams;
  private final ForwardCounts counts = new ForwardCounts();
  private final DatagramSender sender;
  private final DatagramChannel socket;
  private final SequencedMap<InetSocketAddress, Session> sessions = new LinkedHashMap<>();
  private final SequencedMap<Integer, Session> byPort = new LinkedHashMap<>();

  /** One program. */
  private static final class Session {
    final InetSocketAddress program;
    final int port;
    long usedNanos;

    Session(InetSocketAddress program, int port) {
      this.program = program;
      this.port = port;
    }
  }

  UdpEntry(
      Surroundings around,
      InetSocketAddress at,
      int exitAddress,
      int exitPort,
      UdpPorts ports,
      VirtualDatagrams datagrams)
      throws Refusal {
    this.around = around;
    this.exitAddress = exitAddress;
    this.exitPort = exitPort;
    this.ports = ports;
    this.datagrams = datagrams;
    this.sender = new DatagramSender(around.context(), counts);
    this.socket = Sockets.datagrams(around.doorway(), at, new Ear());
  }

  /** Hears the socket. */
  private final class Ear extends ChannelInboundHandlerAdapter {
    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      DatagramPacket packet = (DatagramPacket) message;
      around
          .doorway()
          .enter(
              now -> {
                try {
                  fromProgram(now, packet.sender(), packet.content());
                } finally {
                  packet.release();
                }
              },
              packet::release);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      around.doorway().enter(now -> counts.refused("socket-error"), () -> {});
    }
  }

  private void fromProgram(long nowNanos, InetSocketAddress program, ByteBuf data) {
    Session session = session(nowNanos, program);
    if (session == null) {
      counts.refused("too-many-sessions");
      return;
    }
    session.usedNanos = nowNanos;
    counts.in(data.readableBytes());
    sender.send(nowNanos, exitAddress, session.port, exitPort, data);
  }

  private @Nullable Session session(long nowNanos, InetSocketAddress program) {
    Session session = sessions.get(program);
    if (session != null) {
      return session;
    }
    int port = ports.take();
    if (port == UdpPorts.NONE) {
      sweep(nowNanos);
      port = ports.take();
    }
    if (port == UdpPorts.NONE) {
      return null;
    }
    session = new Session(program, port);
    sessions.put(program, session);
    byPort.put(port, session);
    datagrams.route(port, this);
    counts.opened();
    return session;
  }

  @Override
  public void take(long nowNanos, int source, int sourcePort, int port, ByteBuf data) {
    Session session = byPort.get(port);
    if (session == null || source != exitAddress || sourcePort != exitPort) {
      counts.refused("stray");
      return;
    }
    session.usedNanos = nowNanos;
    counts.out(data.readableBytes());
    ByteBuf copy = socket.alloc().buffer(data.readableBytes()).writeBytes(data);
    ChannelFuture _ = socket.writeAndFlush(new DatagramPacket(copy, session.program));
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
    byPort.remove(session.port);
    datagrams.unroute(session.port);
    ports.giveBack(session.port);
    counts.closed();
  }

  @Override
  public Facts facts(long nowNanos) {
    return new ForwardCounts.Listening(
        "udp", Sockets.text(socket.localAddress()), counts.facts("sessions"));
  }

  @Override
  public void close(long nowNanos) {
    List.copyOf(sessions.values()).forEach(this::end);
    ChannelFuture _ = socket.close();
  }
}
