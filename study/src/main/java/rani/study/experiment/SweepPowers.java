// SPDX-License-Identifier: Apache-2.0
package rani.study.experiment;

import java.util.LinkedHashSet;
import java.util.SequencedSet;
import rani.model.file.FileError;
import rani.model.power.Power;
import rani.model.power.Powers;

/** What the networks of an experiment run, open and trust when it is run live. */
public final class SweepPowers {
  private SweepPowers() {}

  /**
   * Of the first variants, each once. One that makes no valid experiment is not run.
   *
   * @param variantsMax so many are looked at
   */
  public static SequencedSet<Power> of(Sweep sweep, long variantsMax) {
    SequencedSet<Power> powers = new LinkedHashSet<>();
    long variants = Math.min(sweep.variants(), variantsMax);
    for (long index = 0; index < variants; index++) {
      try {
        powers.addAll(Powers.of(sweep.variant(index).experiment().topology()));
      } catch (FileError _) {
        // reported when its trials are run
      }
    }
    return powers;
  }
}
