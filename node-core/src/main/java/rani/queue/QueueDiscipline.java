// SPDX-License-Identifier: Apache-2.0
package rani.queue;

import io.netty.buffer.ByteBuf;
import rani.world.DropReason;
import rani.world.Verdict;

/**
 * Decides about the packets of one queue: whether an arrival is accepted, which packet leaves next,
 * and whether that packet is sent, marked or dropped. A discipline changes neither packets nor
 * queue; the port carries out its decisions, counts, and notifies the services. {@link
 * MonitoredQueue} places identify waiting packets.
 */
public interface QueueDiscipline {
  /**
   * Judges one arrival.
   *
   * @param queue the queue before the packet joins
   * @param frame the arriving packet, for its length and ECN field
   */
  Verdict decide(long nowNanos, MonitoredQueue queue, ByteBuf frame);

  /** Returns the drop reason of {@link Verdict#DROP_EARLY} and {@link DequeueDecision#DROP}. */
  default DropReason earlyDrop() {
    return DropReason.AQM;
  }

  /** Returns the average queue length that the last decision was based on, in frames. */
  double averageFrames();

  /** Reports whether the average queue length is above the upper threshold. */
  default boolean aboveMaxTh() {
    return false;
  }

  /**
   * Selects a packet to drop, so that another may join a full queue. The port calls the method
   * again until it selects none.
   *
   * @return the packet's place, which the port vacates; {@link MonitoredQueue#NOWHERE} for none
   */
  default int makesRoom(MonitoredQueue queue) {
    return MonitoredQueue.NOWHERE;
  }

  /** Notes that an accepted packet waits at a place, because the server is busy. */
  default void joined(MonitoredQueue queue, int place) {}

  /** Selects the packet of a non-empty queue that leaves next. */
  default int next(MonitoredQueue queue) {
    return queue.head();
  }

  /**
   * Judges the packet that {@link #next} selected; the port then vacates its place. If the packet
   * is dropped and others wait, the port calls {@link #next} again at once.
   */
  default DequeueDecision leaves(long nowNanos, MonitoredQueue queue, int place) {
    return DequeueDecision.SEND;
  }

  default void drainedAt(Rate rate) {}

  /**
   * Notes that the server has become idle.
   *
   * @param sinceNanos time when the last packet's transmission ended
   */
  default void idle(long sinceNanos) {}
}
