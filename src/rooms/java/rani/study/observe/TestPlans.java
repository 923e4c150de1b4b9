// SPDX-License-Identifier: Apache-2.0
package rani.study.observe;

import java.util.List;
import java.util.OptionalDouble;
import java.util.SequencedMap;

/** Makes plans without monitored links, whose means are over the whole run. */
public final class TestPlans {
  private TestPlans() {}

  public static ObservationPlan whole(
      String queueNode,
      String queue,
      OptionalDouble maxThFrames,
      SequencedMap<String, String> addressNames,
      long epochNanos) {
    return new ObservationPlan(
        queueNode, queue, maxThFrames, addressNames, List.of(), ObservedSpan.WHOLE, epochNanos);
  }
}
