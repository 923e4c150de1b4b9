// SPDX-License-Identifier: Apache-2.0
package rani.rdp;

import io.netty.buffer.ByteBuf;

/** STUB: signatures only; the body is being written. */
public final class RdpConnection {
  RdpConnection() {}

  /**
   * Hands over a message.
   *
   * @param message its readable bytes, at least one; takes over one reference if it answers true
   * @return false if the send buffer is full; {@link RdpApplication#writable} tells when to try
   *     again
   * @throws IllegalArgumentException if it is empty or larger than {@link #maxMessageBytes}
   * @throws IllegalStateException if the connection is not open, or is closing
   */
  public boolean send(long nowNanos, ByteBuf message) {
    throw new UnsupportedOperationException();
  }

  /** The largest message that {@link #send} takes now, in bytes. */
  public int maxMessageBytes() {
    throw new UnsupportedOperationException();
  }

  /** Makes segments smaller or larger from now on, within what path and peer allow. */
  public void limitSegmentBytes(long nowNanos, int segmentBytes) {
    throw new UnsupportedOperationException();
  }

  /** Closes when all that was handed over is acknowledged; takes no more messages. */
  public void close(long nowNanos) {
    throw new UnsupportedOperationException();
  }

  /** Breaks off at once. */
  public void abort(long nowNanos) {
    throw new UnsupportedOperationException();
  }

  /** Has messages wait here, and their sender, once the receive buffer is full. */
  public void pause() {
    throw new UnsupportedOperationException();
  }

  /** Lets messages come again. */
  public void resume(long nowNanos) {
    throw new UnsupportedOperationException();
  }

  /** Its state. */
  public ConnectionState state() {
    throw new UnsupportedOperationException();
  }

  /** Its sender's state. */
  public SenderState senderState() {
    throw new UnsupportedOperationException();
  }

  /** Its own port. */
  public int localPort() {
    throw new UnsupportedOperationException();
  }

  /** The other end's virtual address. */
  public int remoteAddress() {
    throw new UnsupportedOperationException();
  }

  /** The other end's port. */
  public int remotePort() {
    throw new UnsupportedOperationException();
  }

  /** What it has counted and estimated so far. */
  public RdpStatistics statistics(long nowNanos) {
    throw new UnsupportedOperationException();
  }
}
