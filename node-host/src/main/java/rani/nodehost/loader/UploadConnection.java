// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.loader;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import rani.json.Json;
import rani.model.jar.JarRefusal;
import rani.model.jar.JarRefusal.Reason;
import rani.rdp.CloseReason;
import rani.rdp.RdpApplication;
import rani.rdp.RdpConnection;
import rani.world.Facts;

/**
 * A connection to the loader's port, which uploads one jar. Until it has shown the ticket of an
 * order, a new connection may displace it.
 */
final class UploadConnection implements RdpApplication {
  private static final byte[] NOTHING = {};

  private final Loader loader;
  private final ByteBufAllocator buffers;
  private final int from;
  private @Nullable RdpConnection connection;
  private PendingUploads.@Nullable Order order;
  private byte[] body = NOTHING;
  private int bodyBytes;
  private @Nullable ByteBuf answer;
  private long lastNanos;
  private long begunNanos;
  private boolean hasGone;
  private State state = State.CALLING;

  enum State {
    /** The connection is not open yet. */
    CALLING,
    /** The connection is open and has not shown a ticket. */
    NAMELESS,
    /** The upload is incomplete. */
    COMING,
    /** The jar is complete and queued for verification. */
    WAITING,
    /** The jar is being verified. */
    LOOKED_AT,
    /** The service is being put on the menu. */
    STARTING,
    ANSWERED
  }

  UploadConnection(long nowNanos, Loader loader, ByteBufAllocator buffers, int from) {
    this.loader = loader;
    this.buffers = buffers;
    this.from = from;
    this.begunNanos = nowNanos;
    this.lastNanos = nowNanos;
  }

  int from() {
    return from;
  }

  State state() {
    return state;
  }

  /** Returns the order that the upload fulfils; null before the ticket. */
  PendingUploads.@Nullable Order order() {
    return order;
  }

  void enters(long nowNanos, State next) {
    state = next;
    lastNanos = nowNanos;
  }

  @Override
  public void opened(long nowNanos, RdpConnection opened) {
    connection = opened;
    begunNanos = nowNanos;
    enters(nowNanos, State.NAMELESS);
    loader.opened(nowNanos, this);
  }

  @Override
  public void received(long nowNanos, RdpConnection by, ByteBuf message) {
    try {
      if (state == State.NAMELESS) {
        claim(nowNanos, message);
      } else if (state == State.COMING) {
        take(nowNanos, message);
      } // data after the jar or the answer is ignored
    } catch (JarRefusal e) {
      loader.refused(nowNanos, this, e);
    }
  }

  private void claim(long nowNanos, ByteBuf message) throws JarRefusal {
    PendingUploads.Order claimed = loader.claim(this, UploadHeader.read(message).ticket());
    order = claimed;
    body = new byte[(int) claimed.upload().bytes()];
    enters(nowNanos, State.COMING);
  }

  private void take(long nowNanos, ByteBuf message) throws JarRefusal {
    lastNanos = nowNanos;
    int length = message.readableBytes();
    if (length > body.length - bodyBytes) {
      throw new JarRefusal(Reason.MALFORMED, "more came than was said");
    }
    message.readBytes(body, bodyBytes, length);
    bodyBytes += length;
    if (bodyBytes == body.length && order != null) {
      byte[] whole = body;
      body = NOTHING;
      state = State.WAITING;
      loader.whole(nowNanos, this, order, whole);
    }
  }

  /** Sends the answer; no effect after the first call. */
  void answer(long nowNanos, boolean loaded, Facts facts) {
    RdpConnection to = connection;
    if (state == State.ANSWERED) {
      return;
    }
    body = NOTHING;
    enters(nowNanos, State.ANSWERED);
    if (hasGone || to == null) {
      return; // a complete jar is loaded all the same, and the order's outcome reports it
    }
    byte[] json = Json.print(facts).getBytes(StandardCharsets.UTF_8);
    if (json.length > LoaderLimits.ANSWER_BYTES_MAX) {
      to.abort(nowNanos);
      return;
    }
    answer =
        buffers
            .buffer(UploadHeader.ANSWER_HEAD_BYTES + json.length)
            .writeByte(loaded ? 0 : 1)
            .writeInt(json.length)
            .writeBytes(json);
    pump(nowNanos, to);
  }

  @Override
  public void writable(long nowNanos, RdpConnection to) {
    pump(nowNanos, to);
  }

  private void pump(long nowNanos, RdpConnection to) {
    ByteBuf rest = answer;
    while (rest != null) {
      int length = Math.min(rest.readableBytes(), to.maxMessageBytes());
      ByteBuf message = buffers.buffer(length).writeBytes(rest, rest.readerIndex(), length);
      if (!to.send(nowNanos, message)) {
        message.release();
        return;
      }
      rest.skipBytes(length);
      if (!rest.isReadable()) {
        release();
        rest = null;
      }
    }
  }

  private void release() {
    ByteBuf rest = answer;
    answer = null;
    if (rest != null) {
      rest.release();
    }
  }

  long heldBuffers() {
    return answer == null ? 0 : 1;
  }

  /** Reports whether the connection has exceeded the time limit of its state. */
  boolean isLate(long nowNanos) {
    return switch (state) {
      case NAMELESS, ANSWERED -> nowNanos - lastNanos > LoaderLimits.IDLE_NANOS;
      case COMING ->
          nowNanos - lastNanos > LoaderLimits.IDLE_NANOS
              || nowNanos - begunNanos > LoaderLimits.UPLOAD_NANOS;
      case LOOKED_AT -> nowNanos - lastNanos > LoaderLimits.LOOK_NANOS;
      case CALLING, WAITING, STARTING -> false;
    };
  }

  void breakOff(long nowNanos) {
    RdpConnection made = connection;
    if (made != null && !hasGone) {
      made.abort(nowNanos);
    }
  }

  @Override
  public void closed(long nowNanos, RdpConnection was, CloseReason reason) {
    release();
    hasGone = true;
    if (state == State.NAMELESS || state == State.COMING) {
      loader.refused(
          nowNanos, this, new JarRefusal(Reason.BROKEN_OFF, "the connection ended before"));
    }
    loader.gone(this);
  }
}
