// SPDX-License-Identifier: Apache-2.0
package rani.wasm.capsule;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import org.jspecify.annotations.Nullable;
import rani.rdp.CloseReason;
import rani.rdp.RdpApplication;
import rani.rdp.RdpConnection;
import rani.wasm.CodeHash;

/** A connection by which this node fetches one code from a neighbour. */
final class CodeFetch implements RdpApplication {
  private static final byte[] NOTHING = {};

  private final User user;
  private final ByteBufAllocator buffers;
  private final CodeHash hash;
  private final long untilNanos;
  private final ByteBuf head = Unpooled.buffer(CodeRequest.ANSWER_HEAD_BYTES);
  private @Nullable RdpConnection connection;
  private byte[] body = NOTHING;
  private int bodyBytes;
  private long lastNanos;
  private boolean over;

  /** Hears the outcome, once. */
  interface User {
    void fetched(long nowNanos, byte[] code);

    void failed(long nowNanos, FetchFailure failure);
  }

  /** Makes a fetch that gives up at a time. */
  CodeFetch(long nowNanos, User user, ByteBufAllocator buffers, CodeHash hash, long untilNanos) {
    this.user = user;
    this.buffers = buffers;
    this.hash = hash;
    this.lastNanos = nowNanos;
    this.untilNanos = untilNanos;
  }

  void uses(RdpConnection made) {
    connection = made;
  }

  @Override
  public void opened(long nowNanos, RdpConnection opened) {
    lastNanos = nowNanos;
    ByteBuf request = Unpooled.buffer(CodeRequest.LENGTH);
    CodeRequest.write(request, hash);
    while (!over && request.isReadable()) { // in parts that are short enough for control packets
      int length = Math.min(request.readableBytes(), CodeRequest.PART_BYTES);
      ByteBuf part = buffers.buffer(length).writeBytes(request, length);
      if (!opened.send(nowNanos, part)) {
        part.release();
        fails(nowNanos, FetchFailure.BUSY);
      }
    }
  }

  @Override
  public void received(long nowNanos, RdpConnection by, ByteBuf message) {
    if (over) {
      return;
    }
    lastNanos = nowNanos;
    while (head.isWritable() && message.isReadable()) {
      head.writeByte(message.readByte());
      if (!head.isWritable() && !hasBegun(nowNanos)) {
        return;
      }
    }
    int length = message.readableBytes();
    if (length > body.length - bodyBytes) {
      fails(nowNanos, FetchFailure.MALFORMED);
      return;
    }
    message.readBytes(body, bodyBytes, length);
    bodyBytes += length;
    if (!head.isWritable() && bodyBytes == body.length) {
      over = true;
      by.close(nowNanos);
      if (CodeHash.of(body).equals(hash)) {
        user.fetched(nowNanos, body);
      } else {
        user.failed(nowNanos, FetchFailure.WRONG_HASH);
      }
    }
  }

  private boolean hasBegun(long nowNanos) {
    int status = head.getByte(0);
    long length = head.getUnsignedInt(1);
    if (status != CodeRequest.HERE || length == 0) {
      boolean isNone = status == CodeRequest.NOT_HERE && length == 0;
      fails(nowNanos, isNone ? FetchFailure.NOT_THERE : FetchFailure.MALFORMED);
    } else if (length > CapsuleLimits.CODE_BYTES_MAX) {
      fails(nowNanos, FetchFailure.TOO_LONG);
    } else {
      body = new byte[(int) length];
    }
    return !over;
  }

  /** Gives up if the neighbour has taken too long. */
  void look(long nowNanos) {
    if (!over && nowNanos >= deadlineNanos()) {
      fails(nowNanos, FetchFailure.TIMED_OUT);
    }
  }

  boolean isOver() {
    return over;
  }

  /** Returns when to {@link #look} next. */
  long deadlineNanos() {
    return Math.min(untilNanos, lastNanos + CapsuleLimits.IDLE_NANOS);
  }

  @Override
  public void closed(long nowNanos, RdpConnection was, CloseReason reason) {
    connection = null;
    if (!over) {
      over = true;
      user.failed(nowNanos, FetchFailure.BROKEN_OFF);
    }
  }

  private void fails(long nowNanos, FetchFailure failure) {
    ends(nowNanos);
    user.failed(nowNanos, failure);
  }

  /** Ends the connection without another word to the user. */
  void ends(long nowNanos) {
    over = true;
    RdpConnection made = connection;
    if (made != null) {
      made.abort(nowNanos);
    }
  }
}
