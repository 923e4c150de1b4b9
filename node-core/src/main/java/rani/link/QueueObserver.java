// SPDX-License-Identifier: Apache-2.0
package rani.link;

import io.netty.buffer.ByteBuf;
import rani.world.Congestion;

/** Receives a port's notifications of congestion; implemented by the node's menu. */
@FunctionalInterface
public interface QueueObserver {
  /**
   * Notes congestion after the port has acted.
   *
   * @param frame the packet that caused it, lent for the call
   */
  void congested(long nowNanos, Congestion kind, LinkPort port, ByteBuf frame);

  /** Returns the queue length from which on {@link Congestion#QUEUE_LENGTH} is reported. */
  default int watchedFrames() {
    return Integer.MAX_VALUE;
  }

  default boolean watchesTransmissions() {
    return false;
  }

  /**
   * Notes that the transmission of a packet begins.
   *
   * @param frame lent for the call, during which it may be shortened
   */
  default void transmits(long nowNanos, ByteBuf frame) {}
}
