// SPDX-License-Identifier: Apache-2.0
package rani.rdp.stream;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import org.jspecify.annotations.Nullable;
import rani.rdp.CloseReason;
import rani.rdp.ConnectionState;
import rani.rdp.RdpApplication;
import rani.rdp.RdpConfig;
import rani.rdp.RdpConnection;
import rani.rdp.RdpEndpoint;

/**
 * A connection as two byte streams, one each way, that end independently of each other.
 *
 * <p>Each message begins with one octet: {@link #DATA} before the next bytes of the stream, at
 * least one, or {@link #END} alone, after which nothing follows in that direction. Any other
 * message, or one after the end, ends the connection as {@link CloseReason#BAD_PEER}. When both
 * directions have ended, the connection is closed.
 *
 * <p>Small writes are sent at once as long as few of them are in flight. From {@link
 * #SMALL_MESSAGES_MAX} on they wait until a message is full or everything before has arrived.
 *
 * <p>The connection must deliver in order. Not thread-safe.
 */
public final class ByteStream implements RdpApplication {
  /** First octet of a message that carries bytes. */
  public static final int DATA = 0;

  /** Only octet of the last message of a direction. */
  public static final int END = 1;

  /** Largest number of small messages in flight; further small writes wait. */
  public static final int SMALL_MESSAGES_MAX = 32;

  /** The first octet and one byte. */
  private static final int MESSAGE_BYTES_MIN = 2;

  private final ByteBufAllocator buffers;
  private final Reader reader;
  private @Nullable RdpConnection connection;
  private @Nullable ByteBuf pending;
  private boolean open;
  private boolean ending;
  private boolean ended;
  private boolean peerEnded;
  private boolean closing;
  private boolean closed;
  private boolean refused;
  private boolean tookLess;
  private int smallSent;
  private long bytesWritten;
  private long bytesRead;

  /** User of a stream. Its methods may call the stream. */
  public interface Reader {
    /** The connection is open: bytes may be written. */
    default void opened(long nowNanos, ByteStream stream) {}

    /** Bytes have arrived, in a buffer that is lent for the call. */
    void bytes(long nowNanos, ByteStream stream, ByteBuf bytes);

    /** The other end writes no more. */
    default void ended(long nowNanos, ByteStream stream) {}

    /** There is room again, after {@link ByteStream#write} took less than all bytes. */
    default void writable(long nowNanos, ByteStream stream) {}

    /**
     * The stream has ended; called exactly once. {@link CloseReason#CLOSED} means that both
     * directions ended and all bytes arrived; otherwise bytes may be missing.
     */
    default void closed(long nowNanos, ByteStream stream, CloseReason reason) {}
  }

  /** Creates a stream that a {@link rani.rdp.RdpListener} returns for an accepted connection. */
  public ByteStream(ByteBufAllocator buffers, Reader reader) {
    this.buffers = buffers;
    this.reader = reader;
  }

  /** Opens a connection as a stream; throws as {@code RdpEndpoint.connect} does. */
  public static ByteStream connect(
      long nowNanos,
      RdpEndpoint endpoint,
      int remoteAddress,
      int remotePort,
      RdpConfig config,
      ByteBufAllocator buffers,
      Reader reader) {
    if (!config.buffers().ordered()) {
      throw new IllegalArgumentException("a stream of bytes needs a connection that keeps order");
    }
    ByteStream stream = new ByteStream(buffers, reader);
    stream.connection = endpoint.connect(nowNanos, remoteAddress, remotePort, config, stream);
    return stream;
  }

  /**
   * Writes as many bytes as there is room for.
   *
   * @param bytes the bytes taken are read from it; not released
   * @return number of bytes taken; if not all, {@link Reader#writable} announces free room
   * @throws IllegalStateException after {@link #end}
   */
  public int write(long nowNanos, ByteBuf bytes) {
    if (ending) {
      throw new IllegalStateException("nothing is written after the end");
    }
    int before = bytes.readableBytes();
    while (bytes.isReadable() && isUsable() && fill(nowNanos, bytes)) {
      continue;
    }
    tookLess = bytes.isReadable();
    if (!tookLess) {
      flushUnlessManyAreSmall(nowNanos);
    }
    int taken = before - bytes.readableBytes();
    bytesWritten += taken;
    return taken;
  }

  private boolean isUsable() {
    return open && !closed && connection().state() == ConnectionState.OPEN;
  }

  /** Fills the pending message, and sends it when it is full. */
  private boolean fill(long nowNanos, ByteBuf bytes) {
    ByteBuf message = pending;
    if (message == null) {
      message = buffers.buffer(Math.max(connection().maxMessageBytes(), MESSAGE_BYTES_MIN));
      message.writeByte(DATA);
      pending = message;
    }
    int room = message.capacity() - message.readableBytes();
    message.writeBytes(bytes, Math.min(room, bytes.readableBytes()));
    return message.isWritable() || flush(nowNanos);
  }

  private void flushUnlessManyAreSmall(long nowNanos) {
    if (pending != null && smallSent < SMALL_MESSAGES_MAX && flush(nowNanos)) {
      smallSent++;
    }
  }

  /** Sends the pending message; returns false if the connection has no room. */
  private boolean flush(long nowNanos) {
    while (pending != null) {
      int messageBytes = connection().maxMessageBytes();
      if (!isUsable()) {
        return false;
      }
      if (messageBytes < MESSAGE_BYTES_MIN) {
        fail(nowNanos, CloseReason.BAD_PEER); // no room for a single byte
        return false;
      }
      if (!sendPending(nowNanos, pending, messageBytes)) {
        refused = true;
        return false;
      }
    }
    return true;
  }

  /** Sends the pending message, or the part of it that fits a reduced segment size. */
  private boolean sendPending(long nowNanos, ByteBuf message, int messageBytes) {
    int restBytes = Math.max(0, message.readableBytes() - messageBytes);
    if (restBytes == 0) {
      pending = null;
      boolean sent = connection().send(nowNanos, message);
      pending = sent ? null : message;
      return sent;
    }
    ByteBuf first = buffers.buffer(messageBytes).writeBytes(message, 0, messageBytes);
    if (!connection().send(nowNanos, first)) {
      first.release();
      return false;
    }
    pending = buffers.buffer(1 + restBytes).writeByte(DATA);
    pending.writeBytes(message, messageBytes, restBytes);
    message.release();
    return true;
  }

  /** Ends this direction after all bytes written. A second call has no effect. */
  public void end(long nowNanos) {
    if (!ending && !closed) {
      ending = true;
      tryToEnd(nowNanos);
    }
  }

  private void tryToEnd(long nowNanos) {
    if (!ending || ended || !isUsable() || !flush(nowNanos)) {
      return;
    }
    ByteBuf end = buffers.buffer(1).writeByte(END);
    if (connection().send(nowNanos, end)) {
      ended = true;
      closeIfBothEnded(nowNanos);
    } else {
      end.release();
      refused = true;
    }
  }

  private void closeIfBothEnded(long nowNanos) {
    if (ended && peerEnded && !closing && isUsable()) {
      closing = true;
      connection().close(nowNanos);
    }
  }

  /** Aborts both directions at once. */
  public void abort(long nowNanos) {
    RdpConnection made = connection;
    if (!closed && made != null) {
      made.abort(nowNanos);
    }
  }

  /** Stops reading; the peer waits once the buffers are full. */
  public void pause() {
    if (!closed) {
      connection().pause();
    }
  }

  public void resume(long nowNanos) {
    if (!closed) {
      connection().resume(nowNanos);
    }
  }

  public RdpConnection connection() {
    RdpConnection made = connection;
    if (made == null) {
      throw new IllegalStateException("the stream has no connection yet");
    }
    return made;
  }

  /** Returns the number of bytes taken for sending. */
  public long bytesWritten() {
    return bytesWritten;
  }

  /** Returns the number of bytes delivered to the reader. */
  public long bytesRead() {
    return bytesRead;
  }

  @Override
  public void opened(long nowNanos, RdpConnection opened) {
    connection = opened;
    open = true;
    tryToEnd(nowNanos);
    reader.opened(nowNanos, this);
  }

  @Override
  public void received(long nowNanos, RdpConnection from, ByteBuf message) {
    if (closed) {
      return;
    }
    int kind = message.isReadable() ? message.readUnsignedByte() : -1;
    if (peerEnded || (kind == DATA) != message.isReadable() || (kind != DATA && kind != END)) {
      fail(nowNanos, CloseReason.BAD_PEER);
    } else if (kind == END) {
      peerEnded = true;
      reader.ended(nowNanos, this);
      closeIfBothEnded(nowNanos);
    } else {
      bytesRead += message.readableBytes();
      reader.bytes(nowNanos, this, message);
    }
  }

  @Override
  public void writable(long nowNanos, RdpConnection to) {
    goOn(nowNanos);
  }

  @Override
  public void drained(long nowNanos, RdpConnection to) {
    smallSent = 0;
    goOn(nowNanos);
  }

  private void goOn(long nowNanos) {
    boolean waited = refused;
    refused = false;
    if (waited) {
      flush(nowNanos);
    } else {
      flushUnlessManyAreSmall(nowNanos);
    }
    tryToEnd(nowNanos);
    if (tookLess && !refused && !ending && isUsable()) {
      tookLess = false;
      reader.writable(nowNanos, this);
    }
  }

  @Override
  public void closed(long nowNanos, RdpConnection was, CloseReason reason) {
    boolean proper = reason == CloseReason.CLOSED || reason == CloseReason.CLOSED_BY_PEER;
    CloseReason complete = ended && peerEnded ? CloseReason.CLOSED : CloseReason.RESET;
    conclude(nowNanos, proper ? complete : reason);
  }

  /** Ends the stream, and aborts the connection because of a protocol violation. */
  private void fail(long nowNanos, CloseReason reason) {
    if (!closed) {
      conclude(nowNanos, reason);
      connection().abort(nowNanos);
    }
  }

  private void conclude(long nowNanos, CloseReason reason) {
    if (closed) {
      return;
    }
    closed = true;
    if (pending != null) {
      pending.release();
      pending = null;
    }
    reader.closed(nowNanos, this, reason);
  }
}
