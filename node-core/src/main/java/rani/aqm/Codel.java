// SPDX-License-Identifier: Apache-2.0
package rani.aqm;

import io.netty.buffer.ByteBuf;
import rani.queue.DequeueDecision;
import rani.queue.MonitoredQueue;
import rani.queue.QueueDiscipline;
import rani.wire.Frame;
import rani.world.DropReason;
import rani.world.Verdict;

/**
 * Controlled Delay (RFC 8289). Drops or marks packets once they have waited longer than a target
 * during a whole interval, and more often the longer that lasts.
 *
 * <p>Reports the number of waiting frames as its average. The frame in service does not count.
 */
public final class Codel implements QueueDiscipline {
  private final SojournControl control;
  private int queuedFrames;

  public Codel(CodelConfig config) {
    control = new SojournControl(config);
  }

  @Override
  public Verdict decide(long nowNanos, MonitoredQueue queue, ByteBuf frame) {
    queuedFrames = queue.frames();
    return queue.isFull() ? Verdict.OVERFLOW : Verdict.ENQUEUE;
  }

  @Override
  public DropReason earlyDrop() {
    return DropReason.SOJOURN;
  }

  @Override
  public double averageFrames() {
    return queuedFrames;
  }

  @Override
  public DequeueDecision leaves(long nowNanos, MonitoredQueue queue, int place) {
    int bytes = Frame.length(queue.frame(place));
    return control.leaves(nowNanos, queue, place, queue.bytes() - bytes);
  }

  @Override
  public void idle(long sinceNanos) {
    control.emptied();
  }
}
