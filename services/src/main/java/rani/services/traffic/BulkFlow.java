// SPDX-License-Identifier: Apache-2.0
package rani.services.traffic;

import io.netty.buffer.ByteBuf;
import rani.rdp.RdpConfig;
import rani.rdp.RdpConnection;

/**
 * As many full packets as an RDP connection carries: always one more at hand, until so many were
 * sent or so long has passed; then the connection is closed, which waits for what is outstanding.
 */
final class BulkFlow extends ConnectionFlow {
  /** As many as there is time for. */
  static final int UNCOUNTED = 0;

  private final int packets;
  private final long durationNanos;
  private long handedOver;

  /**
   * A flow that has not begun.
   *
   * @param config its segment size is that of the packets
   * @param packets how many, or {@link #UNCOUNTED}
   * @param durationNanos for how long from the opening on; 0 for as long as it takes
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

  /** No one is asked for anything; what comes is dropped. */
  @Override
  public void received(long nowNanos, RdpConnection connection, ByteBuf message) {}

  @Override
  long offered() {
    return packets == UNCOUNTED ? handedOver : packets;
  }
}
