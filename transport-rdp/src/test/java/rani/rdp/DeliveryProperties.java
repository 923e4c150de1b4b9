// SPDX-License-Identifier: Apache-2.0
package rani.rdp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Whatever wires and applications do, by seed: what was sent arrives as it was, once and in order,
 * or anyone who sent it is told that it may not have. 300 seeds; 10,000 in {@code mvn verify
 * -Plong}; one with {@code -Drani.seed=…}.
 */
class DeliveryProperties {
  private static final int SEEDS = 300;
  private static final int SEEDS_LONG = 10_000;

  @Test
  void whatWasSentArrivesOnceAndInOrderOrAnErrorIsTold() {
    String only = System.getProperty("rani.seed");
    if (only != null) {
      new RandomTransfer(Long.decode(only)).run();
      return;
    }
    int seeds = Boolean.getBoolean("rani.long") ? SEEDS_LONG : SEEDS;
    Map<String, Integer> endings = new TreeMap<>();
    for (long seed = 1; seed <= seeds; seed++) {
      endings.merge(outcome(seed), 1, Integer::sum);
    }
    int closed = endings.getOrDefault("closed/closed-by-peer", 0);
    assertTrue(closed > 0.9 * seeds, () -> "most of them are to get through: " + endings);
    int reset = endings.getOrDefault("closed/reset", 0);
    assertTrue(reset <= 0.01 * seeds, () -> "what arrived is seldom doubted: " + endings);
    assertTrue(closed < seeds, () -> "some wires are to be too bad: " + endings);
  }

  @Test
  void theSameSeedGivesTheSameRun() {
    for (long seed = 1; seed <= 20; seed++) {
      var first = new RandomTransfer(seed);
      var second = new RandomTransfer(seed);
      assertEquals(first.run(), second.run());
      assertEquals(first.packets(), second.packets());
      assertEquals(first.endedNanos(), second.endedNanos());
      assertFalse(first.packets() == 0);
    }
  }

  private static String outcome(long seed) {
    try {
      return new RandomTransfer(seed).run();
    } catch (AssertionError | RuntimeException e) {
      throw new AssertionError(
          new RandomTransfer(seed)
              + "\nreplay: mvn -q -pl transport-rdp -am -Dtest=DeliveryProperties"
              + " -Dsurefire.failIfNoSpecifiedTests=false -Drani.seed="
              + seed
              + " test",
          e);
    }
  }
}
