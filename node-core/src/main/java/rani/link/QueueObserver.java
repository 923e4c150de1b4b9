// SPDX-License-Identifier: Apache-2.0
package rani.link;

import io.netty.buffer.ByteBuf;
import rani.world.Congestion;

/** Whom a port tells about its queue's congestion: the node's menu, and no one else. */
@FunctionalInterface
public interface QueueObserver {
  /**
   * Told after the port has acted.
   *
   * @param frame the packet that made it so, lent for the call
   */
  void congested(long nowNanos, Congestion kind, LinkPort port, ByteBuf frame);

  /**
   * It is told of each packet that joins a queue in which so many frames wait already, {@link
   * Congestion#QUEUE_LENGTH}.
   */
  default int watchedFrames() {
    return Integer.MAX_VALUE;
  }

  /** Whether it is shown each packet whose transmission begins. */
  default boolean watchesTransmissions() {
    return false;
  }

  /**
   * The transmission of a packet begins.
   *
   * @param frame lent for the call; it may come back shorter
   */
  default void transmits(long nowNanos, ByteBuf frame) {}
}
