// SPDX-License-Identifier: Apache-2.0
package rani.queue;

import io.netty.buffer.ByteBuf;
import rani.world.Verdict;

/** Accepts every packet that fits, and reports the number of waiting frames as its average. */
public final class DropTail implements QueueDiscipline {
  public static final String NAME = "drop-tail";

  private int queuedFrames;

  @Override
  public Verdict decide(long nowNanos, MonitoredQueue queue, ByteBuf frame) {
    queuedFrames = queue.frames();
    return queue.isFull() ? Verdict.OVERFLOW : Verdict.ENQUEUE;
  }

  @Override
  public double averageFrames() {
    return queuedFrames;
  }
}
