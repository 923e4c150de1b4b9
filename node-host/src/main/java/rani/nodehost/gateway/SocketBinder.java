// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.gateway;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.socket.DatagramChannel;
import io.netty.channel.socket.DatagramPacket;
import io.netty.channel.socket.ServerSocketChannel;
import io.netty.channel.socket.SocketChannel;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import rani.ground.LabFailure;
import rani.live.EventLoopGate;

/** Binds sockets on a node's event loop. */
final class SocketBinder {
  private static final int READ_BYTES = 32 << 10;
  private static final int READS_PER_TURN = 4;
  private static final int DATAGRAM_BYTES = 65_535;

  private SocketBinder() {}

  /** Receives a program's connection, which is not registered with an event loop yet. */
  interface Connections {
    void take(long nowNanos, SocketChannel channel);
  }

  /** Receives the data of a program's datagram, which is valid for the call. */
  interface Datagrams {
    void take(long nowNanos, InetSocketAddress program, ByteBuf data);
  }

  /** Listens for TCP connections; resets and counts those beyond the gateway's limit. */
  static ServerSocketChannel listen(
      GatewayContext around, InetSocketAddress at, ForwardCounts counts, Connections taker)
      throws LabFailure {
    ServerSocketChannel server = around.gate().transport().serverChannel();
    server.config().setReuseAddress(true);
    server
        .pipeline()
        .addLast(
            new ChannelInboundHandlerAdapter() {
              @Override
              public void channelRead(ChannelHandlerContext context, Object accepted) {
                SocketChannel channel = (SocketChannel) accepted;
                around.enter(channel, now -> accept(now, channel));
              }

              private void accept(long nowNanos, SocketChannel channel) {
                if (around.connections().tryAcquire()) {
                  taker.take(nowNanos, channel);
                } else {
                  counts.refused(ConnectRequest.Answer.TOO_MANY.text());
                  reset(channel);
                }
              }
            });
    bind(around.gate(), server, at, "TCP");
    return server;
  }

  /** Binds a UDP socket. */
  static DatagramChannel datagrams(
      GatewayContext around, InetSocketAddress at, ForwardCounts counts, Datagrams taker)
      throws LabFailure {
    DatagramChannel channel = datagrams(around, at.getAddress(), counts, taker);
    bind(around.gate(), channel, at, "UDP");
    return channel;
  }

  /** Creates a UDP socket that is neither bound nor registered; errors are counted. */
  static DatagramChannel datagrams(
      GatewayContext around, InetAddress address, ForwardCounts counts, Datagrams taker) {
    DatagramChannel channel = around.gate().transport().datagramChannel(address);
    channel.config().setRecvByteBufAllocator(new FixedRecvByteBufAllocator(DATAGRAM_BYTES));
    channel
        .pipeline()
        .addLast(
            new ChannelInboundHandlerAdapter() {
              @Override
              public void channelRead(ChannelHandlerContext context, Object message) {
                DatagramPacket packet = (DatagramPacket) message;
                around
                    .gate()
                    .enter(
                        now -> {
                          try {
                            taker.take(now, packet.sender(), packet.content());
                          } finally {
                            packet.release();
                          }
                        },
                        packet::release);
              }

              @Override
              public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
                around.enter(now -> counts.refused("socket-error"));
              }
            });
    return channel;
  }

  private static void bind(EventLoopGate gate, Channel channel, InetSocketAddress at, String kind)
      throws LabFailure {
    ChannelFuture registered = gate.loop().register(channel);
    ChannelFuture bound = registered.isSuccess() ? channel.bind(at) : registered;
    if (!bound.isSuccess()) {
      Throwable cause = bound.cause();
      ChannelFuture _ = channel.close();
      String why = cause == null ? "not done at once" : reason(cause);
      throw new LabFailure("%s port %s cannot be bound: %s".formatted(kind, text(at), why));
    }
  }

  /** Returns the operating system's error text, without the name of the system call. */
  private static String reason(Throwable cause) {
    String message = String.valueOf(cause.getMessage());
    int call = message.indexOf("failed: ");
    return call < 0 ? message : message.substring(call + "failed: ".length());
  }

  /** Configures a TCP socket: no reading yet, half-close enabled. */
  static void prepare(SocketChannel channel) {
    FixedRecvByteBufAllocator reads = new FixedRecvByteBufAllocator(READ_BYTES);
    reads.maxMessagesPerRead(READS_PER_TURN);
    channel.config().setRecvByteBufAllocator(reads);
    channel.config().setAutoRead(false);
    channel.config().setAllowHalfClosure(true);
    channel.config().setTcpNoDelay(true);
    channel.config().setOption(ChannelOption.CONNECT_TIMEOUT_MILLIS, GatewayLimits.DIAL_MILLIS);
  }

  /** Closes a socket after its pending writes. */
  static void closeAfterWrites(Channel channel) {
    ChannelFuture _ =
        channel.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
  }

  /** Closes a socket with a RST, by which the program knows that data is missing. */
  static void reset(SocketChannel channel) {
    if (!channel.isOpen()) {
      return;
    }
    channel.config().setOption(ChannelOption.SO_LINGER, 0);
    if (channel.isRegistered()) {
      ChannelFuture _ = channel.close();
    } else {
      channel.unsafe().closeForcibly(); // no event loop can close it
    }
  }

  /** Returns, for instance, {@code 127.0.0.1:8080} or {@code [::1]:8080}. */
  static String text(InetSocketAddress socket) {
    InetAddress address = socket.getAddress();
    String host = address == null ? socket.getHostString() : address.getHostAddress();
    return (address instanceof Inet6Address ? "[" + host + "]" : host) + ":" + socket.getPort();
  }
}
