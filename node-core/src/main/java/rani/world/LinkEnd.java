// SPDX-License-Identifier: Apache-2.0
package rani.world;

import io.netty.buffer.ByteBuf;

/**
 * A node's end of a link, as its world is given it with each frame that leaves ({@link
 * World#send}): what befalls frames on the way to the neighbour, and what seals them.
 */
public interface LinkEnd {
  /** Of which of the node's links. */
  LinkId id();

  /**
   * Lets the trouble on the link decide about one frame. Takes the reference; the wire gets none,
   * one or two, a duplicate right before its frame.
   *
   * @return how many frames are on the wire for it
   */
  int carry(long nowNanos, ByteBuf frame, Wire wire);

  /** A time has come that the wire was told: the frame that has waited longest comes out. */
  void serve(long dueNanos);

  /** Lets go of the frames that wait; {@link #serve} is not called for them. */
  void clear();

  /**
   * Seals a frame as the last thing before it goes, when all else has befallen it.
   *
   * @param frame takes the reference
   * @return the frame, or another in its place
   */
  ByteBuf seal(ByteBuf frame);
}
