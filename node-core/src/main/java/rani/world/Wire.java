// SPDX-License-Identifier: Apache-2.0
package rani.world;

import io.netty.buffer.ByteBuf;

/** A world's wire from a node to its neighbour. The delay of its frames is already decided. */
public interface Wire {
  /**
   * Delivers a frame to the far end.
   *
   * @param dueNanos time of delivery; if it has passed, the frame is delivered now
   * @param frame takes the reference
   */
  void deliver(LinkEnd end, long dueNanos, ByteBuf frame);

  /**
   * Requests a call of {@link LinkEnd#serve}.
   *
   * @param dueNanos time of the call, not before {@link LinkEnd#carry}
   * @param lengthBytes length of the frames that will be released then
   * @return false if the wire has no room; then it makes no call, and counts a loss
   */
  boolean serveAt(LinkEnd end, long dueNanos, int lengthBytes);
}
