// SPDX-License-Identifier: Apache-2.0
package rani.services.lgc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static rani.fixture.Nanos.MILLI;
import static rani.fixture.Nanos.SECOND;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import rani.fixture.VirtualNetwork;
import rani.link.ImpairmentConfig;
import rani.node.Command;
import rani.node.NodeConfig.MenuEntry;
import rani.queue.QueueConfig;
import rani.queue.Rate;
import rani.services.probe.Menus;
import rani.wire.FlowIdentity;
import rani.wire.Ipv4Header;
import rani.wire.PacketPlan;
import rani.wire.Payload;

/** LGC's first experiment, without files: the network of figure 4. */
class LgcSimulation {
  private static final int SINK = VirtualNetwork.address(8);

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void theGreedySourceIsFoundOnceAndFilteredAtItsFirstHop(long seed) {
    VirtualNetwork network = figure4(5, SECOND).go(seed).runUntilDone();

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
    VirtualNetwork network = figure4(15, 3 * SECOND).go(seed).runUntilDone();

    assertEquals(0, network.lines("event=trigger").size());
    assertEquals(0, network.lines(" drop ").size());
    assertEquals(200L, network.fact("n8", "sink", "distinct.10.0.0.1"));
  }

  /** Data that is only marked as network control waits in the queue, and fills it. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void aGreedySourceIsFoundThoughItsDataIsMarkedAsControl(long seed) {
    VirtualNetwork network = figure4(List.of()).go(seed);
    injects(network, Ipv4Header.PROTOCOL_UDP);

    assertFoundAndFiltered(network);
  }

  /**
   * Of true control the queue sees what is beyond its share of the rate, and so does the filter.
   */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void aGreedySourceOfControlPacketsIsFound(long seed) {
    VirtualNetwork network = figure4(List.of()).go(seed);
    injects(network, Ipv4Header.PROTOCOL_SERVICE);

    assertFoundAndFiltered(network);
  }

  /** n1 sends the greedy source's bursts to n8, of packets that are marked CS6. */
  private static void injects(VirtualNetwork network, int protocol) {
    int port = protocol == Ipv4Header.PROTOCOL_UDP ? PacketPlan.PORT : 0;
    PacketPlan packet =
        new PacketPlan(
            SINK,
            false,
            0,
            protocol,
            port,
            port,
            Ipv4Header.DSCP_CONTROL,
            Ipv4Header.ECN_NOT_ECT,
            Ipv4Header.TTL_INITIAL,
            PacketPlan.LIFETIME_MICROS,
            1000,
            Payload.NONE);
    for (int burst = 0; burst < 5; burst++) {
      assertTrue(network.running().handle("n1", new Command.Inject(packet, 40, 5 * MILLI)).ok());
      network.runFor(SECOND);
    }
    network.runFor(10 * SECOND);
  }

  private static void assertFoundAndFiltered(VirtualNetwork network) {
    List<String> found = network.lines("event=trigger", "gci=10.0.0.1 ");
    assertTrue(!found.isEmpty(), "LGC has seen nothing");
    assertEquals(
        List.of(),
        network.lines("event=trigger").stream().filter(t -> !found.contains(t)).toList());
    int filtered = network.lines("reason=filtered", "from=10.0.0.1 ").size();
    assertTrue(filtered >= 30, filtered + " of 200 were filtered");
  }

  /** Sources n1 to n6 joined to n7, which sources too, and n7 joined to the sink n8. */
  private static VirtualNetwork figure4(int greedyBursts, long greedyGapNanos) {
    return figure4(
        List.of(Menus.bursts(SINK, "packets", 200, "bursts", greedyBursts, "gap", greedyGapNanos)));
  }

  private static VirtualNetwork figure4(List<MenuEntry> greedy) {
    VirtualNetwork network = new VirtualNetwork();
    network.node("n1", greedy.toArray(MenuEntry[]::new));
    for (int k = 2; k <= 6; k++) {
      network.node("n" + k, responsive());
    }
    network.node("n7", Menus.lgc(), Menus.activeFilter(), responsive());
    network.queue(
        "n7",
        Rate.packetsPerSecond(40),
        new QueueConfig(50, FlowIdentity.SOURCE_NODE, Menus.averageOnly(0.02, 25)));
    network.node("n8", Menus.sink());
    for (int k = 1; k <= 6; k++) {
      network.link("n" + k, "n7");
    }
    return network.link("n7", "n8", ImpairmentConfig.ofDelay(620 * MILLI));
  }

  private static MenuEntry responsive() {
    return Menus.responsive(
        SINK, "packets", 50, "ssthresh", 16, "window", 6, "start-spread", 50 * MILLI);
  }
}
