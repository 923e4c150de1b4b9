// SPDX-License-Identifier: Apache-2.0
package rani.study.experiment;

import rani.model.file.Units;

/**
 * Time compression factors, relative to the file as originally written: of this experiment's
 * values, of virtual runs and of live runs. Delays and timers are divided by the factor and rates
 * multiplied by it, so that counts do not change.
 */
public record Pace(double now, double wanted, double live) {
  public static final Pace ORIGINAL = new Pace(1, 1, 1);
  static final double LEAST = 0.001;
  static final double GREATEST = 1000;

  /** Returns {@code 10× compressed} or {@code 5× stretched}; empty if the factor is 1. */
  public String inWords() {
    if (now == 1) {
      return "";
    }
    return now > 1
        ? Units.printNumber(now) + "× compressed"
        : Units.printNumber(1 / now) + "× stretched";
  }
}
