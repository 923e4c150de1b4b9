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
 * Couples one program's TCP connection with one stream through the network: FIN ↔ end of stream,
 * RST ↔ abort, and back-pressure both ways. Subclasses do the handshake between the two gateways.
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

  /**
   * Takes over a socket and registers it with the event loop; it reads nothing before {@link
   * #flow}.
   */
  final void listenTo(SocketChannel channel) {
    takeOver(channel);
    ChannelFuture _ = around.gate().loop().register(channel);
  }

  /** Takes over a socket that is registered with the event loop, behind its present handlers. */
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

  /** Starts to relay bytes both ways, after the handshake. */
  final void flow(long nowNanos) {
    flowing = true;
    pump(nowNanos);
  }

  final void breakOff(long nowNanos) {
    if (stream != null) {
      stream.abort(nowNanos);
    }
  }

  /** Schedules an abort for a handshake that exceeds its time limit. */
  final void limitOpening() {
    Runnable late = () -> around.enter(this::breakOffOpening);
    var _ =
        around.gate().loop().schedule(late, GatewayLimits.OPENING_MILLIS, TimeUnit.MILLISECONDS);
  }

  private void breakOffOpening(long nowNanos) {
    if (!flowing && !done) {
      breakOff(nowNanos);
    }
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

  /** Writes the program's bytes to the stream, as many as the stream accepts. */
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

  /** Ignores earlier sockets, whose connect has failed. */
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

  /** Writes bytes from the network to the program. */
  final void toSocket(ByteBuf bytes) {
    SocketChannel channel = socket();
    counts.out(bytes.readableBytes());
    // Copied, because the caller reuses the buffer and the socket may write later.
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

  /** Handles the end of a stream during the handshake. */
  abstract void notAgreed(CloseReason reason);
}
