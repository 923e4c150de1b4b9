// SPDX-License-Identifier: Apache-2.0
package rani.study.statistics;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Harm that competing traffic does to a flow: for metrics where more is better, such as throughput,
 * (solo − competing) / solo; where less is better, such as delay, (competing − solo) / competing. 0
 * is no harm, 1 is all, below 0 a benefit.
 *
 * <p>R. Ware, M. K. Mukerjee, S. Seshan and J. Sherry, "Beyond Jain's Fairness Index: Setting the
 * Bar For The Deployment of Congestion Control Algorithms", HotNets 2019.
 */
public enum Harm {
  /** To a metric where more is better. */
  TO_MORE("throughput\\..+|rdp\\.goodput\\..+|rdp\\.delivered\\.total|through\\..+|delivered\\..+"),
  /** To a metric where less is better. */
  TO_LESS(
      "(delay|sojourn|rdp\\.srtt|rdp\\.completion-seconds)\\..+\\.(mean|p\\d+|max)"
          + "|rdp\\.response-(mean|max)-seconds\\..+");

  private final Pattern metrics;

  Harm(String metrics) {
    this.metrics = Pattern.compile(metrics);
  }

  /** The harm to a metric; empty if it is not known whether more or less is better. */
  public static Optional<Harm> to(String metric) {
    for (Harm harm : values()) {
      if (harm.metrics.matcher(metric).matches()) {
        return Optional.of(harm);
      }
    }
    return Optional.empty();
  }

  /**
   * Computes it.
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
