// SPDX-License-Identifier: Apache-2.0
package rani.link;

import io.netty.buffer.ByteBuf;
import rani.world.Congestion;

/** Notified by a port of congestion in its queue; implemented by the node's menu alone. */
@FunctionalInterface
public interface QueueObserver {
  /**
   * Called after the port has acted.
   *
   * @param frame the packet that caused it, lent for the call
   */
  void congested(long nowNanos, Congestion kind, LinkPort port, ByteBuf frame);

  /**
   * The queue length in frames from which each arrival is reported as {@link
   * Congestion#QUEUE_LENGTH}.
   */
  default int watchedFrames() {
    return Integer.MAX_VALUE;
  }

  /** Whether {@link #transmits} is called for each packet. */
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
