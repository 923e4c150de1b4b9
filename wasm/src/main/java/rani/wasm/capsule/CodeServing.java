// SPDX-License-Identifier: Apache-2.0
package rani.wasm.capsule;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import rani.rdp.CloseReason;
import rani.rdp.RdpApplication;
import rani.rdp.RdpConnection;
import rani.wasm.CodeHash;

/** A connection by which a neighbour fetches one code from this node. */
final class CodeServing implements RdpApplication {
  private static final byte[] NOTHING = {};

  private final int neighbour;
  private final ByteBufAllocator buffers;
  private final Function<CodeHash, byte @Nullable []> codes;
  private final Consumer<CodeServing> whenClosed;
  private final long untilNanos;
  private final ByteBuf request = Unpooled.buffer(CodeRequest.LENGTH, CodeRequest.LENGTH);
  private @Nullable RdpConnection connection;
  private byte[] body = NOTHING;
  private int bodyBytes;
  private boolean isHeadSent;
  private boolean isAnswering;
  private long lastNanos;

  /**
   * Makes the user of a connection that is not open yet.
   *
   * @param codes returns a code; null if it is not here
   */
  CodeServing(
      long nowNanos,
      int neighbour,
      ByteBufAllocator buffers,
      Function<CodeHash, byte @Nullable []> codes,
      Consumer<CodeServing> whenClosed) {
    this.neighbour = neighbour;
    this.buffers = buffers;
    this.codes = codes;
    this.whenClosed = whenClosed;
    this.lastNanos = nowNanos;
    this.untilNanos = nowNanos + CapsuleLimits.SERVING_NANOS;
  }

  int neighbour() {
    return neighbour;
  }

  @Override
  public void opened(long nowNanos, RdpConnection opened) {
    connection = opened;
    lastNanos = nowNanos;
  }

  @Override
  public void received(long nowNanos, RdpConnection by, ByteBuf message) {
    lastNanos = nowNanos;
    if (isAnswering || message.readableBytes() > request.writableBytes()) {
      by.abort(nowNanos); // one request is all that there is to say
      return;
    }
    request.writeBytes(message);
    if (request.isWritable()) {
      return;
    }
    isAnswering = true;
    CodeHash hash = CodeRequest.read(request);
    byte[] code = hash == null ? null : codes.apply(hash);
    body = code == null ? NOTHING : code;
    pump(nowNanos, by);
  }

  @Override
  public void writable(long nowNanos, RdpConnection to) {
    lastNanos = nowNanos;
    pump(nowNanos, to);
  }

  private void pump(long nowNanos, RdpConnection to) {
    while (!isHeadSent || bodyBytes < body.length) {
      int headBytes = isHeadSent ? 0 : CodeRequest.ANSWER_HEAD_BYTES;
      int length = Math.min(body.length - bodyBytes, to.maxMessageBytes() - headBytes);
      ByteBuf message = buffers.buffer(headBytes + length);
      if (!isHeadSent) {
        int status = body.length == 0 ? CodeRequest.NOT_HERE : CodeRequest.HERE;
        CodeRequest.writeAnswerHead(message, status, body.length);
      }
      message.writeBytes(body, bodyBytes, length);
      if (!to.send(nowNanos, message)) {
        message.release();
        return;
      }
      isHeadSent = true;
      bodyBytes += length;
    }
  }

  @Override
  public void drained(long nowNanos, RdpConnection to) {
    lastNanos = nowNanos;
  }

  /** Ends the connection if the neighbour has taken too long. */
  void look(long nowNanos) {
    RdpConnection made = connection;
    if (made != null && nowNanos >= deadlineNanos()) {
      made.abort(nowNanos);
    }
  }

  /** Returns when to {@link #look} next. */
  long deadlineNanos() {
    return Math.min(untilNanos, lastNanos + CapsuleLimits.IDLE_NANOS);
  }

  @Override
  public void closed(long nowNanos, RdpConnection was, CloseReason reason) {
    connection = null;
    whenClosed.accept(this);
  }
}
