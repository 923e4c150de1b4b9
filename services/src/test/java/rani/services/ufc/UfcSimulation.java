// SPDX-License-Identifier: Apache-2.0
package rani.services.ufc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static rani.fixture.Nanos.MILLI;
import static rani.fixture.Nanos.SECOND;

import java.util.List;
import org.junit.jupiter.api.Test;
import rani.fixture.VirtualNetwork;
import rani.link.ImpairmentConfig;
import rani.link.LinkChange;
import rani.node.Command;
import rani.node.NodeConfig.MenuEntry;
import rani.queue.QueueConfig;
import rani.queue.Rate;
import rani.services.GivenOptions;
import rani.services.probe.Menus;
import rani.world.LinkId;

/**
 * Unresponsive flow control as a whole: n1 sends 150 packets a second of 1000 B, deaf to losses, by
 * e1 and e2, the edges where one domain and the next begin, and c, which lets 50 a second through
 * towards n5. The books are checked after every event.
 */
class UfcSimulation {
  private static final int SINK = VirtualNetwork.address(5);
  private static final int SOURCE = VirtualNetwork.address(1);
  private static final ImpairmentConfig SHORT = ImpairmentConfig.ofDelay(5 * MILLI);
  private static final Rate PROMISED = Rate.bitsPerSecond(150 * 8000);

  private static MenuEntry edge(boolean control) {
    GivenOptions profile = Menus.options("from", SOURCE, "cir", PROMISED, "name", "deaf");
    return new MenuEntry(
        new UfcEdge.Provider(), Menus.options("control", control, "profiles", List.of(profile)));
  }

  private static MenuEntry deaf(int packetsPerSecond) {
    Rate rate = Rate.packetsPerSecond(packetsPerSecond);
    return Menus.source(Menus.flow(SINK, "cbr", "copies", 5, "packets", 100_000, "rate", rate));
  }

  private static VirtualNetwork row(MenuEntry source, MenuEntry atE1, MenuEntry atE2) {
    return new VirtualNetwork()
        .node("n1", source)
        .node("e1", atE1)
        .node("e2", atE2)
        .node("c", Menus.ufcCore())
        .node("n5", Menus.sink())
        .link("n1", "e1", SHORT)
        .link("e1", "e2", SHORT)
        .link("e2", "c", SHORT)
        .bottleneck("c", "n5", Rate.packetsPerSecond(50), QueueConfig.dropTail(30), SHORT);
  }

  private static long count(VirtualNetwork network, String node, String service, String fact) {
    return (Long) network.fact(node, service, fact);
  }

  @Test
  void withoutControlTwoThirdsCrossTheNetworkOnlyToBeDropped() {
    VirtualNetwork network = row(deaf(30), edge(false), edge(false)).go(1).runFor(20 * SECOND);

    long arrived = count(network, "n5", "sink", "packets");
    long wasted = count(network, "c", "ufc-core", "drops");
    assertEquals(1000, arrived, 20);
    assertEquals(2000, wasted, 60);
    assertEquals(0, count(network, "e1", "ufc-edge", "shaped"));
    assertEquals(0, count(network, "e1", "ufc-edge", "taken"));
  }

  @Test
  void theFirstEdgeShapesWhatTheLastLinkDoesNotCarry() {
    VirtualNetwork network = row(deaf(30), edge(true), edge(true)).go(1).runFor(20 * SECOND);
    long wasted = count(network, "c", "ufc-core", "drops");
    long shapedAtFirst = count(network, "e1", "ufc-edge", "shaped");
    long shapedAtSecond = count(network, "e2", "ufc-edge", "shaped");
    long arrived = count(network, "n5", "sink", "packets");

    assertTrue(wasted < 400, wasted + " of 3000 came to the bottleneck in vain");
    assertTrue(shapedAtFirst > 1400, shapedAtFirst + " did not even enter");
    assertTrue(shapedAtSecond < shapedAtFirst / 2, shapedAtSecond + " of those that entered");
    assertTrue(arrived > 500, arrived + " of 1000 for which there was room");
    assertTrue(count(network, "e1", "ufc-edge", "shaping-drops") > 0, "e2 said what it shaped");
    assertEquals(0, count(network, "e1", "ufc-edge", "congestion-drops"), "e2 took those");
    assertEquals(
        count(network, "c", "ufc-core", "reports"), count(network, "e2", "ufc-edge", "taken"));
  }

  @Test
  void anEdgeThatHasNoProfileOfAFlowPassesItsReportsOn() {
    MenuEntry egress = Menus.ufcEdge();
    VirtualNetwork network = row(deaf(30), edge(true), egress).go(1).runFor(20 * SECOND);

    long reports = count(network, "c", "ufc-core", "reports");
    assertTrue(reports > 0);
    assertEquals(reports, count(network, "e2", "ufc-edge", "passed-congestion"));
    assertEquals(reports, count(network, "e1", "ufc-edge", "taken"));
    assertTrue(count(network, "c", "ufc-core", "drops") < 400);
  }

  @Test
  void whoSendsNoMoreThanTheBottleneckCarriesIsLeftAlone() {
    VirtualNetwork network = row(deaf(9), edge(true), edge(true)).go(1).runFor(20 * SECOND);

    assertEquals(900, count(network, "n5", "sink", "packets"), 10);
    assertEquals(0, count(network, "e1", "ufc-edge", "shaped"));
    assertEquals(0, count(network, "c", "ufc-core", "reports"));
  }

  @Test
  void aBottleneckThatOpensGivesTheProfileBack() {
    VirtualNetwork network = row(deaf(30), edge(true), edge(true)).go(1).runFor(10 * SECOND);
    assertTrue(network.lines("service=ufc-edge event=adjust").size() > 4, "it was adjusted");
    LinkChange wider =
        new LinkChange(Rate.packetsPerSecond(190), null, null, null, null, null, null, null);
    network.running().handle("c", new Command.SetLink(new LinkId(1), wider));
    network.runFor(20 * SECOND);
    long before = count(network, "n5", "sink", "packets");
    network.runFor(5 * SECOND);

    assertEquals(5 * 150, count(network, "n5", "sink", "packets") - before, 15);
  }
}
