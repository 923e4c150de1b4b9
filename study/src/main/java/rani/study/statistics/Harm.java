// SPDX-License-Identifier: Apache-2.0
package rani.study.statistics;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * How much of what one has alone is lost beside others: of what is better when it is more, such as
 * throughput, (alone − beside) / alone; of what is better when it is less, such as delay, (beside −
 * alone) / beside. 0 is none, 1 is all, less than 0 a gain.
 *
 * <p>R. Ware, M. K. Mukerjee, S. Seshan and J. Sherry, "Beyond Jain's Fairness Index: Setting the
 * Bar For The Deployment of Congestion Control Algorithms", HotNets 2019.
 */
public enum Harm {
  /** To what is better when it is more. */
  TO_MORE("throughput\\..+|rdp\\.goodput\\..+|rdp\\.delivered\\.total|through\\..+|delivered\\..+"),
  /** To what is better when it is less. */
  TO_LESS(
      "(delay|sojourn|rdp\\.srtt|rdp\\.completion-seconds)\\..+\\.(mean|p\\d+|max)"
          + "|rdp\\.response-(mean|max)-seconds\\..+");

  private final Pattern metrics;

  Harm(String metrics) {
    this.metrics = Pattern.compile(metrics);
  }

  /** That to a metric; empty where nothing says whether more or less of it is better. */
  public static Optional<Harm> to(String metric) {
    for (Harm harm : values()) {
      if (harm.metrics.matcher(metric).matches()) {
        return Optional.of(harm);
      }
    }
    return Optional.empty();
  }

  /**
   * How much there is.
   *
   * @param alone what the baseline has
   * @param beside what it has with the same seed beside others
   * @return at most 1; NaN if there was nothing to lose, or all is divided by nothing
   */
  public double of(double alone, double beside) {
    return switch (this) {
      case TO_MORE -> alone > 0 ? (alone - beside) / alone : Double.NaN;
      case TO_LESS -> beside > 0 ? (beside - alone) / beside : Double.NaN;
    };
  }
}
