// SPDX-License-Identifier: Apache-2.0
package rani.services;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** LGC's first experiment, without files: the network of figure 4. */
class LgcSimulation {
  private static final long SECOND = 1_000_000_000;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void theGreedySourceIsFoundOnceAndFilteredAtItsFirstHop(long seed) {
    StarNetwork network = new StarNetwork(seed, 5, SECOND);
    network.run();

    assertEquals(1, network.lines(" n7 note service=lgc event=trigger").size());
    assertEquals(1, network.lines("event=trigger", " n=7 ", "gci=10.0.0.1 ").size());
    assertEquals(1, network.lines("filter change=install", "flow=10.0.0.1 ").size());
    assertEquals(0, network.lines("event=propagate").size());
    assertEquals(0, network.lines("reason=queue-full").size());
    for (int k = 2; k <= 7; k++) {
      assertEquals(50L, network.fact("n8", "sink", "distinct.10.0.0." + k), "source " + k);
    }
    long through = (Long) network.fact("n8", "sink", "distinct.10.0.0.1");
    assertTrue(through >= 90 && through <= 120, "of 200 greedy packets " + through + " passed");
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void aModerateSourceNeverTriggersIt(long seed) {
    StarNetwork network = new StarNetwork(seed, 15, 3 * SECOND);
    network.run();

    assertEquals(0, network.lines("event=trigger").size());
    assertEquals(0, network.lines(" drop ").size());
    assertEquals(200L, network.fact("n8", "sink", "distinct.10.0.0.1"));
  }
}
