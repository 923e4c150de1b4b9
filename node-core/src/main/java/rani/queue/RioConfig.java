// SPDX-License-Identifier: Apache-2.0
package rani.queue;

import java.util.List;
import rani.wire.Dscp;

/**
 * The settings of {@link Rio}.
 *
 * @param rules the rule book
 * @param coupling what the average of a drop precedence counts
 * @param weight w, of the arriving sample in the averages, in (0, 1]
 * @param meanPacketBytes what one frame counts as in the idle rule, at least 1
 * @param precedences the thresholds of drop precedence 0, 1 and 2
 */
public record RioConfig(
    RedRules rules,
    Coupling coupling,
    double weight,
    int meanPacketBytes,
    List<Thresholds> precedences)
    implements AqmConfig {

  /** What the average of a drop precedence counts. */
  public enum Coupling {
    /** RIO-C: packets of this precedence and of those that are dropped less readily. */
    RIO_C,
    /** RIO-D: packets of this precedence alone. */
    RIO_D,
    /** WRED: all packets, so that there is one average. */
    WRED
  }

  /**
   * When packets of one drop precedence are dropped.
   *
   * @param minThFrames min_th, in frames, at least 0
   * @param maxThFrames max_th, in frames, above min_th
   * @param maxP the drop probability as the average reaches max_th, in (0, 1]
   */
  public record Thresholds(double minThFrames, double maxThFrames, double maxP) {
    public Thresholds {
      if (!(minThFrames >= 0 && minThFrames < maxThFrames)) {
        throw new IllegalArgumentException(
            "min-th is at least 0 and below max-th, not " + minThFrames + " and " + maxThFrames);
      }
      if (!(maxP > 0 && maxP <= 1)) {
        throw new IllegalArgumentException("max-p is above 0 and at most 1, not " + maxP);
      }
    }
  }

  /** What the paper on unresponsive flows sets (papers' UFC, table 1), coupled. */
  public static final RioConfig DEFAULT =
      new RioConfig(
          Coupling.RIO_C,
          0.002,
          1000,
          List.of(
              new Thresholds(40, 55, 0.02),
              new Thresholds(25, 40, 0.05),
              new Thresholds(10, 25, 0.1)));

  /** RED of 1993 for each precedence. */
  public RioConfig(
      Coupling coupling, double weight, int meanPacketBytes, List<Thresholds> precedences) {
    this(RedRules.OF_1993, coupling, weight, meanPacketBytes, precedences);
  }

  public RioConfig {
    precedences = List.copyOf(precedences);
    if (!(weight > 0 && weight <= 1)) {
      throw new IllegalArgumentException("weight is above 0 and at most 1, not " + weight);
    }
    if (meanPacketBytes < 1) {
      throw new IllegalArgumentException("mean-packet is at least 1 byte, not " + meanPacketBytes);
    }
    if (precedences.size() != Dscp.PRECEDENCES) {
      throw new IllegalArgumentException("there are three drop precedences");
    }
  }
}
