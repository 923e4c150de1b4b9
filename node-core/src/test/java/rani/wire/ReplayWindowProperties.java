// SPDX-License-Identifier: Apache-2.0
package rani.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;

class ReplayWindowProperties {
  /** All that was ever taken, and how far behind the newest a counter may be. */
  private static final class Model {
    private final Set<Long> seen = new HashSet<>();
    private long newest = -1;
    private long first;

    boolean takes(long counter) {
      if (newest == -1 && counter >= ReplayWindow.WIDTH - 1) {
        first = counter;
      }
      boolean tooOld = counter <= newest - ReplayWindow.WIDTH || counter < first;
      newest = Math.max(newest, counter);
      return !tooOld && seen.add(counter);
    }
  }

  @Property(tries = 2000)
  void theWindowDecidesAsTheModel(
      @ForAll @LongRange(max = KeyedTrailer.COUNTER_MAX) long start,
      @ForAll @Size(max = 300) List<@From("steps") Long> steps) {
    ReplayWindow window = new ReplayWindow();
    Model model = new Model();
    long counter = start;
    for (long step : steps) {
      counter = Math.clamp(counter + step, 0, KeyedTrailer.COUNTER_MAX);
      assertEquals(model.takes(counter), window.takes(counter), "counter " + counter);
    }
  }

  @Provide
  Arbitrary<Long> steps() {
    return Arbitraries.frequencyOf(
        Tuple.of(6, Arbitraries.longs().between(-4, 4)),
        Tuple.of(3, Arbitraries.longs().between(-1100, 1100)),
        Tuple.of(1, Arbitraries.longs().between(-5000, 100_000)),
        Tuple.of(1, Arbitraries.of(-1024L, -1023L, 1023L, 1024L, 1025L, 64L, -64L)));
  }

  @Example
  void aFrameMayComeLateButNotTooLate() {
    ReplayWindow window = new ReplayWindow();
    assertTrue(window.takes(0));
    assertTrue(window.takes(5000));
    assertTrue(window.takes(5000 - 1023));
    assertFalse(window.takes(5000 - 1024));
    assertFalse(window.takes(5000));
  }

  @Example
  void theFirstCounterIsTakenOnce() {
    ReplayWindow window = new ReplayWindow();
    assertTrue(window.takes(0));
    assertFalse(window.takes(0));
  }

  @Example
  void whatWasSentBeforeTheFirstIsNotTakenByANodeThatBeganAnew() {
    ReplayWindow window = new ReplayWindow();
    assertTrue(window.takes(5000));
    assertFalse(window.takes(4999));
    assertTrue(window.takes(5001));
    assertFalse(window.takes(4990));
  }
}
