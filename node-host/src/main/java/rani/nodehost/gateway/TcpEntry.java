// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.gateway;

import io.netty.channel.ChannelFuture;
import io.netty.channel.socket.ServerSocketChannel;
import io.netty.channel.socket.SocketChannel;
import java.net.InetSocketAddress;
import rani.ground.LabFailure;
import rani.world.Facts;

/** A TCP port whose connections are led to one place at the other side of the network. */
final class TcpEntry implements Holding {
  private final Surroundings around;
  private final int exitAddress;
  private final Opening target;
  private final ForwardCounts counts = new ForwardCounts();
  private final ServerSocketChannel server;
  private final Live live = new Live();

  TcpEntry(Surroundings around, InetSocketAddress at, int exitAddress, Opening target)
      throws LabFailure {
    this.around = around;
    this.exitAddress = exitAddress;
    this.target = target;
    this.server = Sockets.listen(around, at, counts, this::accept);
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
        "tcp", Sockets.text(server.localAddress()), counts.facts("connections"));
  }

  @Override
  public void close(long nowNanos) {
    ChannelFuture _ = server.close();
    live.breakOff(nowNanos);
  }
}
