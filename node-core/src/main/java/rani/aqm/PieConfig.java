// SPDX-License-Identifier: Apache-2.0
package rani.aqm;

import java.util.random.RandomGenerator;
import rani.queue.QueueDiscipline;
import rani.queue.Rate;
import rani.service.OptionReader;

/**
 * The settings of {@link Pie}.
 *
 * @param targetNanos QDELAY_REF, the target delay, above 0
 * @param updateNanos T_UPDATE, the update interval of the probability, above 0
 * @param burstNanos MAX_BURST, time without drops when a queue begins to build up, at least 0
 * @param ecn whether ECN-capable packets are marked instead of dropped, while the probability is
 *     below {@link Pie#MARK_PROBABILITY_MAX}
 */
public record PieConfig(long targetNanos, long updateNanos, long burstNanos, boolean ecn)
    implements Aqm {
  private static final long MILLISECOND = 1_000_000;

  /** RFC 8033's defaults: 15 ms (§4.1), 15 ms (§4.2) and 150 ms (§4.4), without marks. */
  public static final PieConfig DEFAULT =
      new PieConfig(15 * MILLISECOND, 15 * MILLISECOND, 150 * MILLISECOND, false);

  public PieConfig {
    if (targetNanos <= 0 || updateNanos <= 0 || burstNanos < 0) {
      throw new IllegalArgumentException(
          "target and update are above 0 and burst at least 0, not "
              + targetNanos
              + " ns, "
              + updateNanos
              + " ns and "
              + burstNanos
              + " ns");
    }
  }

  @Override
  public String discipline() {
    return "pie";
  }

  @Override
  public String meaning() {
    return "drops by a probability that holds the delay of the queue at a target (RFC 8033)";
  }

  @Override
  public QueueDiscipline create(Rate drain, RandomGenerator random, RandomGenerator secrets) {
    return new Pie(this, random);
  }

  @Override
  public PieConfig with(OptionReader options) {
    return new PieConfig(
        aboveZero(
            options,
            "target",
            targetNanos,
            "PIE (RFC 8033): how long a packet may wait, by default 15ms."),
        aboveZero(options, "update", updateNanos, "How often its probability moves (RFC 8033)."),
        options.durationNanos(
            "burst", burstNanos, "PIE: how long a queue may grow before anything is dropped."),
        CodelConfig.marks(options, ecn));
  }

  private static long aboveZero(OptionReader options, String name, long known, String meaning) {
    long nanos = options.durationNanos(name, known, meaning);
    if (nanos == 0) {
      options.refuse("`" + name + "` must be above 0", name);
    }
    return nanos == 0 ? known : nanos;
  }
}
