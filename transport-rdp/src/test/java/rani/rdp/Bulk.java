// SPDX-License-Identifier: Apache-2.0
package rani.rdp;

import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/** Always has one more full message to send; at the other end, takes what comes. */
final class Bulk implements RdpApplication {
  private final TwoEnds ends;
  private final boolean sends;
  @Nullable RdpConnection connection;
  long received;
  @Nullable CloseReason closed;

  private Bulk(TwoEnds ends, boolean sends) {
    this.ends = ends;
    this.sends = sends;
  }

  /** Starts one from left to right; several may share the way. */
  static Bulk start(TwoEnds ends, int port, RdpConfig config) {
    ends.right().endpoint().listen(port, config, (now, connection) -> new Bulk(ends, false));
    Bulk bulk = new Bulk(ends, true);
    bulk.connection =
        ends.left().endpoint().connect(ends.nowNanos(), TwoEnds.RIGHT, port, config, bulk);
    return bulk;
  }

  /** Of the sending end. */
  RdpStatistics statistics() {
    RdpConnection mine = connection;
    if (mine == null) {
      throw new IllegalStateException("not started");
    }
    return mine.statistics(ends.nowNanos());
  }

  @Override
  public void opened(long nowNanos, RdpConnection with) {
    writable(nowNanos, with);
  }

  @Override
  public void writable(long nowNanos, RdpConnection with) {
    boolean taken = sends;
    while (taken) {
      int bytes = with.maxMessageBytes();
      ByteBuf message = ends.buffers().buffer(bytes).writeZero(bytes);
      taken = with.send(nowNanos, message);
      if (!taken) {
        message.release();
      }
    }
  }

  @Override
  public void received(long nowNanos, RdpConnection from, ByteBuf message) {
    received++;
  }

  @Override
  public void closed(long nowNanos, RdpConnection was, CloseReason reason) {
    closed = reason;
  }
}
