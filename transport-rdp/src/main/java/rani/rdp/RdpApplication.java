// SPDX-License-Identifier: Apache-2.0
package rani.rdp;

import io.netty.buffer.ByteBuf;

/**
 * User of a connection. Its methods are called after the segment, timer or call that caused the
 * event is processed, so that they may call the connection.
 */
public interface RdpApplication {
  /** The connection is open: messages may be sent. */
  default void opened(long nowNanos, RdpConnection connection) {}

  /** A message was received: the readable bytes of a buffer that is lent for the call. */
  void received(long nowNanos, RdpConnection connection, ByteBuf message);

  /** Half of the send buffer is free again, after {@link RdpConnection#send} returned false. */
  default void writable(long nowNanos, RdpConnection connection) {}

  /** Everything that was sent has been acknowledged. */
  default void drained(long nowNanos, RdpConnection connection) {}

  /**
   * The largest message that {@link RdpConnection#send} takes has changed. Messages that wait to be
   * sent keep their size.
   */
  default void segmentSizeChanged(long nowNanos, RdpConnection connection, int maxMessageBytes) {}

  /** The connection has ended or was not established. Called exactly once, as the last method. */
  default void closed(long nowNanos, RdpConnection connection, CloseReason reason) {}
}
