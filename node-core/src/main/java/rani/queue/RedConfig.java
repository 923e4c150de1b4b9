// SPDX-License-Identifier: Apache-2.0
package rani.queue;

/**
 * The settings of {@link Red}.
 *
 * @param rules the rule book
 * @param weight w, of the arriving sample in the average, in (0, 1]
 * @param minThFrames min_th, in frames, at least 0
 * @param maxThFrames max_th, in frames, above min_th
 * @param maxP the drop probability as the average reaches max_th, in (0, 1]
 * @param action what is done to a chosen packet
 * @param gentle whether the probability rises from maxP to 1 between max_th and 2 max_th instead of
 *     jumping to 1
 * @param spacing how chosen packets are spread
 * @param byteMode whether the queue is measured, and the probability scaled, by bytes
 * @param meanPacketBytes what one frame counts as in byte mode, and in the idle rule
 * @param adaptive whether maxP follows the average (Adaptive RED)
 */
public record RedConfig(
    RedRules rules,
    double weight,
    double minThFrames,
    double maxThFrames,
    double maxP,
    Action action,
    boolean gentle,
    Spacing spacing,
    boolean byteMode,
    int meanPacketBytes,
    boolean adaptive)
    implements AqmConfig {

  /** What RED does to a packet that it chose. */
  public enum Action {
    /** Nothing: the average alone is kept. RANI's own setting (papers' RANI §5.1). */
    NONE,
    /** Marks ECN-capable packets and drops the others; beyond max_th it drops. */
    MARK,
    /** Drops. */
    DROP
  }

  /** How chosen packets are spread over the arrivals. */
  public enum Spacing {
    /** Floyd and Jacobson 1993: the gap is uniform on 1 … 1/p_b. */
    UNIFORM,
    /** ns-2's {@code wait_}: uniform on 1/p_b … 2/p_b, a third of the losses at most loads. */
    WAIT;

    /** The one that a rule book means unless told otherwise. */
    public static Spacing of(RedRules rules) {
      return rules == RedRules.NS_2 ? WAIT : UNIFORM;
    }
  }

  public RedConfig {
    if (!(weight > 0 && weight <= 1)) {
      throw new IllegalArgumentException("weight is above 0 and at most 1, not " + weight);
    }
    if (!(minThFrames >= 0 && minThFrames < maxThFrames)) {
      throw new IllegalArgumentException(
          "min-th is at least 0 and below max-th, not " + minThFrames + " and " + maxThFrames);
    }
    if (!(maxP > 0 && maxP <= 1)) {
      throw new IllegalArgumentException("max-p is above 0 and at most 1, not " + maxP);
    }
    if (meanPacketBytes < 1) {
      throw new IllegalArgumentException("mean-packet is at least 1 byte, not " + meanPacketBytes);
    }
  }
}
