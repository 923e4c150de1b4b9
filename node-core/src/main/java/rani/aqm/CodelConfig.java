// SPDX-License-Identifier: Apache-2.0
package rani.aqm;

import java.util.random.RandomGenerator;
import rani.queue.QueueDiscipline;
import rani.queue.Rate;
import rani.service.OptionReader;

/**
 * The settings of {@link Codel}.
 *
 * @param targetNanos target, the acceptable standing delay (RFC 8289 §4.2), above 0
 * @param intervalNanos interval, for how long the delay may exceed it before a packet is dropped
 *     (§4.3), at least the target
 * @param ecn whether packets that ask for it are marked instead of dropped
 */
public record CodelConfig(long targetNanos, long intervalNanos, boolean ecn) implements Aqm {
  private static final long MILLISECOND = 1_000_000;

  /** RFC 8289's defaults: 5 ms (§4.2) and 100 ms (§4.3), without marks. */
  public static final CodelConfig DEFAULT =
      new CodelConfig(5 * MILLISECOND, 100 * MILLISECOND, false);

  public CodelConfig {
    if (targetNanos <= 0 || intervalNanos < targetNanos) {
      throw new IllegalArgumentException(
          "target is above 0 and at most interval, not "
              + targetNanos
              + " ns and "
              + intervalNanos
              + " ns");
    }
  }

  @Override
  public String discipline() {
    return "codel";
  }

  @Override
  public String meaning() {
    return "drops when packets have waited for too long for too long (RFC 8289)";
  }

  @Override
  public QueueDiscipline create(Rate drain, RandomGenerator random, RandomGenerator secrets) {
    return new Codel(this);
  }

  @Override
  public CodelConfig with(OptionReader options) {
    long target =
        options.durationNanos(
            "target", targetNanos, "CoDel (RFC 8289): how long a packet may wait, by default 5ms.");
    long interval =
        options.durationNanos(
            "interval",
            Math.max(target, intervalNanos),
            "CoDel: for how long they may all wait longer before one is dropped.");
    if (target == 0 || target > interval) {
      options.refuse("`target` must be above 0 and at most `interval`", "target", "interval");
      target = targetNanos;
      interval = intervalNanos;
    }
    return new CodelConfig(target, interval, marks(options, ecn));
  }

  /** Reads the option {@code ecn}, which several disciplines have. */
  static boolean marks(OptionReader options, boolean known) {
    return options.flag(
        "ecn", known, "Whether packets that ask for it are marked instead of dropped.");
  }
}
