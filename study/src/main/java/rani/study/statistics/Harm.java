// SPDX-License-Identifier: Apache-2.0
package rani.study.statistics;

import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Harm that competing traffic does to a flow. For metrics where more is better, such as throughput,
 * it is (solo − competing) / solo; where less is better, such as delay, (competing − solo) /
 * competing. 0 is no harm, 1 the largest harm, and below 0 a benefit.
 *
 * <p>R. Ware, M. K. Mukerjee, S. Seshan and J. Sherry, "Beyond Jain's Fairness Index: Setting the
 * Bar For The Deployment of Congestion Control Algorithms", HotNets 2019.
 */
public enum Harm {
  TO_MORE("throughput\\..+|rdp\\.goodput\\..+|rdp\\.delivered\\.total|through\\..+|delivered\\..+"),
  TO_LESS(
      "(delay|sojourn|rdp\\.srtt|rdp\\.completion-seconds)\\..+\\.(mean|p\\d+|max)"
          + "|rdp\\.response-(mean|max)-seconds\\..+");

  private final Pattern metrics;

  Harm(String metrics) {
    this.metrics = Pattern.compile(metrics);
  }

  /** Returns the kind of harm to a metric; empty if neither more nor less is known to be better. */
  public static Optional<Harm> to(String metric) {
    return Arrays.stream(values())
        .filter(harm -> harm.metrics.matcher(metric).matches())
        .findFirst();
  }

  /** Returns the harm by competing traffic, at most 1; NaN if the divisor is not positive. */
  public double of(double alone, double beside) {
    return switch (this) {
      case TO_MORE -> alone > 0 ? (alone - beside) / alone : Double.NaN;
      case TO_LESS -> beside > 0 ? (beside - alone) / beside : Double.NaN;
    };
  }
}
