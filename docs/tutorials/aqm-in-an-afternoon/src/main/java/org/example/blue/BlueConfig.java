// SPDX-License-Identifier: Apache-2.0
package org.example.blue;

import java.util.List;
import java.util.random.RandomGenerator;
import rani.aqm.Aqm;
import rani.aqm.QueueDisciplineProvider;
import rani.queue.QueueDiscipline;
import rani.queue.Rate;
import rani.service.OptionReader;

/**
 * The settings of {@link Blue}.
 *
 * @param increase of the probability when the queue overflows, above 0 and at most 1
 * @param decrease of the probability when the link is idle, above 0 and at most 1
 * @param freezeNanos the least time between two changes, at least 0
 * @param ecn whether packets that ask for it are marked instead of dropped
 */
public record BlueConfig(double increase, double decrease, long freezeNanos, boolean ecn)
    implements Aqm {
  /** What the paper uses: the probability rises ten times as fast as it falls. */
  public static final BlueConfig DEFAULT = new BlueConfig(0.02, 0.002, 100_000_000, false);

  /** Brings it; named in META-INF/services. */
  public static final class Provider implements QueueDisciplineProvider {
    @Override
    public List<Aqm> disciplines() {
      return List.of(DEFAULT);
    }
  }

  @Override
  public String discipline() {
    return "blue";
  }

  @Override
  public String meaning() {
    return "drops by a probability that overflow raises and an idle link lowers";
  }

  @Override
  public BlueConfig with(OptionReader options) {
    return new BlueConfig(
        options.share("increase", increase, "How far an overflow raises the probability."),
        options.share("decrease", decrease, "How far an idle link lowers the probability."),
        options.durationNanos("freeze", freezeNanos, "The least time between two changes."),
        options.flag("ecn", ecn, "Whether packets that ask for it are marked instead of dropped."));
  }

  @Override
  public QueueDiscipline create(Rate drain, RandomGenerator random, RandomGenerator secrets) {
    return new Blue(this, random);
  }
}
