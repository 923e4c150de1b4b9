// SPDX-License-Identifier: Apache-2.0
package rani.queue;

import io.netty.buffer.ByteBuf;
import rani.world.DropReason;
import rani.world.Verdict;

/**
 * Decides what becomes of packets: of an arriving one, and, if it cares, which one is to leave next
 * and whether it may. It touches neither packets nor queue. The port that asks acts on what it
 * says, counts, and tells the services.
 *
 * <p>Packets that wait are named by their {@link MonitoredQueue} place.
 */
public interface QueueDiscipline {
  /**
   * Judges one arrival.
   *
   * @param queue as it stands before the packet joins
   * @param frame the arriving packet, for its length and ECN field
   */
  Verdict decide(long nowNanos, MonitoredQueue queue, ByteBuf frame);

  /** The reason of a {@link Verdict#DROP_EARLY}. */
  default DropReason earlyDrop() {
    return DropReason.RED_EARLY;
  }

  /** The average that the last decision rested on, in frames. */
  double averageFrames();

  /** Whether that average was beyond the upper threshold. */
  default boolean aboveMaxTh() {
    return false;
  }

  /**
   * Who is to go so that a packet may join a queue that is full, asked again until no one is.
   *
   * @return a place, which is then vacated; {@link MonitoredQueue#NOWHERE} for none
   */
  default int makesRoom(MonitoredQueue queue) {
    return MonitoredQueue.NOWHERE;
  }

  /** A packet that was let in did not find the server idle and waits at a place. */
  default void joined(MonitoredQueue queue, int place) {}

  /** Which packet of a queue that is not empty is to leave next. */
  default int next(MonitoredQueue queue) {
    return queue.head();
  }

  /**
   * Judges the packet that {@link #next} has named; its place is then vacated. If it is dropped and
   * others wait, the next is asked for at once.
   */
  default Leaving leaves(long nowNanos, MonitoredQueue queue, int place) {
    return Leaving.SEND;
  }

  /** The server behind the queue has another rate from now on. */
  default void drainedAt(Rate rate) {}

  /**
   * The server found nothing more to serve.
   *
   * @param sinceNanos when the last packet's service ended
   */
  default void idle(long sinceNanos) {}
}
