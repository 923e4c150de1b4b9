// SPDX-License-Identifier: Apache-2.0
package rani.bench.harness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleSupplier;
import org.junit.jupiter.api.Test;

class PairedMeasurementTest {
  private static final double SECOND = 1e9;

  private final List<String> order = new ArrayList<>();

  /** Does so many units in a second, of which it computes half. */
  private Contender contender(String name, DoubleSupplier perSecond) {
    return new Contender() {
      @Override
      public String name() {
        return name;
      }

      @Override
      public Sample window(Duration length) {
        order.add(name);
        return new Sample(perSecond.getAsDouble(), SECOND, SECOND / 2);
      }
    };
  }

  private Contender contender(String name, double perSecond) {
    return contender(name, () -> perSecond);
  }

  private static PairedMeasurement match(int rounds) {
    Duration any = Duration.ofMillis(1);
    return new PairedMeasurement("case", "packet", new BenchOptions(rounds, any, any, line -> {}));
  }

  @Test
  void everyWindowStandsBetweenTwoOfTheReferenceAndRoundsTurnAround() throws Exception {
    Comparison _ =
        match(2).play("v", contender("r", 1), contender("c", 1), List.of(contender("a", 1)));
    assertEquals(List.of("r", "c", "a"), order.subList(0, 3), "once each to warm up");
    assertEquals(
        List.of("r", "c", "r", "a", "r", "r", "a", "r", "c", "r"), order.subList(3, order.size()));
  }

  @Test
  void aRatioIsToTheWindowsBesideIt() throws Exception {
    Comparison comparison =
        match(6)
            .play(
                "v", contender("r", 1000), contender("r", 1000), List.of(contender("fast", 1500)));
    ContenderResult fast = comparison.rivals().getFirst();
    assertEquals(1.5, fast.ratio().median());
    assertEquals(1.5, fast.cpuRatio().median());
    assertEquals(1500, fast.perSecond().maximum());
    assertEquals(SECOND / 2 / 1500, fast.cpuNanos().minimum());
    assertEquals(6, fast.ratio().count());
    assertFalse(comparison.isVoid());
  }

  @Test
  void aMachineThatSlowsDownDropsTheWindowAndSpoilsNoRatio() throws Exception {
    double[] speed = {1};
    int[] windows = {0};
    Contender reference =
        contender(
            "r",
            () -> {
              windows[0]++;
              if (windows[0] == 3) {
                speed[0] = 0.7; // between the first window and the second that count
              }
              return 1000 * speed[0];
            });
    Contender same = contender("same", () -> 1000 * speed[0]);
    Comparison comparison = match(4).play("v", reference, same, List.of(same));
    assertEquals(1, comparison.control().dropped());
    assertEquals(3, comparison.control().ratio().count());
    assertEquals(3, comparison.control().cpuRatio().count());
    assertEquals(4, comparison.control().perSecond().count());
    assertEquals(1, comparison.rivals().getFirst().ratio().minimum());
    assertEquals(1, comparison.rivals().getFirst().ratio().maximum());
  }

  @Test
  void aControlThatStraysVoidsTheMatch() throws Exception {
    Comparison comparison =
        match(6).play("v", contender("r", 1000), contender("r", 940), List.of());
    assertTrue(comparison.isVoid());
    assertEquals(true, comparison.byKey().get("void"));
  }

  @Test
  void aMatchOfWhichEveryWindowWasDroppedIsVoid() throws Exception {
    double[] speed = {1000};
    Contender restless = contender("r", () -> speed[0] *= 0.8);
    Comparison comparison = match(3).play("v", restless, contender("c", 1000), List.of());
    assertEquals(3, comparison.control().dropped());
    assertTrue(comparison.isVoid());
  }

  @Test
  void theMedianOfAnEvenNumberLiesBetweenTheTwoInTheMiddle() {
    assertEquals(new Spread(1, 2.5, 9, 4), Spread.of(List.of(9.0, 2.0, 3.0, 1.0)));
    assertEquals(0, Spread.of(List.of()).count());
  }
}
