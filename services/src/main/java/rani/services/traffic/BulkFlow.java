// SPDX-License-Identifier: Apache-2.0
package rani.services.traffic;

import io.netty.buffer.ByteBuf;
import rani.rdp.RdpConfig;
import rani.rdp.RdpConnection;

/**
 * Bulk transfer over an RDP connection: always offers one more full packet, until the given number
 * is sent or the duration is over. Then closes the connection, which waits for outstanding data.
 */
final class BulkFlow extends ConnectionFlow {
  static final int UNCOUNTED = 0;

  private final int packets;
  private final long durationNanos;
  private long handedOver;

  /**
   * Creates a flow of {@code packets}, or {@link #UNCOUNTED}, with the segment size of {@code
   * config}. The duration counts from the opening of the connection; 0 stands for no limit.
   */
  BulkFlow(Place place, RdpConfig config, int packets, long durationNanos) {
    super(place, config);
    this.packets = packets;
    this.durationNanos = durationNanos;
  }

  @Override
  public void opened(long nowNanos, RdpConnection connection) {
    if (durationNanos > 0) {
      wakeAt(nowNanos + durationNanos);
    }
    handOver(nowNanos, connection);
  }

  @Override
  public void writable(long nowNanos, RdpConnection connection) {
    handOver(nowNanos, connection);
  }

  @Override
  void wake(long nowNanos, RdpConnection connection) {
    connection.close(nowNanos);
  }

  private void handOver(long nowNanos, RdpConnection connection) {
    while (packets == UNCOUNTED || handedOver < packets) {
      int bytes = connection.maxMessageBytes();
      ByteBuf message = context().buffers().buffer(bytes).writeZero(bytes);
      if (!connection.send(nowNanos, message)) {
        message.release();
        return;
      }
      handedOver++;
    }
    connection.close(nowNanos);
  }

  /** A bulk flow expects no data and drops what arrives. */
  @Override
  public void received(long nowNanos, RdpConnection connection, ByteBuf message) {}

  @Override
  long offered() {
    return packets == UNCOUNTED ? handedOver : packets;
  }
}
