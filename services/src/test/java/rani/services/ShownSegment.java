// SPDX-License-Identifier: Apache-2.0
package rani.services;

import io.netty.buffer.Unpooled;
import org.jspecify.annotations.Nullable;
import rani.rdp.segment.RouterState;
import rani.rdp.segment.Segment;
import rani.wire.Address;
import rani.wire.FlowKey;

/** Data segments to port 7000 that show their sender's state. */
public final class ShownSegment {
  private ShownSegment() {}

  /** In congestion avoidance or whatever else, with a round trip of 400 ms. */
  public static Segment shown(int port, int sequence, int epoch, int cwnd, int phase) {
    return shown(port, sequence, new RouterState(0, phase, epoch, cwnd, 9, 400, 0));
  }

  public static Segment shown(int port, int sequence, @Nullable RouterState state) {
    return new Segment(
        Segment.ACK,
        port,
        7000,
        sequence,
        0,
        null,
        Segment.NO_EACKS,
        state,
        Unpooled.wrappedBuffer(new byte[40]));
  }

  /** The connection of such segments. */
  public static FlowKey flow(String source, int port, String destination) {
    return new FlowKey(
        (long) Address.parse(source) << 32 | Address.parse(destination),
        27L << 32 | (port & 0xFFFFL) << 16 | 7000);
  }
}
