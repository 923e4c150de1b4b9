// SPDX-License-Identifier: Apache-2.0
package org.example.blue;

import io.netty.buffer.ByteBuf;
import java.util.random.RandomGenerator;
import rani.queue.MonitoredQueue;
import rani.queue.QueueDiscipline;
import rani.wire.Frame;
import rani.world.Streams;
import rani.world.Verdict;

/**
 * Drops arriving packets by a probability that rises whenever the queue overflows, and falls
 * whenever the link behind it has nothing to send; each at most once in a freeze time (W. Feng, D.
 * Kandlur, D. Saha and K. Shin, BLUE: A New Class of Active Queue Management Algorithms, 1999).
 */
public final class Blue implements QueueDiscipline {
  private final BlueConfig config;
  private final RandomGenerator random;
  private double probability;
  private long changedNanos;
  private int queuedFrames;

  /** Drops nothing yet. */
  public Blue(BlueConfig config, RandomGenerator random) {
    this.config = config;
    this.random = random;
  }

  @Override
  public Verdict decide(long nowNanos, MonitoredQueue queue, ByteBuf frame) {
    queuedFrames = queue.frames();
    if (queue.isFull()) {
      change(nowNanos, config.increase());
      return Verdict.OVERFLOW;
    }
    if (Streams.uniform(random) >= probability) {
      return Verdict.ENQUEUE;
    }
    return config.ecn() && Frame.isEcnCapable(frame) ? Verdict.MARK : Verdict.DROP_EARLY;
  }

  /** The link went idle. */
  @Override
  public void idle(long sinceNanos) {
    change(sinceNanos, -config.decrease());
  }

  private void change(long nowNanos, double step) {
    if (nowNanos - changedNanos >= config.freezeNanos()) {
      probability = Math.clamp(probability + step, 0.0, 1.0);
      changedNanos = nowNanos;
    }
  }

  @Override
  public double averageFrames() {
    return queuedFrames; // it keeps no average
  }
}
