// SPDX-License-Identifier: Apache-2.0
package rani.lab.host;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

/** However a question and its answer travel, the truth lies within the error. */
class ClockOffsetProperties {
  @Property(tries = 300)
  void theTruthLiesWithinTheError(
      @ForAll @LongRange(min = -1_000_000_000_000L, max = 1_000_000_000_000L) long ahead,
      @ForAll @IntRange(min = 1, max = 100) int questions,
      @ForAll long seed) {
    Random random = new Random(seed);
    ClockOffset.Filter filter = new ClockOffset.Filter();
    long worstTrip = 0;
    long bestTrip = Long.MAX_VALUE;
    for (int k = 0; k < questions; k++) {
      long asked = random.nextLong(1L << 40);
      long there = random.nextLong(1, 50_000_000);
      long back = random.nextLong(1, 50_000_000);
      filter.add(ClockOffset.of(asked, asked + there + ahead, asked + there + back));
      worstTrip = Math.max(worstTrip, there + back);
      bestTrip =
          k < questions - ClockOffset.Filter.SAMPLES_MAX
              ? bestTrip
              : Math.min(bestTrip, there + back);
    }

    ClockOffset found = filter.best();

    assertTrue(Math.abs(found.offsetNanos() - ahead) <= found.errorNanos() + 1, found::toString);
    assertTrue(found.errorNanos() <= bestTrip / 2 + 1, found::toString);
  }
}
