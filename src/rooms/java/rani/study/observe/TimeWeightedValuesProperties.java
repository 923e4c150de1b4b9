// SPDX-License-Identifier: Apache-2.0
package rani.study.observe;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** What lasted n nanoseconds counts like n values of one nanosecond each. */
class TimeWeightedValuesProperties {
  private static final int VALUES = 10;

  @Property
  void percentilesAndMeanAreThoseOfTheTime(
      @ForAll @Size(max = 50) List<@IntRange(max = 999) Integer> lasting) {
    TimeWeightedValues held = new TimeWeightedValues();
    List<Integer> each = new ArrayList<>();
    for (int one : lasting) {
      int nanos = one / VALUES;
      held.add(one % VALUES, nanos);
      for (int k = 0; k < nanos; k++) {
        each.add(one % VALUES);
      }
    }
    each.sort(null);
    Map<String, Double> expected = new LinkedHashMap<>();
    if (!each.isEmpty()) {
      expected.put("mean", each.stream().mapToInt(one -> one).sum() / (double) each.size() / 4);
      for (int percent : new int[] {50, 95, 99}) {
        int place = (int) Math.ceil(percent * each.size() / 100.0);
        expected.put("p" + percent, each.get(place - 1) / 4.0);
      }
      expected.put("max", each.getLast() / 4.0);
    }
    Map<String, Double> metrics = new LinkedHashMap<>();
    held.addTo("", 4, metrics);

    assertEquals(expected.keySet(), metrics.keySet());
    expected.forEach(
        (name, value) -> assertEquals(value, metrics.getOrDefault(name, -1.0), 1e-12, name));
  }
}
