// SPDX-License-Identifier: Apache-2.0
package rani.report.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import org.junit.jupiter.api.Test;
import rani.study.statistics.MeanDifference;

/** Differences in words. */
class CompareWordsTest {
  private static final String NARROW_SPACE = "\u202f";

  /** 21.65 ms and 20 ms are 1.65 ms apart. */
  @Test
  void aDifferenceOfSmallTimesIsInMillisecondsOnScreenAndPage() {
    MeanDifference more = MeanDifference.independent(new double[] {0.02}, new double[] {0.02165});
    String apart = "1.65" + NARROW_SPACE + "ms more";

    assertEquals(apart, CompareWords.cell("delay.n1.mean", more));
    assertEquals(
        "The mean delay of packets of n1 is " + apart + " in B than in A.",
        CompareWords.sentence(Map.of(), "delay.n1.mean", more, "B"));
  }
}
