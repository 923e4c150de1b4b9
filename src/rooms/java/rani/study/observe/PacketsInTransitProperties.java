// SPDX-License-Identifier: Apache-2.0
package rani.study.observe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** The table beside a map from identifications to the order of their packets. */
class PacketsInTransitProperties {
  private static final class Pair {
    private final PacketsInTransit table = new PacketsInTransit();
    private final Map<Integer, Integer> model = new TreeMap<>();
    private int order;

    void begin(int id) {
      table.begin(id, 1_000_000_000_000L - order, order);
      model.put(id, order++);
    }

    void end(int id) {
      Integer expected = model.remove(id);
      int place = table.end(id);
      if (expected == null) {
        assertEquals(PacketsInTransit.NOWHERE, place);
      } else {
        assertNotEquals(PacketsInTransit.NOWHERE, place);
        assertEquals(expected, table.order(place));
        assertEquals(1_000_000_000_000L - expected, table.sinceNanos(place));
      }
    }
  }

  /** Few numbers and many, near ones and such that are far apart: 16 k, 256 k, 4096 k. */
  @Property
  void theTableKnowsWhatTheMapKnows(
      @ForAll @Size(max = 200) List<@Size(3) List<@IntRange(max = 15) Integer>> steps) {
    Pair pair = new Pair();
    for (List<Integer> step : steps) {
      int id = step.get(0) << 12 | step.get(1) << 4;
      if (step.get(2) < 10) {
        pair.begin(id);
      } else {
        pair.end(id);
      }
      assertEquals(pair.model.containsKey(id), pair.table.has(id));
      assertEquals(pair.model.containsKey(id ^ 16), pair.table.has(id ^ 16));
    }
    for (int id : List.copyOf(pair.model.keySet())) {
      pair.end(id);
      pair.end(id);
    }
  }

  @Example
  void allNumbersAreUnderWayAtOnce() {
    Pair pair = new Pair();
    for (int id = 0; id < 65_536; id++) {
      pair.begin(id * 3 & 0xFFFF);
    }
    for (int id = 0; id < 65_536; id++) {
      pair.end(id);
    }
  }

  @Example
  void beforeTheFirstThereIsNone() {
    for (int id = 0; id < 20; id++) {
      assertEquals(PacketsInTransit.NOWHERE, new PacketsInTransit().end(id));
    }
  }
}
