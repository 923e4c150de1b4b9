// SPDX-License-Identifier: Apache-2.0
package rani.world;

import io.netty.buffer.ByteBuf;

/** A world's wire from a node to its neighbour: takes a frame at its time. */
public interface Wire {
  /**
   * The frame comes out at the far end.
   *
   * @param end that it left by
   * @param dueNanos when; if that has passed, now
   * @param frame with its reference
   */
  void deliver(LinkEnd end, long dueNanos, ByteBuf frame);

  /**
   * {@link LinkEnd#serve} is to be called at a time.
   *
   * @param dueNanos not before the time of {@link LinkEnd#carry}
   * @param lengthBytes of what waits for it
   * @return whether there is room; without it, it is not called, and the wire counts what is lost
   */
  boolean serveAt(LinkEnd end, long dueNanos, int lengthBytes);
}
