// SPDX-License-Identifier: Apache-2.0
package rani.rdp;

import io.netty.buffer.ByteBuf;

/**
 * Pending callbacks of a connection to its application. They are deferred until the call that
 * caused them is complete, then made in a fixed order.
 */
final class ApplicationEvents {
  private final RdpConnection connection;
  private final Sender sender;
  private final Receiver receiver;
  RdpApplication application = NoApplication.INSTANCE;

  boolean opened;
  boolean segmentSizeChanged;

  /** True after a message was refused because the send buffer is full. */
  boolean wantsRoom;

  /** True after a message was taken. */
  boolean wantsDrained;

  boolean paused;
  boolean saidClosed;

  /** Messages handed to the application. */
  long messages;

  /** Bytes in those messages. */
  long bytes;

  /** The application of a connection before one is set. */
  private enum NoApplication implements RdpApplication {
    INSTANCE;

    @Override
    public void received(long nowNanos, RdpConnection connection, ByteBuf message) {}
  }

  ApplicationEvents(RdpConnection connection, Sender sender, Receiver receiver) {
    this.connection = connection;
    this.sender = sender;
    this.receiver = receiver;
  }

  /** Makes the pending callbacks, except {@code closed}. */
  void say(long nowNanos) {
    if (opened) {
      opened = false;
      application.opened(nowNanos, connection);
    }
    boolean more = true;
    while (more && !paused && !saidClosed) {
      more = handOver(nowNanos);
    }
    if (segmentSizeChanged) {
      segmentSizeChanged = false;
      application.segmentSizeChanged(nowNanos, connection, connection.maxMessageBytes());
    }
    if (wantsRoom && connection.takesMessages() && sender.queue.hasRoom()) {
      wantsRoom = false;
      application.writable(nowNanos, connection);
    }
    if (wantsDrained && connection.takesMessages() && sender.isDrained()) {
      wantsDrained = false;
      application.drained(nowNanos, connection);
    }
  }

  private boolean handOver(long nowNanos) {
    ByteBuf message = receiver.poll();
    if (message == null) {
      return false;
    }
    messages++;
    bytes += message.readableBytes();
    try {
      application.received(nowNanos, connection, message);
    } finally {
      message.release();
    }
    return true;
  }

  /** Reports once that the connection has ended, after all received messages are delivered. */
  void sayClosed(long nowNanos, CloseReason reason) {
    if (saidClosed || receiver.hasMessages()) {
      return;
    }
    saidClosed = true;
    connection.hasEnded(nowNanos, reason);
    application.closed(nowNanos, connection, reason);
  }
}
