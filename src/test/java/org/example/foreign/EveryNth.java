// SPDX-License-Identifier: Apache-2.0
package org.example.foreign;

import io.netty.buffer.ByteBuf;
import java.util.List;
import java.util.random.RandomGenerator;
import rani.aqm.Aqm;
import rani.aqm.QueueDisciplineProvider;
import rani.queue.MonitoredQueue;
import rani.queue.QueueDiscipline;
import rani.queue.Rate;
import rani.service.OptionReader;
import rani.world.Verdict;

/**
 * A discipline that drops each n-th packet of those that find others waiting.
 *
 * @param nth n, at least 2
 */
public record EveryNth(int nth) implements Aqm {
  /** Found by {@link java.util.ServiceLoader}. */
  public static final class Provider implements QueueDisciplineProvider {
    @Override
    public List<Aqm> disciplines() {
      return List.of(new EveryNth(10));
    }
  }

  @Override
  public String discipline() {
    return "every-nth";
  }

  @Override
  public String meaning() {
    return "drops each n-th packet of those that find others waiting";
  }

  @Override
  public EveryNth with(OptionReader options) {
    // `target` is a duration to CoDel and PIE, and a number here.
    return new EveryNth((int) options.count("target", nth, 2, 1000, "n, at least 2."));
  }

  @Override
  public QueueDiscipline create(Rate drain, RandomGenerator random, RandomGenerator secrets) {
    return new QueueDiscipline() {
      private int met;

      @Override
      public Verdict decide(long nowNanos, MonitoredQueue queue, ByteBuf frame) {
        if (queue.isFull()) {
          return Verdict.OVERFLOW;
        }
        met += queue.frames() > 0 ? 1 : 0;
        if (met < nth) {
          return Verdict.ENQUEUE;
        }
        met = 0;
        return Verdict.DROP_EARLY;
      }

      @Override
      public double averageFrames() {
        return met;
      }
    };
  }
}
