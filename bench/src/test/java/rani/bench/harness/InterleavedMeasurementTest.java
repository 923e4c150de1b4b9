// SPDX-License-Identifier: Apache-2.0
package rani.bench.harness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import rani.bench.harness.InterleavedMeasurement.Beside;
import rani.bench.harness.InterleavedMeasurement.Column;
import rani.bench.harness.InterleavedMeasurement.Player;
import rani.bench.harness.Measures.Kind;

class InterleavedMeasurementTest {
  private static final int ROUNDS = 4;

  /** Has these values in turn. */
  private static Player player(String name, double... values) {
    int[] windows = {0};
    return new Player() {
      @Override
      public String name() {
        return name;
      }

      @Override
      public double[] window(Duration length) {
        return new double[] {values[windows[0]++ % values.length]};
      }
    };
  }

  private static Measures play(Beside beside, Player reference, Player control, Player rival)
      throws Exception {
    Duration any = Duration.ofMillis(1);
    return new InterleavedMeasurement(
            "case",
            new BenchOptions(ROUNDS, any, any, line -> {}),
            List.of(new Column("p50", Kind.NANOS, beside)))
        .play("v", reference, control, List.of(rival));
  }

  private static Spread more(Measures measures, int row) {
    return measures.rows().get(row).figure("p50 more").orElseThrow().values();
  }

  @Test
  void aControlMayStrayByATwentiethOfTheSmallestDifference() throws Exception {
    assertFalse(play(Beside.MORE, player("r", 5), player("r", 9), player("a", 105)).isVoid());
    assertTrue(play(Beside.MORE, player("r", 5), player("r", 11), player("a", 105)).isVoid());
    assertTrue(play(Beside.RATIO, player("r", 5), player("r", 9), player("a", 105)).isVoid());
  }

  @Test
  void aControlMayStrayByATwentiethOfTheReferenceWhereDifferencesAreSmaller() throws Exception {
    assertFalse(play(Beside.MORE, player("r", 100), player("r", 104), player("a", 99)).isVoid());
    assertTrue(play(Beside.MORE, player("r", 100), player("r", 106), player("a", 99)).isVoid());
  }

  @Test
  void aWindowIsDroppedIfTheReferenceDiffersByMoreThanATenthOfTheDifference() throws Exception {
    Measures kept = play(Beside.MORE, player("r", 4, 8), player("r", 6), player("a", 106));
    assertEquals(ROUNDS, more(kept, 1).count());
    assertEquals(100, more(kept, 2).median());
    assertFalse(kept.isVoid());
    Measures dropped = play(Beside.MORE, player("r", 4, 18), player("r", 11), player("a", 111));
    assertEquals(0, more(dropped, 2).count());
    assertTrue(dropped.isVoid());
  }
}
