// SPDX-License-Identifier: Apache-2.0
package rani.world;

import io.netty.buffer.ByteBuf;

/**
 * A node's end of a link, which applies impairment and seal. The world receives it with each frame
 * sent ({@link World#send}).
 */
public interface LinkEnd {
  /** Returns the link's number in its node. */
  LinkId id();

  /**
   * Applies the link's impairment to one frame. Takes the reference. Delivers zero, one or two
   * frames to the wire; a duplicate comes right before its frame.
   *
   * @return the number of frames on the wire
   */
  int carry(long nowNanos, ByteBuf frame, Wire wire);

  /** Releases the frame that has waited longest, at a time given to {@link Wire#serveAt}. */
  void serve(long dueNanos);

  /** Drops the waiting frames; {@link #serve} is not called for them. */
  void clear();

  /**
   * Seals a frame, as the last step before the wire.
   *
   * @param frame takes the reference
   * @return the frame or its replacement
   */
  ByteBuf seal(ByteBuf frame);
}
