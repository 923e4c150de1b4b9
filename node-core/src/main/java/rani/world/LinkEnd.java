// SPDX-License-Identifier: Apache-2.0
package rani.world;

import io.netty.buffer.ByteBuf;

/**
 * A node's end of a link, passed to the world with each frame sent ({@link World#send}): impairment
 * and seal.
 */
public interface LinkEnd {
  /** Of which of the node's links. */
  LinkId id();

  /**
   * Applies the link's impairment to one frame. Takes the reference; the wire gets none, one or two
   * frames, a duplicate right before its frame.
   *
   * @return how many frames are on the wire for it
   */
  int carry(long nowNanos, ByteBuf frame, Wire wire);

  /** Releases the frame that has waited longest, at a time that was requested of the wire. */
  void serve(long dueNanos);

  /** Drops the frames that wait; {@link #serve} is not called for them. */
  void clear();

  /**
   * Seals a frame, as the last step before the wire.
   *
   * @param frame takes the reference
   * @return the frame, or another in its place
   */
  ByteBuf seal(ByteBuf frame);
}
