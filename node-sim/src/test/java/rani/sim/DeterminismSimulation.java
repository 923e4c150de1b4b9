// SPDX-License-Identifier: Apache-2.0
package rani.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import rani.fixture.VirtualNetwork;
import rani.link.ImpairmentConfig;
import rani.node.Command;
import rani.node.TraceLines;
import rani.queue.Rate;

/** The same network, seed and commands do the same things at the same times, and no others do. */
class DeterminismSimulation {
  private static final long MILLI = 1_000_000;
  private static final Rate RATE = Rate.bitsPerSecond(10_000_000);
  private static final ImpairmentConfig ROUGH =
      new ImpairmentConfig(5 * MILLI, 2 * MILLI, 0.05, 0.05, 0.05, 0.05);

  @Test
  void theSameSeedGivesTheSameDigest() {
    assertEquals(digest(line(ROUGH), 7), digest(line(ROUGH), 7));
  }

  @Test
  void anotherSeedGivesAnotherDigest() {
    assertNotEquals(digest(line(ROUGH), 7), digest(line(ROUGH), 8));
  }

  @Test
  void aMicrosecondOfDelayGivesAnotherDigest() {
    ImpairmentConfig calm = ImpairmentConfig.ofDelay(5 * MILLI);
    ImpairmentConfig aMicrosecondLonger = ImpairmentConfig.ofDelay(5 * MILLI + 1000);

    assertNotEquals(digest(line(calm), 7), digest(line(aMicrosecondLonger), 7));
  }

  @Test
  void anUnrelatedNodeShiftsNobodysDice() {
    List<String> alone = new ArrayList<>();
    List<String> withOthers = new ArrayList<>();

    run(line(ROUGH), 7, alone);
    run(line(ROUGH).node("x").node("y").link("x", "y", RATE, ROUGH), 7, withOthers);
    withOthers.removeIf(line -> line.contains(" x ") || line.contains(" y "));

    assertTrue(alone.size() > 1000, () -> "only " + alone.size() + " events");
    assertEquals(alone, withOthers);
  }

  /** Three nodes in a line; the ends talk to everybody. */
  private static VirtualNetwork line(ImpairmentConfig wire) {
    int a = 0x0A000001;
    return new VirtualNetwork(20)
        .node("a", Chatter.with(7 * MILLI, a + 1, a + 2))
        .node("b")
        .node("c", Chatter.with(11 * MILLI, a, a + 1))
        .link("a", "b", RATE, wire)
        .link("b", "c", RATE, wire);
  }

  private static String digest(VirtualNetwork network, long seed) {
    return run(network, seed, new ArrayList<>());
  }

  /** Two seconds of talk. Returns the digest of the trace. */
  private static String run(VirtualNetwork network, long seed, List<String> trace) {
    TraceDigest digest =
        new TraceDigest(line -> trace.add(new String(line, StandardCharsets.US_ASCII)));
    Simulation simulation = network.simulation(seed, node -> new TraceLines(node, digest.page()));
    simulation.handleAll(new Command.Start());
    simulation.handleAll(new Command.Go());
    simulation.runUntil(2_000 * MILLI);
    return digest.hex();
  }
}
