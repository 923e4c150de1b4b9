// SPDX-License-Identifier: Apache-2.0
package rani.live;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.socket.DatagramPacket;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/** A link end's sockets as Netty channels, the portable implementation. */
final class ChannelPair implements SocketPair {
  /** Limit of the frames that are written without a flush in one turn. */
  static final int FLUSH_FRAMES = 64;

  private final Channel receiver;
  private final Channel sender;
  private boolean full;
  private int unflushed;

  ChannelPair(Channel receiver, Channel sender) {
    this.receiver = receiver;
    this.sender = sender;
  }

  @Override
  public LinkSockets local() {
    return new LinkSockets(
        (InetSocketAddress) receiver.localAddress(), (InetSocketAddress) sender.localAddress());
  }

  @Override
  public @Nullable LinkSockets peer() {
    return sender.remoteAddress() instanceof InetSocketAddress receive
            && receiver.remoteAddress() instanceof InetSocketAddress send
        ? new LinkSockets(receive, send)
        : null;
  }

  @Override
  public void connect(LinkSockets peer) throws IOException, InterruptedException {
    connect(sender, peer.receive());
    connect(receiver, peer.send());
    sender.config().setAutoRead(true); // the send socket receives only errors
    receiver.config().setAutoRead(true);
  }

  private static void connect(Channel channel, InetSocketAddress peer)
      throws IOException, InterruptedException {
    ChannelFuture connected = channel.connect(peer).await();
    if (!connected.isSuccess()) {
      throw new IOException("cannot connect to " + peer, connected.cause());
    }
  }

  /**
   * Drops a frame while the kernel has not accepted all flushed frames, because waiting frames keep
   * whole receive buffers alive.
   */
  @Override
  public boolean write(ByteBuf frame) {
    full = full && pendingBytes() > 0;
    if (full) {
      frame.release();
      return false;
    }
    ChannelFuture _ = sender.write(frame, sender.voidPromise()); // failures come as exceptions
    unflushed++;
    if (unflushed == FLUSH_FRAMES) {
      flush();
    }
    return true;
  }

  @Override
  public void flush() {
    if (unflushed > 0) {
      unflushed = 0;
      sender.flush();
      full = pendingBytes() > 0;
    }
  }

  private long pendingBytes() {
    ChannelOutboundBuffer pending = sender.unsafe().outboundBuffer();
    return pending == null ? 0 : pending.totalPendingWriteBytes();
  }

  @Override
  public void close() {
    unflushed = 0;
    ChannelFuture _ = sender.close();
    ChannelFuture _ = receiver.close();
  }

  /** Reads the receive socket and passes datagrams to the node. */
  static final class Receiver extends ChannelInboundHandlerAdapter {
    private final Incoming incoming;

    Receiver(Incoming incoming) {
      this.incoming = incoming;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      incoming.arrived(); // for each datagram, because Netty may read a batch by several calls
      incoming.datagram(((DatagramPacket) message).content());
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
      incoming.turnEnds();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      incoming.failed(cause);
    }
  }

  /** Reads errors from the send socket: ICMP port unreachable from the neighbour's host. */
  static final class Sender extends ChannelInboundHandlerAdapter {
    private final Incoming incoming;

    Sender(Incoming incoming) {
      this.incoming = incoming;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      ReferenceCountUtil.release(message);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      incoming.failed(cause);
    }
  }
}
