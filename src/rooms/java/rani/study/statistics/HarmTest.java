// SPDX-License-Identifier: Apache-2.0
package rani.study.statistics;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HarmTest {

  /** The part that is lost of 10 Mbit/s, or of a delay that was 40 ms. */
  @ParameterizedTest
  @CsvSource({
    "TO_MORE, 10, 4, 0.6",
    "TO_MORE, 10, 10, 0",
    "TO_MORE, 10, 0, 1",
    "TO_MORE, 10, 12, -0.2",
    "TO_MORE, 0, 4, NaN",
    "TO_LESS, 40, 200, 0.8",
    "TO_LESS, 40, 40, 0",
    "TO_LESS, 0, 40, 1",
    "TO_LESS, 50, 40, -0.25",
    "TO_LESS, 40, 0, NaN",
    "TO_MORE, NaN, 4, NaN",
    "TO_LESS, 40, NaN, NaN",
  })
  void harmIsThePartOfWhatOneHasAlone(Harm harm, double alone, double beside, double part) {
    assertEquals(part, harm.of(alone, beside), 1e-15);
  }

  @ParameterizedTest
  @CsvSource({
    "throughput.a, TO_MORE",
    "rdp.goodput.total, TO_MORE",
    "through.a, TO_MORE",
    "delay.a.p95, TO_LESS",
    "delay.a.error,",
    "rdp.completion-seconds.a.p99, TO_LESS",
    "rdp.srtt.a.mean, TO_LESS",
    "sojourn.a->b.max, TO_LESS",
    "sojourn.a->b.percentile-error,",
    "delay.a.percentile-error,",
    "rdp.response-max-seconds.a, TO_LESS",
    "lgc.triggers,",
    "duration-seconds,",
  })
  void whichWayAMetricIsBetterIsKnownOrNot(String metric, Harm harm) {
    assertEquals(Optional.ofNullable(harm), Harm.to(metric));
  }
}
