// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.gateway;

import io.netty.channel.ChannelFuture;
import io.netty.channel.socket.ServerSocketChannel;
import io.netty.channel.socket.SocketChannel;
import java.net.InetSocketAddress;
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
      throws Refusal {
    this.around = around;
    this.exitAddress = exitAddress;
    this.target = target;
    this.server = Sockets.listen(around.doorway(), at, this::accept);
  }

  private void accept(SocketChannel channel) {
    around
        .doorway()
        .enter(
            now -> {
              if (!around.connections().take()) {
                counts.refused(Opening.Answer.TOO_MANY.text());
                Sockets.reset(channel);
                return;
              }
              EntryRelay relay = new EntryRelay(around, counts, target, EntryRelay.Front.SILENT);
              live.add(relay);
              relay.listenTo(channel);
              relay.begin(now, exitAddress);
            },
            () -> Sockets.reset(channel));
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
