// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.gateway;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.socket.SocketChannel;
import java.util.ArrayDeque;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import rani.rdp.CloseReason;
import rani.rdp.stream.ByteStream;

/**
 * One program's TCP connection coupled to one stream through the network: what one direction does,
 * its other half does too. FIN ↔ end, RST ↔ abort, a full buffer on one side stops reading on the
 * other. Before that the two gateways agree on where the stream leads; that is what the two kinds
 * differ in.
 */
abstract sealed class Relay implements ByteStream.Reader, SocketHandler.Listener
    permits EntryRelay, ExitRelay {
  final GatewayContext around;
  final ForwardCounts counts;
  private final ArrayDeque<ByteBuf> waiting = new ArrayDeque<>();
  private @Nullable ByteStream stream;
  private @Nullable SocketChannel socket;
  private boolean flowing;
  private boolean socketEnded;
  private boolean streamPaused;
  private boolean flushAsked;
  private boolean done;

  Relay(GatewayContext around, ForwardCounts counts) {
    this.around = around;
    this.counts = counts;
    counts.opened();
  }

  /** Takes a socket that belongs to no loop yet. It reads nothing before {@link #flow}. */
  final void listenTo(SocketChannel channel) {
    takeOver(channel);
    ChannelFuture _ = around.gate().loop().register(channel);
  }

  /** Takes a socket of the node's loop, behind whatever hears it already. */
  final void takeOver(SocketChannel channel) {
    socket = channel;
    SocketBinder.prepare(channel);
    channel.pipeline().addLast(new SocketHandler(around, channel, this));
  }

  final SocketChannel socket() {
    return Objects.requireNonNull(socket, "no socket yet");
  }

  final void use(ByteStream made) {
    stream = made;
  }

  final ByteStream stream() {
    return Objects.requireNonNull(stream, "no stream yet");
  }

  final boolean isFlowing() {
    return flowing;
  }

  final boolean isDone() {
    return done;
  }

  /** The gateways agree: from now on bytes pass, both ways. */
  final void flow(long nowNanos) {
    flowing = true;
    pump(nowNanos);
  }

  /** Ends it now, in both directions. */
  final void breakOff(long nowNanos) {
    if (stream != null) {
      stream.abort(nowNanos);
    }
  }

  /** Breaks off what takes longer than the gateways may take to agree. */
  final void limitOpening() {
    Runnable breakOff =
        () ->
            around.enter(
                now -> {
                  if (!flowing && !done && stream != null) {
                    stream.abort(now);
                  }
                });
    var _ =
        around
            .gate()
            .loop()
            .schedule(breakOff, GatewayLimits.OPENING_MILLIS, TimeUnit.MILLISECONDS);
  }

  @Override
  public final void fromSocket(long nowNanos, ByteBuf bytes) {
    if (done) {
      bytes.release();
      return;
    }
    waiting.add(bytes);
    if (flowing) {
      pump(nowNanos);
    }
  }

  /** Hands the stream what the program has sent, as much as it takes. */
  private void pump(long nowNanos) {
    for (ByteBuf head = waiting.peek(); head != null; head = waiting.peek()) {
      counts.in(stream().write(nowNanos, head));
      if (head.isReadable()) {
        socket().config().setAutoRead(false);
        return;
      }
      head.release();
      waiting.remove();
    }
    if (socketEnded) {
      stream().end(nowNanos);
    } else {
      socket().config().setAutoRead(true);
    }
  }

  @Override
  public final void socketEnded(long nowNanos) {
    socketEnded = true;
    if (flowing && !done) {
      pump(nowNanos);
    }
  }

  /** A socket that was dialled in vain ends nothing. */
  @Override
  public final void socketClosed(long nowNanos, SocketChannel closed) {
    if (closed == socket && !done && stream != null) {
      stream.abort(nowNanos);
    }
  }

  @Override
  public final void socketWritable(long nowNanos) {
    if (streamPaused && !done) {
      streamPaused = false;
      stream().resume(nowNanos);
    }
  }

  /** Hands the program what has come through the network. */
  final void toSocket(ByteBuf bytes) {
    SocketChannel channel = socket();
    counts.out(bytes.readableBytes());
    // Lent for the call, and the socket may take its time.
    ByteBuf copy = channel.alloc().buffer(bytes.readableBytes()).writeBytes(bytes);
    ChannelFuture _ = channel.write(copy, channel.voidPromise());
    if (!flushAsked) {
      flushAsked = true;
      around
          .gate()
          .loop()
          .execute(
              () -> {
                flushAsked = false;
                channel.flush();
              });
    }
    if (!channel.isWritable() && !streamPaused) {
      streamPaused = true;
      stream().pause();
    }
  }

  @Override
  public void writable(long nowNanos, ByteStream to) {
    if (flowing) {
      pump(nowNanos);
    }
  }

  @Override
  public void ended(long nowNanos, ByteStream from) {
    SocketChannel channel = socket;
    if (flowing && channel != null) {
      ChannelFuture _ =
          channel
              .writeAndFlush(Unpooled.EMPTY_BUFFER)
              .addListener(written -> channel.shutdownOutput());
    }
  }

  @Override
  public void closed(long nowNanos, ByteStream was, CloseReason reason) {
    done = true;
    waiting.forEach(ByteBuf::release);
    waiting.clear();
    counts.closed();
    around.connections().release();
    SocketChannel channel = socket;
    if (!flowing) {
      notAgreed(reason);
    } else if (channel != null && reason == CloseReason.CLOSED) {
      SocketBinder.closeAfterWrites(channel);
    } else if (channel != null) {
      counts.refused("broken-off");
      SocketBinder.reset(channel);
    }
  }

  /** The stream is no more before the gateways have agreed. */
  abstract void notAgreed(CloseReason reason);
}
