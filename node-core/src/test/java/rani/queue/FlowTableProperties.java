// SPDX-License-Identifier: Apache-2.0
package rani.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import rani.wire.FlowKey;

class FlowTableProperties {
  /** The table beside a map; every operation is checked at once, for every flow there may be. */
  private static final class Pair {
    private final FlowTable table;
    private final Map<Integer, Integer> model = new TreeMap<>();
    private final int flowsMax;

    Pair(int flowsMax) {
      this.flowsMax = flowsMax;
      this.table = new FlowTable(flowsMax);
    }

    /** Puts the flow in if it is not there, takes it out if it is. */
    void toggle(int flow) {
      Integer slot = model.remove(flow);
      if (slot != null) {
        table.remove(slot);
      } else if (model.size() == flowsMax) {
        assertThrows(IllegalStateException.class, () -> table.add(high(flow), low(flow)));
      } else {
        int given = table.add(high(flow), low(flow));
        assertTrue(given >= 0 && given < table.capacity(), "slot " + given);
        assertTrue(!model.containsValue(given), "slot " + given + " belongs to two flows");
        model.put(flow, given);
      }
      check();
    }

    void check() {
      assertEquals(model.size(), table.size());
      for (int flow = 0; flow < FLOWS; flow++) {
        int slot = model.getOrDefault(flow, FlowTable.ABSENT);
        assertEquals(slot, table.find(high(flow), low(flow)), "flow " + flow);
        if (slot != FlowTable.ABSENT) {
          assertEquals(high(flow), table.high(slot));
          assertEquals(low(flow), table.low(slot));
        }
      }
    }
  }

  static final int FLOWS = 48;

  @Property
  void theTableKnowsWhatTheMapKnows(
      @ForAll @IntRange(min = 1, max = 40) int flowsMax,
      @ForAll @Size(max = 400) List<@IntRange(max = FLOWS - 1) Integer> toggles) {
    Pair pair = new Pair(flowsMax);
    toggles.forEach(pair::toggle);
  }

  /** Half the flows of one source, half of many: cells are shared and chains get long. */
  private static long high(int flow) {
    return flow % 2 == 0 ? 0x0A000001_0A000008L : FlowKey.ofSource(flow).high();
  }

  private static long low(int flow) {
    return flow % 2 == 0 ? flow : 0;
  }

  @Example
  void aFullTableEmptiesAndFillsAgain() {
    Pair pair = new Pair(FLOWS);
    for (int round = 0; round < 4; round++) {
      for (int flow = 0; flow < FLOWS; flow++) {
        pair.toggle(flow * 7 % FLOWS);
      }
    }
    assertEquals(0, pair.table.size());
  }

  @Example
  void sizesOutsideItsLimitsAreRefused() {
    assertThrows(IllegalArgumentException.class, () -> new FlowTable(0));
    assertThrows(IllegalArgumentException.class, () -> new FlowTable((1 << 24) + 1));
  }
}
