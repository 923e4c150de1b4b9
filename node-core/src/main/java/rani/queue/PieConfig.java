// SPDX-License-Identifier: Apache-2.0
package rani.queue;

/**
 * The settings of {@link Pie}.
 *
 * @param targetNanos QDELAY_REF, the target delay, above 0
 * @param updateNanos T_UPDATE, the update interval of the probability, above 0
 * @param burstNanos MAX_BURST, for how long nothing is dropped when a queue begins to build, at
 *     least 0
 * @param ecn whether ECN-capable packets are marked instead of dropped, while the probability is
 *     below {@link Pie#MARK_PROBABILITY_MAX}
 */
public record PieConfig(long targetNanos, long updateNanos, long burstNanos, boolean ecn)
    implements AqmConfig {
  private static final long MILLISECOND = 1_000_000;

  /** 15 ms, 15 ms and 150 ms (RFC 8033 §4.1, §4.2, §4.4), without marks. */
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
}
