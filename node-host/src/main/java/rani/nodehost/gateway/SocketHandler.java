// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.gateway;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.SocketChannel;

/** Passes the events of a program's socket to a listener, in turns of the node. */
final class SocketHandler extends ChannelInboundHandlerAdapter {
  private final GatewayContext around;
  private final SocketChannel heard;
  private final Listener listener;

  interface Listener {
    /** Handles data from the program, and releases the buffer. */
    void fromSocket(long nowNanos, ByteBuf bytes);

    /** Handles that the program has closed its sending direction. */
    void socketEnded(long nowNanos);

    void socketClosed(long nowNanos, SocketChannel socket);

    /** Handles that the socket's send buffer has room again. */
    void socketWritable(long nowNanos);
  }

  SocketHandler(GatewayContext around, SocketChannel heard, Listener listener) {
    this.around = around;
    this.heard = heard;
    this.listener = listener;
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    ByteBuf bytes = (ByteBuf) message;
    around
        .gate()
        .enter(
            now -> listener.fromSocket(now, bytes),
            () -> {
              bytes.release();
              SocketBinder.reset(heard);
            });
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) {
    if (event == ChannelInputShutdownEvent.INSTANCE) {
      around.enter(heard, listener::socketEnded);
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    around.enter(heard, now -> listener.socketClosed(now, heard));
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext context) {
    if (heard.isWritable()) {
      around.enter(heard, listener::socketWritable);
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    ChannelFuture _ = context.close();
  }
}
