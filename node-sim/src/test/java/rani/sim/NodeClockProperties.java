// SPDX-License-Identifier: Apache-2.0
package rani.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.math.RoundingMode;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.LongRange;
import rani.world.Timers;

class NodeClockProperties {
  private static final long TEN_DAYS = 864_000_000_000_000L;

  /** A slow clock shows it before the ten days for which clocks are made are over. */
  private static final long NINE_DAYS = 777_600_000_000_000L;

  @Provide
  Arbitrary<NodeClock> clocks() {
    return Combinators.combine(
            Arbitraries.longs().between(0, TEN_DAYS),
            Arbitraries.integers().between(-10_000, 10_000))
        .as(NodeClock::new);
  }

  @Property
  void itGainsOrLosesItsPartOfTheTime(
      @ForAll("clocks") NodeClock clock, @ForAll @LongRange(max = TEN_DAYS) long nanos) {
    long gained =
        BigDecimal.valueOf(nanos)
            .multiply(BigDecimal.valueOf(clock.driftPpm(), 6))
            .setScale(0, RoundingMode.FLOOR)
            .longValueExact();
    assertEquals(nanos + clock.aheadNanos() + gained, clock.shows(nanos));
  }

  @Property
  void whatItIsToShowItReachesAtTheFirstTimeThatShowsIt(
      @ForAll("clocks") NodeClock clock, @ForAll @LongRange(max = NINE_DAYS) long shown) {
    long reached = clock.reaches(shown);
    assertTrue(clock.shows(reached) >= shown);
    assertTrue(clock.shows(reached - 1) < shown);
  }

  @Property
  void neverStaysNever(@ForAll("clocks") NodeClock clock) {
    assertEquals(Timers.NEVER, clock.reaches(Timers.NEVER));
    assertEquals(Timers.NEVER, new NodeClock(clock.aheadNanos(), 0).reaches(Timers.NEVER));
  }

  @Example
  void clocksThatCannotBeAreRefused() {
    new NodeClock(TEN_DAYS, NodeClock.DRIFT_PPM_MAX);
    new NodeClock(0, -NodeClock.DRIFT_PPM_MAX);
    assertThrows(IllegalArgumentException.class, () -> new NodeClock(TEN_DAYS + 1, 0));
    assertThrows(IllegalArgumentException.class, () -> new NodeClock(-1, 0));
    assertThrows(
        IllegalArgumentException.class, () -> new NodeClock(0, NodeClock.DRIFT_PPM_MAX + 1));
    assertThrows(
        IllegalArgumentException.class, () -> new NodeClock(0, -NodeClock.DRIFT_PPM_MAX - 1));
  }
}
