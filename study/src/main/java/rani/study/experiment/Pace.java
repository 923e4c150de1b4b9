// SPDX-License-Identifier: Apache-2.0
package rani.study.experiment;

import rani.model.file.Units;

/**
 * How many times faster than the experiment was written it is: gaps, delays and timers divided by
 * that, rates multiplied by it, so that everything that is counted stays as it is.
 *
 * @param now how much faster the values of this experiment are than those that were written first
 * @param wanted how fast it is to be run
 * @param live how fast it is to be run live
 */
public record Pace(double now, double wanted, double live) {
  /** As it was written. */
  public static final Pace ORIGINAL = new Pace(1, 1, 1);

  /** The least factor: a thousand times slower. */
  static final double LEAST = 0.001;

  /** The greatest factor. */
  static final double GREATEST = 1000;

  /** {@code 10× compressed}, {@code 5× stretched}; empty as it was written. */
  public String inWords() {
    if (now == 1) {
      return "";
    }
    return now > 1
        ? Units.printNumber(now) + "× compressed"
        : Units.printNumber(1 / now) + "× stretched";
  }
}
