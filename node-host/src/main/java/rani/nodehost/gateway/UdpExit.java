// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.gateway;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFuture;
import io.netty.channel.socket.DatagramChannel;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import rani.ground.LabFailure;
import rani.wire.UdpFlow;
import rani.world.Facts;
import rani.world.Inline;

/**
 * Exit of a UDP forward. Each virtual sender has a real socket of its own, so that answers reach
 * the sender.
 */
final class UdpExit implements GatewayLease, UdpPorts.Taker {
  private final GatewayContext around;
  private final UdpPorts ports;
  private final int port;
  private final ConnectRequest target;
  private final ForwardCounts counts = new ForwardCounts();
  private final SequencedMap<Peer, Session> sessions = new LinkedHashMap<>();
  private @Nullable InetSocketAddress targetSocket;

  /** Virtual address and port of a sender, which stand for a program at the entry. */
  private record Peer(int address, int port) {}

  private static final class Session {
    final DatagramChannel socket;
    long usedNanos;

    Session(DatagramChannel socket) {
      this.socket = socket;
    }
  }

  /** Claims a virtual port. Datagrams are dropped until the target's host name is resolved. */
  UdpExit(long nowNanos, GatewayContext around, UdpPorts ports, ConnectRequest target)
      throws LabFailure {
    this.around = around;
    this.ports = ports;
    this.target = target;
    this.port = ports.take(this);
    if (port == UdpPorts.NONE) {
      throw new LabFailure("no virtual UDP port is free for one more forward");
    }
    around.find(nowNanos, target.host(), (found, now) -> found(found));
  }

  private void found(@Nullable List<InetAddress> found) {
    if (found == null || found.isEmpty()) {
      counts.refused(ConnectRequest.Answer.NO_SUCH_HOST.text());
    } else {
      targetSocket = new InetSocketAddress(found.getFirst(), target.port());
    }
  }

  @Override
  public void take(long nowNanos, int source, int sourcePort, ByteBuf data) {
    Session session = session(new Peer(source, sourcePort));
    if (session == null) {
      counts.refused(targetSocket == null ? "not-looked-up" : "too-many-sessions");
      return;
    }
    session.usedNanos = nowNanos;
    counts.out(data.readableBytes());
    ByteBuf copy = session.socket.alloc().buffer(data.readableBytes()).writeBytes(data);
    ChannelFuture _ = session.socket.writeAndFlush(copy);
  }

  private @Nullable Session session(Peer peer) {
    Session session = sessions.get(peer);
    InetSocketAddress to = targetSocket;
    if (session != null || to == null || sessions.size() == GatewayLimits.UDP_SESSIONS_MAX) {
      return session;
    }
    DatagramChannel socket =
        SocketBinder.datagrams(
            around, to.getAddress(), counts, (now, program, data) -> fromTarget(now, peer, data));
    ChannelFuture _ = around.gate().loop().register(socket);
    ChannelFuture _ = socket.connect(to); // a datagram socket connects at once
    session = new Session(socket);
    sessions.put(peer, session);
    counts.opened();
    return session;
  }

  private void fromTarget(long nowNanos, Peer peer, ByteBuf data) {
    Session session = sessions.get(peer);
    if (session != null) {
      session.usedNanos = nowNanos;
      counts.in(data.readableBytes());
      around.send(nowNanos, new UdpFlow(peer.address(), port, peer.port()), data, counts);
    }
  }

  @Override
  public void sweep(long nowNanos) {
    for (Session session : List.copyOf(sessions.values())) {
      if (nowNanos - session.usedNanos > GatewayLimits.UDP_IDLE_NANOS) {
        sessions.values().remove(session);
        end(session);
      }
    }
  }

  private void end(Session session) {
    ChannelFuture _ = session.socket.close();
    counts.closed();
  }

  record Shown(String kind, int port, String target, @Inline ForwardCounts.Shown counts)
      implements Facts {}

  @Override
  public Shown facts(long nowNanos) {
    String to = target.host() + ":" + target.port();
    return new Shown("udp-exit", port, to, counts.facts("sessions"));
  }

  @Override
  public void close(long nowNanos) {
    sessions.values().forEach(this::end);
    sessions.clear();
    ports.giveBack(port);
  }
}
