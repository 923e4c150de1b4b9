// SPDX-License-Identifier: Apache-2.0
package rani.queue;

import io.netty.buffer.ByteBuf;
import rani.world.DropReason;
import rani.world.Verdict;

/**
 * Decides about packets: whether an arriving one is accepted, and optionally which one leaves next
 * and whether it may. It changes neither packets nor queue; the port acts on its verdict, counts,
 * and notifies the services.
 *
 * <p>Waiting packets are identified by their {@link MonitoredQueue} place.
 */
public interface QueueDiscipline {
  /**
   * Judges one arrival.
   *
   * @param queue as it stands before the packet joins
   * @param frame the arriving packet, for its length and ECN field
   */
  Verdict decide(long nowNanos, MonitoredQueue queue, ByteBuf frame);

  /** The reason of a {@link Verdict#DROP_EARLY}, and of a {@link DequeueDecision#DROP}. */
  default DropReason earlyDrop() {
    return DropReason.AQM;
  }

  /** The average that the last decision rested on, in frames. */
  double averageFrames();

  /** Whether that average was beyond the upper threshold. */
  default boolean aboveMaxTh() {
    return false;
  }

  /**
   * The packet to drop so that another may join a full queue; called until it returns none.
   *
   * @return a place, which is then vacated; {@link MonitoredQueue#NOWHERE} for none
   */
  default int makesRoom(MonitoredQueue queue) {
    return MonitoredQueue.NOWHERE;
  }

  /** An accepted packet waits at a place, since the server is busy. */
  default void joined(MonitoredQueue queue, int place) {}

  /** The packet of a non-empty queue that leaves next. */
  default int next(MonitoredQueue queue) {
    return queue.head();
  }

  /**
   * Judges the packet that {@link #next} selected; its place is then vacated. If it is dropped and
   * others wait, {@link #next} is called at once.
   */
  default DequeueDecision leaves(long nowNanos, MonitoredQueue queue, int place) {
    return DequeueDecision.SEND;
  }

  /** The drain rate has changed. */
  default void drainedAt(Rate rate) {}

  /**
   * The server has become idle.
   *
   * @param sinceNanos when the last packet's service ended
   */
  default void idle(long sinceNanos) {}
}
