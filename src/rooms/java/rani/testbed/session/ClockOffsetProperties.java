// SPDX-License-Identifier: Apache-2.0
package rani.testbed.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

/** However a question and its answer travel, the truth lies within the error. */
class ClockOffsetProperties {
  private static final long NOW = 0;
  private static final long SECOND = 1_000_000_000;
  private static final double PPM = 1e6;

  /** Of drifts and halves of nanoseconds. */
  private static final long ROUNDED = 4;

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
      filter.add(ClockOffset.of(asked, asked + there + ahead, asked + there + back), NOW);
      worstTrip = Math.max(worstTrip, there + back);
      bestTrip =
          k < questions - ClockOffset.Filter.SAMPLES_MAX
              ? bestTrip
              : Math.min(bestTrip, there + back);
    }

    ClockOffset found = filter.best(NOW);

    assertTrue(Math.abs(found.offsetNanos() - ahead) <= found.errorNanos() + 1, found::toString);
    assertTrue(found.errorNanos() <= bestTrip / 2 + 1, found::toString);
  }

  @Property(tries = 300)
  void ofAClockThatDriftsAllIsWithinItsErrors(
      @ForAll @DoubleRange(min = -15, max = 15) double ppm,
      @ForAll @LongRange(min = -1_000_000_000_000L, max = 1_000_000_000_000L) long ahead,
      @ForAll @IntRange(min = 1, max = 300) int questions,
      @ForAll long seed) {
    Random random = new Random(seed);
    ClockOffset.Filter filter = new ClockOffset.Filter();
    ClockWatch watch = null;
    long asked = 0;
    long begun = 0;
    for (int k = 0; k < questions; k++) {
      long there = random.nextLong(1, 5_000_000);
      long back = random.nextLong(1, 5_000_000);
      long now = asked + there + back;
      long aheadThen = ahead + (long) ((asked + there) * ppm / PPM);
      filter.add(ClockOffset.of(asked, asked + there + aheadThen, now), now);
      ClockOffset best = filter.best(now);
      long aheadNow = ahead + (long) (now * ppm / PPM);
      assertTrue(
          Math.abs(best.offsetNanos() - aheadNow) <= best.errorNanos() + ROUNDED, best::toString);
      begun = watch == null ? now : begun;
      watch = watch == null ? ClockWatch.begin(best) : watch.compared(best, now - begun);
      ClockWatch seen = watch;
      // What its nodes write is wrong by what the clock has gone since, and by the first error.
      assertTrue(
          Math.abs(seen.start().offsetNanos() - aheadNow) <= seen.timeErrorNanos() + ROUNDED,
          seen::toString);
      boolean known = seen.watchedNanos() > 0;
      assertTrue(
          !known || Math.abs(seen.driftPpm() - ppm) <= seen.driftErrorPpm() + 1e-3, seen::toString);
      asked += SECOND;
    }
  }

  @Example
  void ofSeveralEquallyGoodTheLastCounts() {
    ClockOffset.Filter filter = new ClockOffset.Filter();
    filter.add(new ClockOffset(1000, 50_000), 0);
    filter.add(new ClockOffset(2000, 50_000), 0);

    assertEquals(new ClockOffset(2000, 50_000), filter.best(0));
  }

  @Example
  void anOldQuestionSaysLess() {
    ClockOffset.Filter filter = new ClockOffset.Filter();
    filter.add(new ClockOffset(1000, 50_000), 0);
    filter.add(new ClockOffset(2000, 200_000), 60 * SECOND);

    assertEquals(new ClockOffset(1000, 65_000), filter.best(SECOND));
    assertEquals(new ClockOffset(2000, 200_000), filter.best(60 * SECOND));
  }

  @Example
  void aDriftIsTheChangeOverTheTime() {
    ClockWatch watch =
        ClockWatch.begin(new ClockOffset(5_000_000, 100_000))
            .compared(new ClockOffset(5_400_000, 200_000), 10 * SECOND)
            .compared(new ClockOffset(5_200_000, 100_000), 20 * SECOND);

    assertEquals(10, watch.driftPpm(), 1e-9);
    assertEquals(10, watch.driftErrorPpm(), 1e-9);
    assertEquals(600_000, watch.timeErrorNanos(), "the worst that there was");
  }
}
