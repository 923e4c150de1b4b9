// SPDX-License-Identifier: Apache-2.0
package rani.rdp;

import io.netty.buffer.ByteBuf;

/**
 * The user of a connection. It is called after the segment, timer or call that caused the event is
 * processed, so that it may call the connection.
 */
public interface RdpApplication {
  /** The connection is open: messages may be sent. */
  default void opened(long nowNanos, RdpConnection connection) {}

  /**
   * A message was received.
   *
   * @param message lent for the call; its readable bytes are the message
   */
  void received(long nowNanos, RdpConnection connection, ByteBuf message);

  /** After {@link RdpConnection#send} answered false: half of the send buffer is free again. */
  default void writable(long nowNanos, RdpConnection connection) {}

  /** Everything that was sent has been acknowledged. */
  default void drained(long nowNanos, RdpConnection connection) {}

  /**
   * Messages may be larger than before, or must be smaller; those that wait to be sent stay whole.
   *
   * @param maxMessageBytes the largest that {@link RdpConnection#send} now takes
   */
  default void segmentSizeChanged(long nowNanos, RdpConnection connection, int maxMessageBytes) {}

  /** The connection has ended, or was not established. Called exactly once, as the last. */
  default void closed(long nowNanos, RdpConnection connection, CloseReason reason) {}
}
