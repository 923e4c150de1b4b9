// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.gateway;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFuture;
import io.netty.channel.socket.SocketChannel;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;
import rani.rdp.CloseReason;
import rani.rdp.ConnectionState;
import rani.rdp.RdpApplication;
import rani.rdp.RdpConnection;

/** Couples one program's connection to a message socket with one RDP connection. */
final class MessageRelay implements RdpApplication, SocketHandler.Listener {
  private final GatewayContext around;
  private final ForwardCounts counts;
  private final SocketChannel socket;
  private final ArrayDeque<ByteBuf> waiting = new ArrayDeque<>();
  private @Nullable RdpConnection connection;
  private boolean open;
  private boolean paused;
  private boolean closeAsked;
  private boolean done;

  MessageRelay(GatewayContext around, ForwardCounts counts, SocketChannel socket) {
    this.around = around;
    this.counts = counts;
    this.socket = socket;
    counts.opened();
  }

  void dial(long nowNanos, int address, int port) {
    try {
      connection = around.endpoint().connect(nowNanos, address, port, GatewayLimits.RDP, this);
    } catch (IllegalStateException e) {
      conclude(String.valueOf(e.getMessage()));
    }
  }

  /** Tells the program that it will have the next connection. */
  void waits() {
    if (!done) {
      ChannelFuture _ = socket.writeAndFlush(frame(GatewayFrames.WAITS, 0));
    }
  }

  /** Starts to read the program's socket, so that the program's end is noticed. */
  void socketIsHeard() {
    if (!done) {
      socket.config().setAutoRead(true);
    }
  }

  /** Each buffer is a whole frame, because a frame decoder precedes the handler. */
  @Override
  public void fromSocket(long nowNanos, ByteBuf frame) {
    if (done) {
      frame.release();
      return;
    }
    waiting.add(frame);
    pump(nowNanos);
  }

  private void pump(long nowNanos) {
    RdpConnection to = connection;
    if (!open || to == null || to.state() != ConnectionState.OPEN) {
      if (!waiting.isEmpty()) {
        socket.config().setAutoRead(false);
      }
      return;
    }
    for (ByteBuf frame = waiting.peek(); frame != null && !closeAsked; frame = waiting.peek()) {
      if (!handle(nowNanos, to, frame)) {
        return;
      }
    }
    socket.config().setAutoRead(true);
  }

  /** Handles a frame; returns false if the frame must wait, or was the last. */
  private boolean handle(long nowNanos, RdpConnection to, ByteBuf frame) {
    int kind = frame.isReadable() ? frame.getUnsignedByte(frame.readerIndex()) : -1;
    int bytes = frame.readableBytes() - 1;
    if (kind == GatewayFrames.CLOSE) {
      closeAsked = true;
      to.close(nowNanos);
      return false;
    }
    if (kind != GatewayFrames.MESSAGE || bytes < 1 || bytes > to.maxMessageBytes()) {
      conclude(
          kind != GatewayFrames.MESSAGE
              ? "no frame of kind " + kind + " is known"
              : "a message has 1…" + to.maxMessageBytes() + " bytes here, not " + bytes);
      to.abort(nowNanos);
      return false;
    }
    // Copied, because the frame is a slice that would keep the socket's whole read buffer alive.
    ByteBuf message = around.buffers().buffer(bytes);
    message.writeBytes(frame, frame.readerIndex() + 1, bytes);
    if (!to.send(nowNanos, message)) {
      message.release();
      socket.config().setAutoRead(false);
      return false;
    }
    counts.in(bytes);
    frame.release();
    waiting.remove();
    return true;
  }

  @Override
  public void socketEnded(long nowNanos) {
    if (!done && !closeAsked) {
      breakOff(nowNanos);
    }
  }

  @Override
  public void socketClosed(long nowNanos, SocketChannel closed) {
    socketEnded(nowNanos);
  }

  @Override
  public void socketWritable(long nowNanos) {
    if (paused && connection != null && !done) {
      paused = false;
      connection.resume(nowNanos);
    }
  }

  boolean isDone() {
    return done;
  }

  /** Aborts both connections. */
  void breakOff(long nowNanos) {
    RdpConnection made = connection;
    conclude(CloseReason.ABORTED.text());
    if (made != null) {
      made.abort(nowNanos);
    }
  }

  @Override
  public void opened(long nowNanos, RdpConnection opened) {
    connection = opened;
    if (done) {
      opened.abort(nowNanos); // the program has gone while the peer was connecting
      return;
    }
    open = true;
    ByteBuf frame = frame(GatewayFrames.OPENED, Integer.BYTES);
    ChannelFuture _ = socket.writeAndFlush(frame.writeInt(opened.maxMessageBytes()));
    pump(nowNanos);
  }

  @Override
  public void received(long nowNanos, RdpConnection from, ByteBuf message) {
    if (done) {
      return;
    }
    int bytes = message.readableBytes();
    counts.out(bytes);
    ByteBuf frame = frame(GatewayFrames.MESSAGE, bytes).writeBytes(message);
    ChannelFuture _ = socket.writeAndFlush(frame, socket.voidPromise());
    if (!socket.isWritable() && !paused) {
      paused = true;
      from.pause();
    }
  }

  @Override
  public void writable(long nowNanos, RdpConnection to) {
    pump(nowNanos);
  }

  @Override
  public void closed(long nowNanos, RdpConnection was, CloseReason reason) {
    conclude(reason.text());
  }

  /** Sends the program the reason, closes its socket, and releases waiting frames. */
  private void conclude(String reason) {
    if (done) {
      return;
    }
    done = true;
    waiting.forEach(ByteBuf::release);
    waiting.clear();
    counts.closed();
    byte[] text = MessageSocket.ascii(reason);
    ByteBuf frame = frame(GatewayFrames.CLOSED, text.length).writeBytes(text);
    ChannelFuture _ = socket.write(frame);
    SocketBinder.closeAfterWrites(socket);
  }

  private ByteBuf frame(int kind, int bytes) {
    return socket.alloc().buffer(Integer.BYTES + 1 + bytes).writeInt(1 + bytes).writeByte(kind);
  }
}
