// SPDX-License-Identifier: Apache-2.0
package rani.lab.loader;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import rani.lab.jar.JarRefusal;
import rani.lab.jar.JarRefusal.Reason;
import rani.rdp.CloseReason;
import rani.rdp.RdpApplication;
import rani.rdp.RdpConnection;

/** One who has come to the loader's port, with a jar or without. */
final class Arrival implements RdpApplication {
  private final Desk desk;
  private final ByteBufAllocator buffers;
  private final int from;
  private final boolean mustWait;
  private @Nullable RdpConnection connection;
  private @Nullable UploadHead head;
  private byte[] body = new byte[0];
  private int bodyBytes;
  private @Nullable ByteBuf answer;
  private long lastNanos;
  private final long begunNanos;
  private State state = State.COMING;

  /** How far it has got. */
  enum State {
    /** Not all of the jar is there. */
    COMING,
    /** It is being looked at. */
    LOOKED_AT,
    /** It has its answer. */
    ANSWERED,
    /** It has gone. */
    GONE
  }

  /** Where jars are taken. */
  interface Desk {
    /** A jar is there. */
    void whole(long nowNanos, Arrival arrival, UploadHead head, byte[] body);

    /** One will not be loaded. */
    void refused(long nowNanos, Arrival arrival, JarRefusal refusal);

    /** It is gone, with its answer or without. */
    void gone(long nowNanos, Arrival arrival);
  }

  /**
   * Someone from a virtual address.
   *
   * @param mustWait whether another one's jar is being taken
   */
  Arrival(long nowNanos, Desk desk, ByteBufAllocator buffers, int from, boolean mustWait) {
    this.desk = desk;
    this.buffers = buffers;
    this.from = from;
    this.mustWait = mustWait;
    this.begunNanos = nowNanos;
    this.lastNanos = nowNanos;
  }

  int from() {
    return from;
  }

  State state() {
    return state;
  }

  @Override
  public void opened(long nowNanos, RdpConnection opened) {
    connection = opened;
    lastNanos = nowNanos;
  }

  @Override
  public void received(long nowNanos, RdpConnection by, ByteBuf message) {
    lastNanos = nowNanos;
    if (state != State.COMING) {
      return; // what comes behind an answer is of no use
    }
    try {
      take(nowNanos, message);
    } catch (JarRefusal e) {
      desk.refused(nowNanos, this, e);
    }
  }

  private void take(long nowNanos, ByteBuf message) throws JarRefusal {
    UploadHead known = head;
    if (known == null) {
      if (mustWait) {
        throw new JarRefusal(Reason.BUSY, "another jar is being taken here; try again");
      }
      known = UploadHead.read(message);
      head = known;
      body = new byte[known.orderBytes() + known.jarBytes()];
      return;
    }
    int length = message.readableBytes();
    if (length > body.length - bodyBytes) {
      throw new JarRefusal(Reason.MALFORMED, "more came than was said");
    }
    message.readBytes(body, bodyBytes, length);
    bodyBytes += length;
    if (bodyBytes == body.length) {
      state = State.LOOKED_AT;
      byte[] whole = body;
      body = new byte[0];
      desk.whole(nowNanos, this, known, whole);
    }
  }

  /** Says how it went; once. */
  void answer(long nowNanos, boolean loaded, SequencedMap<String, Object> facts) {
    RdpConnection to = connection;
    if (state == State.GONE || state == State.ANSWERED || to == null) {
      return;
    }
    state = State.ANSWERED;
    body = new byte[0];
    lastNanos = nowNanos;
    byte[] json = LoadOrder.bytes(facts);
    if (json.length > LoaderLimits.ANSWER_BYTES_MAX) {
      to.abort(nowNanos);
      return;
    }
    answer =
        buffers
            .buffer(UploadHead.ANSWER_HEAD_BYTES + json.length)
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

  /** Whether it takes longer than it may, in the state that it is in. */
  boolean isLate(long nowNanos) {
    return switch (state) {
      case COMING ->
          nowNanos - lastNanos > LoaderLimits.IDLE_NANOS
              || nowNanos - begunNanos > LoaderLimits.UPLOAD_NANOS;
      case LOOKED_AT -> nowNanos - lastNanos > LoaderLimits.LOOK_NANOS;
      case ANSWERED -> nowNanos - lastNanos > LoaderLimits.IDLE_NANOS;
      case GONE -> false;
    };
  }

  /** Breaks the connection off. */
  void breakOff(long nowNanos) {
    RdpConnection made = connection;
    if (made != null && state != State.GONE) {
      made.abort(nowNanos);
    }
  }

  @Override
  public void closed(long nowNanos, RdpConnection was, CloseReason reason) {
    release();
    boolean unanswered = state != State.ANSWERED;
    state = State.GONE;
    body = new byte[0];
    if (unanswered) {
      desk.refused(
          nowNanos, this, new JarRefusal(Reason.BROKEN_OFF, "the connection ended before"));
    }
    desk.gone(nowNanos, this);
  }
}
