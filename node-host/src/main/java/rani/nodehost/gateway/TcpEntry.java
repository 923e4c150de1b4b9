// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.gateway;

import io.netty.channel.ChannelFuture;
import io.netty.channel.socket.ServerSocketChannel;
import io.netty.channel.socket.SocketChannel;
import java.net.InetSocketAddress;
import rani.ground.LabFailure;
import rani.world.Facts;

/** A TCP port whose connections are forwarded through the network to one destination. */
final class TcpEntry implements GatewayLease {
  private final GatewayContext around;
  private final int exitAddress;
  private final ConnectRequest target;
  private final ForwardCounts counts = new ForwardCounts();
  private final ServerSocketChannel server;
  private final ActiveConnections live = new ActiveConnections();

  TcpEntry(GatewayContext around, InetSocketAddress at, int exitAddress, ConnectRequest target)
      throws LabFailure {
    this.around = around;
    this.exitAddress = exitAddress;
    this.target = target;
    this.server = SocketBinder.listen(around, at, counts, this::accept);
  }

  private void accept(long nowNanos, SocketChannel channel) {
    EntryRelay relay = new EntryRelay(around, counts, target, EntryRelay.Front.SILENT);
    live.add(relay);
    relay.listenTo(channel);
    relay.begin(nowNanos, exitAddress);
  }

  @Override
  public Facts facts(long nowNanos) {
    return new ForwardCounts.Listening(
        "tcp", SocketBinder.text(server.localAddress()), counts.facts("connections"));
  }

  @Override
  public void close(long nowNanos) {
    ChannelFuture _ = server.close();
    live.breakOff(nowNanos);
  }
}
