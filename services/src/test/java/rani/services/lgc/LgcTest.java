// SPDX-License-Identifier: Apache-2.0
package rani.services.lgc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static rani.fixture.Nanos.SECOND;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rani.node.NodeConfig.MenuEntry;
import rani.queue.QueueConfig;
import rani.queue.Rate;
import rani.services.probe.Menus;
import rani.services.traffic.OneNode;
import rani.wire.Address;
import rani.wire.FlowIdentity;

/**
 * What LGC decides, packet by packet. The node drains nothing, and weighs its average so that it is
 * the number of packets that waited before the last one.
 */
class LgcTest {
  private static final int MAX_TH = 30;
  private static final String SINK = "10.0.0.250";
  private static final String[] SOURCES =
      IntStream.rangeClosed(1, 10).mapToObj(k -> "10.0.0." + k).toArray(String[]::new);
  private static final Rate HARDLY = Rate.packetsPerSecond(1e-6);

  @ParameterizedTest
  @CsvSource({"75, 5, 41", "39, 7, 17"}) // papers' RANI §3.1.1 and §5.1
  void theResponsiveShareIsThePapers(int queued, int flows, long share) {
    assertEquals(share, Lgc.responsiveShare(queued, flows));
  }

  /** Figure 2: qo = 100·ln(3n)/n, here as r of a very long queue. */
  @ParameterizedTest
  @CsvSource({"1, 109.9", "2, 89.6", "3, 73.2", "5, 54.2", "7, 43.5", "10, 34.0"})
  void thePermissibleOccupancyIsThePapers(int flows, double percent) {
    assertEquals(percent, Lgc.responsiveShare(1_000_000, flows) / 10_000.0, 0.05);
  }

  @Test
  void aFlowThatIsAloneIsNeverGreedy() {
    for (int queued = 1; queued <= 10_000; queued++) {
      assertTrue(Lgc.responsiveShare(queued, 1) >= queued);
    }
    OneNode node = congestedNode(Menus.lgc());

    arrive(node, 40, "10.0.0.1");

    assertEquals(List.of("miss p=32 n=1 r=36 gci=10.0.0.1 held=32"), decisions(node));
  }

  @Test
  void theFactorKMayBeScaled() {
    OneNode half = congestedNode(Menus.lgc("k-scale", 0.5));
    fillWithOneGreedy(half);
    assertEquals(List.of("trigger p=32 n=3 r=12 gci=10.0.0.1 held=29"), decisions(half));

    OneNode twice = congestedNode(Menus.lgc("k-scale", 2.0));
    fillWithOneGreedy(twice);
    assertEquals(List.of("miss p=32 n=3 r=47 gci=10.0.0.1 held=29"), decisions(twice));
  }

  @Test
  void amongEqualsTheGreediestIsTheOneWhosePacketStandsEarliest() {
    OneNode node = congestedNode(Menus.lgc());
    arrive(node, 1, "10.0.0.9"); // goes into service, and is not counted
    for (int turn = 0; turn < 12; turn++) {
      arrive(node, 1, "10.0.0.2");
      arrive(node, 1, "10.0.0.1");
    }
    for (int k = 3; k <= 9; k++) {
      arrive(node, 1, "10.0.0." + k);
    }
    assertEquals(List.of(), decisions(node));

    arrive(node, 1, "10.0.0.10");

    assertEquals(List.of("trigger p=32 n=10 r=11 gci=10.0.0.2 held=12"), decisions(node));
  }

  @Test
  void detectionRestsForTxAfterATrigger() {
    OneNode node = congestedNode(Menus.lgc("tx", 4 * SECOND));
    fillWithOneGreedy(node);
    assertEquals(List.of("trigger p=32 n=3 r=24 gci=10.0.0.1 held=29"), decisions(node));

    node.pass(4 * SECOND - 1);
    arrive(node, 1, "10.0.0.2");
    assertEquals(List.of(), decisions(node));

    node.pass(1);
    arrive(node, 1, "10.0.0.2");
    assertEquals(List.of("trigger p=34 n=3 r=25 gci=10.0.0.1 held=29"), decisions(node));
    assertEquals(2L, node.fact("lgc", "triggers"));
  }

  /** Papers' RANI §5.4: ten flows, of which five hold 15 % of the queue each. */
  @Test
  void fiveGreedyFlowsHideBehindEachOther() {
    OneNode node = congestedNode(Menus.lgc());
    fillWithFiveGreedy(node);

    assertEquals(List.of(), node.lines(" filter "));
    assertEquals(List.of("miss p=32 n=10 r=11 gci=10.0.0.1 held=5"), decisions(node));
    node.expect();
    assertEquals(1L, node.fact("lgc", "misses"));
    assertEquals(0L, node.fact("lgc", "triggers"));
  }

  @Test
  void detectionRestsAfterAMissToo() {
    OneNode node = congestedNode(Menus.lgc());
    fillWithFiveGreedy(node);
    decisions(node);
    assertEquals(true, node.fact("lgc", "resting"));

    node.pass(4 * SECOND - 1);
    arrive(node, 1, "10.0.0.6");
    assertEquals(List.of(), decisions(node));

    node.pass(1);
    assertEquals(false, node.fact("lgc", "resting"));
    arrive(node, 1, "10.0.0.6");
    assertEquals(List.of("miss p=34 n=10 r=12 gci=10.0.0.1 held=5"), decisions(node));
  }

  /** "A connection that has at most 41 packets … is considered responsive": r itself is. */
  @Test
  void withoutSuspendOnMissEveryArrivalIsJudgedUntilOneFlowHoldsMoreThanItsShare() {
    OneNode node = congestedNode(Menus.lgc("suspend-on-miss", false));
    fillWithFiveGreedy(node);
    assertEquals(List.of("miss p=32 n=10 r=11 gci=10.0.0.1 held=5"), decisions(node));

    arrive(node, 11, "10.0.0.1");

    assertEquals(
        List.of(
            "miss p=33 n=10 r=12 gci=10.0.0.1 held=6",
            "miss p=34 n=10 r=12 gci=10.0.0.1 held=7",
            "miss p=35 n=10 r=12 gci=10.0.0.1 held=8",
            "miss p=36 n=10 r=13 gci=10.0.0.1 held=9",
            "miss p=37 n=10 r=13 gci=10.0.0.1 held=10",
            "miss p=38 n=10 r=13 gci=10.0.0.1 held=11",
            "miss p=39 n=10 r=14 gci=10.0.0.1 held=12",
            "miss p=40 n=10 r=14 gci=10.0.0.1 held=13",
            "miss p=41 n=10 r=14 gci=10.0.0.1 held=14",
            "miss p=42 n=10 r=15 gci=10.0.0.1 held=15",
            "trigger p=43 n=10 r=15 gci=10.0.0.1 held=16"),
        decisions(node));
  }

  @Test
  void theGreedyFlowIsFilteredFromTheNextPacketOn() {
    OneNode node = congestedNode(Menus.lgc());
    fillWithOneGreedy(node);
    node.skipLines();

    arrive(node, 1, "10.0.0.1");
    arrive(node, 1, "10.0.0.2");

    assertEquals(1, node.lines("drop reason=filtered link=0 from=10.0.0.1 ").size());
    assertEquals(1, node.lines("verdict=enqueue", "from=10.0.0.2 ").size());
    assertEquals(1, node.lines("verdict=").size());
  }

  @Test
  void aGreedySourceOnTheCongestedNodeItselfIsFilteredWhereItsPacketsBegin() {
    OneNode node =
        congestedNode(
            Menus.lgc(),
            Menus.bursts(Address.parse(SINK), "packets", 60, "bursts", 2, "gap", SECOND));
    arrive(node, 1, "10.0.0.9"); // goes into service, and is not counted
    arrive(node, 2, "10.0.0.2");
    node.go();
    node.pass(0); // the first burst of 30
    assertEquals(1, node.lines("filter change=install flow=10.0.0.200 ").size());
    assertEquals(List.of("trigger p=32 n=2 r=29 gci=10.0.0.200 held=30"), decisions(node));

    node.pass(SECOND);

    assertEquals(30, node.lines("drop reason=filtered from=10.0.0.200 ").size());
    node.expect(); // none is asked
  }

  /** 32 packets wait: 29 of 10.0.0.1, two of 10.0.0.2, one of 10.0.0.3. */
  private static void fillWithOneGreedy(OneNode node) {
    arrive(node, 1, "10.0.0.9"); // goes into service, and is not counted
    arrive(node, 29, "10.0.0.1");
    arrive(node, 2, "10.0.0.2");
    arrive(node, 1, "10.0.0.3");
  }

  /** 32 packets wait: five each of 10.0.0.1 to 5, seven of 10.0.0.6 to 10. */
  private static void fillWithFiveGreedy(OneNode node) {
    arrive(node, 1, "10.0.0.9"); // goes into service, and is not counted
    for (int k = 1; k <= 10; k++) {
      arrive(node, k <= 5 ? 5 : 1, "10.0.0." + k);
    }
    arrive(node, 2, "10.0.0.7");
  }

  /** Everybody's packets come by link 0 and go to the sink by link 1, but for the queue. */
  private static OneNode congestedNode(MenuEntry lgc, MenuEntry... others) {
    List<MenuEntry> menu = new ArrayList<>(List.of(lgc, Menus.activeFilter()));
    menu.addAll(List.of(others));
    QueueConfig queue = new QueueConfig(50, FlowIdentity.SOURCE_NODE, Menus.averageOnly(1, MAX_TH));
    return new OneNode("10.0.0.200")
        .neighbour("10.0.0.100", SOURCES)
        .neighbour(SINK)
        .menu(menu.toArray(MenuEntry[]::new))
        .queue(HARDLY, queue)
        .start();
  }

  private static void arrive(OneNode node, int packets, String source) {
    for (int i = 0; i < packets; i++) {
      node.datagram(0, source, SINK);
    }
  }

  /** What LGC noted since it was last asked, up to what the greediest flow held. */
  private static List<String> decisions(OneNode node) {
    return node.takeLines(" note service=lgc ").stream()
        .map(line -> line.replaceAll(".* event=(.* held=\\d+) .*", "$1"))
        .toList();
  }
}
