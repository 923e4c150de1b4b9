// SPDX-License-Identifier: Apache-2.0
package rani.study.experiment;

import java.util.LinkedHashSet;
import java.util.SequencedSet;
import rani.model.file.FileError;
import rani.model.power.Power;
import rani.model.power.Powers;

/**
 * Lists the powers that an experiment's networks need when they run live: what they run, open and
 * trust.
 */
public final class SweepPowers {
  private SweepPowers() {}

  /**
   * Returns the powers of the first variants, without duplicates. Skips variants that make no valid
   * experiment.
   *
   * @param variantsMax number of variants to examine
   */
  public static SequencedSet<Power> of(Sweep sweep, long variantsMax) {
    SequencedSet<Power> powers = new LinkedHashSet<>();
    for (long index = 0; index < Math.min(sweep.variants(), variantsMax); index++) {
      try {
        powers.addAll(Powers.of(sweep.variant(index).experiment().topology()));
      } catch (FileError _) {
        // reported when its trials are run
      }
    }
    return powers;
  }
}
