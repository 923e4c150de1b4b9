// SPDX-License-Identifier: Apache-2.0
package rani.queue;

import io.netty.buffer.ByteBuf;
import rani.world.Verdict;

/**
 * Decides what becomes of an arriving packet; it touches neither the packet nor the queue. The port
 * that asks acts on the verdict, counts, and tells the services.
 */
public interface QueueDiscipline {
  /**
   * Judges one arrival.
   *
   * @param queue as it stands before the packet joins
   * @param frame the arriving packet, for its length and ECN field
   */
  Verdict decide(long nowNanos, MonitoredQueue queue, ByteBuf frame);

  /** The average that the last decision rested on, in frames. */
  double averageFrames();

  /** Whether that average was beyond the upper threshold. */
  default boolean aboveMaxTh() {
    return false;
  }

  /**
   * The server found nothing more to serve.
   *
   * @param sinceNanos when the last packet's service ended
   */
  default void idle(long sinceNanos) {}
}
