// SPDX-License-Identifier: Apache-2.0
package rani.world;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.Size;
import org.jspecify.annotations.Nullable;
import rani.fixture.DueTimers;

class TimersProperties {
  private static final int TIMERS = 12;

  /** Arm a timer at, disarm it, or, with {@code timer} −1, let time come to {@code nanos}. */
  record Step(int timer, boolean arm, long nanos, int limit) {}

  private record Armed(int timer, long deadlineNanos, int order) {}

  /** The heap beside a list that is searched from end to end. */
  private static final class Pair {
    private final Timers timers = new Timers();
    private final List<Timers.Timer> handles = new ArrayList<>();
    private final List<Armed> model = new ArrayList<>();
    private final List<String> fired = new ArrayList<>();
    private int orders;

    Pair() {
      for (int number = 0; number < TIMERS; number++) {
        int self = number;
        handles.add(timers.timer(now -> fired(self, now)));
      }
    }

    private void fired(int timer, long nowNanos) {
      fired.add(timer + "@" + nowNanos);
      if (timer == 0 && fired.size() % 3 == 0) {
        arm(1, nowNanos); // a due timer that makes another due at once
        arm(0, nowNanos + 5);
      }
    }

    private void arm(int timer, long deadlineNanos) {
      handles.get(timer).armAt(deadlineNanos);
      model.removeIf(armed -> armed.timer() == timer);
      model.add(new Armed(timer, deadlineNanos, orders++));
    }

    void take(Step step) {
      if (step.timer() < 0) {
        fireBoth(step.nanos(), step.limit());
      } else if (step.arm()) {
        arm(step.timer(), step.nanos());
      } else {
        handles.get(step.timer()).disarm();
        model.removeIf(armed -> armed.timer() == step.timer());
      }
      check();
    }

    /** Fires one at a time, since what a timer does changes the model too. */
    private void fireBoth(long nowNanos, int limit) {
      for (int count = 0; count < limit; count++) {
        Armed first = first();
        boolean due = first != null && first.deadlineNanos() <= nowNanos;
        int before = fired.size();
        if (due) {
          model.remove(first);
        }
        assertEquals(due ? 1 : 0, DueTimers.fire(timers, nowNanos, 1));
        assertEquals(
            first != null && due ? List.of(first.timer() + "@" + nowNanos) : List.of(),
            fired.subList(before, fired.size()));
      }
    }

    private @Nullable Armed first() {
      return model.stream()
          .min(Comparator.comparingLong(Armed::deadlineNanos).thenComparingInt(Armed::order))
          .orElse(null);
    }

    private void check() {
      Armed first = first();
      assertEquals(
          first == null ? Timers.NEVER : first.deadlineNanos(), timers.nextDeadlineNanos());
      for (int timer = 0; timer < TIMERS; timer++) {
        int number = timer;
        assertEquals(
            model.stream().anyMatch(armed -> armed.timer() == number),
            handles.get(timer).isArmed(),
            "timer " + timer);
      }
    }
  }

  @Property
  void timersFireAsTheModelHasThem(@ForAll @Size(max = 200) List<@From("steps") Step> steps) {
    Pair pair = new Pair();
    steps.forEach(pair::take);
    pair.take(new Step(-1, false, Long.MAX_VALUE - 1, 100));
  }

  @Provide
  Arbitrary<Step> steps() {
    Arbitrary<Long> times = Arbitraries.longs().between(-5, 30); // few, so that many are equal
    return Combinators.combine(
            Arbitraries.integers().between(-3, TIMERS - 1),
            Arbitraries.of(true, true, false),
            times,
            Arbitraries.integers().between(0, 6))
        .as(Step::new);
  }

  @Example
  void equalDeadlinesFireInTheOrderOfArming() {
    Timers timers = new Timers();
    List<Integer> fired = new ArrayList<>();
    List<Timers.Timer> handles = new ArrayList<>();
    for (int number = 0; number < 100; number++) {
      int self = number;
      handles.add(timers.timer(now -> fired.add(self)));
    }
    for (int number = 0; number < 100; number++) {
      handles.get(number * 37 % 100).armAt(5);
    }
    handles.get(37).armAt(5); // armed again: now it is the last
    assertEquals(100, DueTimers.fire(timers, 5, 1000));
    List<Integer> expected = new ArrayList<>();
    for (int number = 0; number < 100; number++) {
      expected.add(number * 37 % 100);
    }
    expected.remove(Integer.valueOf(37));
    expected.add(37);
    assertEquals(expected, fired);
  }

  @Example
  void noMoreFireThanTheLimit() {
    Timers timers = new Timers();
    Timers.Timer[] endless = new Timers.Timer[1];
    endless[0] = timers.timer(now -> endless[0].armAt(now));
    endless[0].armAt(0);
    assertEquals(1000, DueTimers.fire(timers, 0, 1000));
    assertEquals(0, timers.nextDeadlineNanos());
  }

  @Example
  void aRetiredTimerMakesRoomForAnotherOnce() {
    Timers timers = new Timers();
    List<Timers.Timer> handles = new ArrayList<>();
    for (int number = 0; number < Timers.TIMERS_MAX; number++) {
      handles.add(timers.timer(now -> {}));
    }
    Timers.Timer retired = handles.getFirst();
    retired.armAt(1);
    retired.retire();
    retired.retire();
    assertEquals(Timers.NEVER, timers.nextDeadlineNanos());
    assertThrows(IllegalStateException.class, () -> retired.armAt(2));
    timers.timer(now -> {}).armAt(3);
    assertThrows(IllegalStateException.class, () -> timers.timer(now -> {}));
    assertEquals(1, DueTimers.fire(timers, 3, 10));
  }

  @Example
  void aNodeHasABoundedNumberOfTimers() {
    Timers timers = new Timers();
    for (int number = 0; number < Timers.TIMERS_MAX; number++) {
      timers.timer(now -> {}).armAt(number);
    }
    assertThrows(IllegalStateException.class, () -> timers.timer(now -> {}));
    assertEquals(Timers.TIMERS_MAX, DueTimers.fire(timers, Timers.TIMERS_MAX, Integer.MAX_VALUE));
  }
}
