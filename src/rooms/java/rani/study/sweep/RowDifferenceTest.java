// SPDX-License-Identifier: Apache-2.0
package rani.study.sweep;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RowDifferenceTest {
  private static final TrialRow.Expected HELD = new TrialRow.Expected("a", true, 1.0, "below 2");
  private static final TrialRow.Expected FAILED = new TrialRow.Expected("b", false, 5.0, "below 2");

  @Test
  void theFirstFieldThatDiffersIsToldWithBothValues() {
    assertDiffers("seed is recorded as 7, and is now 8", row(7, null), row(8, null));
    assertDiffers(
        "failure is recorded as it broke, and is now null", row(7, "it broke"), row(7, null));
    assertDiffers(
        "failure is recorded as null, and is now it broke", row(7, null), row(7, "it broke"));
    assertDiffers(
        "metrics.a is recorded as 1.0, and is now 2.0",
        row(Map.of("a", 1.0), List.of()),
        row(Map.of("a", 2.0), List.of()));
    assertDiffers(
        "metrics.a is recorded as 1.0, and is now null",
        row(Map.of("a", 1.0), List.of()),
        row(Map.of(), List.of()));
    assertDiffers(
        "metrics.b is recorded as nothing, and is now 2.0",
        row(Map.of(), List.of()),
        row(Map.of("b", 2.0), List.of()));
    assertDiffers(
        "expect.1.value is recorded as 5.0, and is now 6.0",
        row(Map.of(), List.of(HELD, FAILED)),
        row(Map.of(), List.of(HELD, new TrialRow.Expected("b", false, 6.0, "below 2"))));
    assertDiffers(
        "expect is recorded as [{name=a, passed=true, value=1.0, bound=below 2}], and is now []",
        row(Map.of(), List.of(HELD)),
        row(Map.of(), List.of()));
    assertDiffers("it is written differently", row(7, null), row(7, null));
  }

  private static void assertDiffers(String how, TrialRow recorded, TrialRow again) {
    assertEquals(how, RowDifference.of(recorded, again));
  }

  private static TrialRow row(long seed, @Nullable String failure) {
    return row(seed, failure, new LinkedHashMap<>(), List.of());
  }

  private static TrialRow row(Map<String, Double> metrics, List<TrialRow.Expected> expect) {
    return row(1, null, new LinkedHashMap<>(metrics), expect);
  }

  private static TrialRow row(
      long seed,
      @Nullable String failure,
      SequencedMap<String, Double> metrics,
      List<TrialRow.Expected> expect) {
    return new TrialRow(
        "00ff",
        "demo",
        "c0de",
        new LinkedHashMap<>(),
        0,
        seed,
        null,
        true,
        failure,
        expect,
        metrics,
        "rani run");
  }
}
