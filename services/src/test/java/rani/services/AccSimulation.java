// SPDX-License-Identifier: Apache-2.0
package rani.services;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static rani.fixture.Nanos.MILLI;
import static rani.fixture.Nanos.SECOND;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import rani.fixture.VirtualNetwork;
import rani.link.ImpairmentConfig;
import rani.node.Command;
import rani.node.NodeConfig.Beginning;
import rani.node.NodeConfig.MenuEntry;
import rani.queue.QueueConfig;
import rani.queue.Rate;
import rani.services.probe.Menus;
import rani.wire.PacketPlan;

/**
 * Active Congestion Control as a whole (papers' ACC §3), as what it did: n1 sends over r1 and r2 to
 * n4; r2 lets 50 packets a second through and has room for 10, the way there and back takes 200 ms.
 */
class AccSimulation {
  private static final int SINK = VirtualNetwork.address(4);
  private static final ImpairmentConfig LONG = ImpairmentConfig.ofDelay(40 * MILLI);
  private static final ImpairmentConfig SHORT = ImpairmentConfig.ofDelay(20 * MILLI);
  private static final QueueConfig ROOM_FOR_TEN = QueueConfig.dropTail(10);
  private static final Rate SLOW = Rate.packetsPerSecond(50);

  /** As in most of these stories, in which senders are not told what else is dropped. */
  private static final Object[] UNREPORTED = {"report-drops", false};

  /** The details that tell. */
  private static final Set<String> TELLING =
      Set.of("by", "phase", "cwnd", "new-cwnd", "filter", "lost", "reason", "discarded", "to");

  @Test
  void inSlowStartTheWindowIsHalvedAndWhatShouldNotHaveBeenSentIsUnsent() {
    VirtualNetwork network = row(100).go(1).runFor(1600 * MILLI);

    assertStory(
        network,
        "3.250 r2 act phase=1 cwnd=24 new-cwnd=12 filter=24",
        "3.290 r1 start by=10.0.0.3",
        "3.290 r1 install cwnd=24 new-cwnd=12",
        "3.310 n1 request cwnd=12 lost=1",
        "3.335 r1 end reason=changed discarded=5",
        "3.355 n1 request cwnd=12 lost=5");
    assertEquals(1L, network.fact("n1", "source", "closes"));
    assertEquals(6L, network.fact("n1", "source", "let-go"));
    assertAllArrives(network, 100);
  }

  @Test
  void inAvoidanceEachLossIsOneCloseAndNothingTimesOut() {
    VirtualNetwork network = row(2000, "ssthresh", 16).go(1).runFor(4 * SECOND);

    assertStory(
        network,
        "5.850 r2 act phase=2 cwnd=23 new-cwnd=11 filter=23",
        "5.890 r1 start by=10.0.0.3",
        "5.890 r1 install cwnd=23 new-cwnd=11",
        "5.910 n1 request cwnd=11 lost=1",
        "5.935 r1 end reason=changed discarded=2",
        "5.955 n1 request cwnd=11 lost=2");
    assertAllArrives(network, 2000);
    long actions = (Long) network.fact("r2", "acc-monitor", "actions");
    assertEquals(8, actions);
    for (String counted : List.of("closes", "requests-taken")) {
      assertEquals(actions, network.fact("n1", "source", counted));
    }
    assertEquals(0L, network.fact("n1", "source", "timeouts"));
    assertEquals(0L, network.fact("n1", "source", "fast-retransmits"));
    assertEquals(
        network.fact("n1", "source", "let-go"), network.fact("n1", "source", "retransmitted"));
  }

  @Test
  void whatElseIsDroppedOfTheWindowIsSentAgainAsSoonAsTheSenderIsTold() {
    VirtualNetwork network = chain(onPacket(), 100, Menus.accMonitor()).go(1).runFor(1600 * MILLI);

    assertStory(
        network,
        "3.250 r2 act phase=1 cwnd=24 new-cwnd=12 filter=24",
        "3.270 r2 report",
        "3.290 r1 start by=10.0.0.3",
        "3.290 r1 install cwnd=24 new-cwnd=12",
        "3.290 r2 report",
        "3.310 r2 report",
        "3.310 n1 request cwnd=12 lost=1",
        "3.330 r2 report",
        "3.330 n1 request cwnd=12 lost=1",
        "3.335 r1 end reason=changed discarded=5",
        "3.350 n1 request cwnd=12 lost=1",
        "3.355 n1 request cwnd=12 lost=5",
        "3.370 n1 request cwnd=12 lost=1",
        "3.390 n1 request cwnd=12 lost=1");
    assertEquals(1L, network.fact("n1", "source", "closes"));
    assertEquals(1L + 4 + 5, network.fact("n1", "source", "let-go"));
    assertAllArrives(network, 100);
    assertEquals(10L, network.fact("n1", "source", "retransmitted"));
    assertEquals(0L, network.fact("n1", "source", "timeouts"));
  }

  @Test
  void aPlainRenoSenderThatIsToldOfAllDropsWaitsForNoTimer() {
    VirtualNetwork told = chain(onPacket(), 100, Menus.accMonitor(), "congestion", "reno").go(1);
    VirtualNetwork untold = row(100, "congestion", "reno").go(1);
    assertAllArrives(told, 100);
    assertAllArrives(untold, 100);

    assertEquals(0L, told.fact("n1", "source", "timeouts"));
    assertEquals(1L, untold.fact("n1", "source", "timeouts"));
  }

  @Test
  void aLongQueueClosesTheWindowBeforeAnythingIsDropped() {
    MenuEntry vegas = Menus.accMonitor("trigger", "queue-length", "queue-length", 5);
    VirtualNetwork network = chain(onPacket(), 100, vegas).go(1);
    assertAllArrives(network, 100);

    assertEquals(List.of(), network.lines("r2 drop"));
    assertEquals(
        network.fact("r1", "acc-filter", "discarded"), network.fact("n1", "source", "let-go"));
    assertEquals(
        network.fact("n1", "source", "let-go"), network.fact("n1", "source", "retransmitted"));
  }

  /** The filter is near, so that all that is sent until the sender hears of it is unsent. */
  @ParameterizedTest
  @ValueSource(strings = {"reno", "newreno", "sack", "cubic"})
  void aSenderWhoseWholeWindowIsUnsentWaitsForNoTimer(String congestion) {
    VirtualNetwork network =
        new VirtualNetwork()
            .node("n1", bulk(SINK, 1000, "congestion", congestion, "rto-min", 200 * MILLI))
            .node("r1", onPacket())
            .node("r2", Menus.accMonitor("trigger", "queue-length", "queue-length", 5))
            .node("n4", Menus.sink("delayed-ack", 0L))
            .link("n1", "r1", ImpairmentConfig.ofDelay(200 * MILLI))
            .link("r1", "r2", ImpairmentConfig.ofDelay(5 * MILLI))
            .bottleneck("r2", "n4", SLOW, QueueConfig.dropTail(1000), SHORT)
            .go(1);
    assertAllArrives(network, 1000);

    assertEquals(List.of(), network.lines("r2 drop"));
    assertEquals(0L, network.fact("n1", "source", "timeouts"));
    Object discarded = network.fact("r1", "acc-filter", "discarded");
    assertEquals(discarded, network.fact("n1", "source", "let-go"));
    assertEquals(discarded, network.fact("n1", "source", "retransmitted"));
    assertEquals(
        network.fact("r2", "acc-monitor", "actions"), network.fact("n1", "source", "closes"));
  }

  @Test
  void inARecoveryTheSenderHasAnsweredAlready() {
    VirtualNetwork network = row(100).go(1).runFor(1700 * MILLI);
    PacketPlan crowd = PacketPlan.datagram(SINK, 0, 9, 1000);
    network.running().handle("r2", new Command.Inject(crowd, 20, 0));
    network.runFor(300 * MILLI);

    assertEquals(1L, network.fact("r2", "acc-monitor", "answering"));
    assertEquals(1L, network.fact("r2", "acc-monitor", "actions"));
    assertEquals(1L, network.fact("n1", "source", "closes"));
    assertAllArrives(network, 100);
  }

  @Test
  void whereTheMessageToTheSenderIsLostTheFiltersReportClosesItsWindow() {
    VirtualNetwork network = cutAsTheMessageComes(row(100).go(1)).runFor(SECOND);

    assertStory(
        network,
        "3.250 r2 act phase=1 cwnd=24 new-cwnd=12 filter=24",
        "3.290 r1 start by=10.0.0.3",
        "3.290 r1 install cwnd=24 new-cwnd=12",
        "3.530 r1 end reason=amount discarded=24",
        "3.550 n1 request cwnd=12 lost=4",
        "3.550 n1 request cwnd=12 lost=20");
    assertEquals(1L, network.fact("n1", "source", "closes"));
    assertAllArrives(network, 100);
  }

  @Test
  void whereNobodyUpstreamFiltersTheSenderIsTold() {
    VirtualNetwork network =
        chain(null, 100, Menus.accMonitor(UNREPORTED)).go(1).runFor(1600 * MILLI);

    assertStory(
        network,
        "3.250 r2 act phase=1 cwnd=24 new-cwnd=12 filter=24",
        "3.310 n1 request cwnd=12 lost=1");
    assertEquals(1, network.lines("r1 drop reason=no-such-service").size());
    assertAllArrives(network, 100);
  }

  @Test
  void whereAllMessagesAreLostTheSenderFindsOutByItselfAsWithoutAcc() {
    VirtualNetwork lost = cutAsTheMessageComes(chain(null, 60, Menus.accMonitor(UNREPORTED)).go(1));
    assertAllArrives(lost, 60);
    VirtualNetwork without = cutAsTheMessageComes(chain(null, 60, null).go(1));
    assertAllArrives(without, 60);

    assertEquals(0L, lost.fact("n1", "source", "requests-taken"));
    for (String counted : List.of("closes", "closed-packets", "retransmitted", "timeouts")) {
      assertEquals(
          without.fact("n1", "source", counted), lost.fact("n1", "source", counted), counted);
    }
  }

  @Test
  void aSenderThatHasNothingToSendIsFilteredNothing() {
    VirtualNetwork network = cutAsTheMessageComes(row(50).go(1)).runFor(SECOND);

    assertStory(
        network,
        "3.250 r2 act phase=1 cwnd=24 new-cwnd=12 filter=24",
        "3.290 r1 start by=10.0.0.3",
        "3.290 r1 install cwnd=24 new-cwnd=12",
        "3.705 r1 end reason=changed discarded=0"); // by its own third duplicate
    assertAllArrives(network, 50);
  }

  @Test
  void atTheFirstHopNobodyFilters() {
    VirtualNetwork network =
        new VirtualNetwork()
            .node("n1", bulk(VirtualNetwork.address(3), 100))
            .node("r1", Menus.accMonitor(UNREPORTED), Menus.accFilter())
            .node("n3", Menus.sink("delayed-ack", 0L))
            .link("n1", "r1", LONG)
            .bottleneck("r1", "n3", SLOW, ROOM_FOR_TEN, LONG)
            .go(1)
            .runFor(1300 * MILLI);

    assertStory(
        network,
        "2.970 r1 act phase=1 cwnd=21 new-cwnd=10 filter=0",
        "3.010 n1 request cwnd=10 lost=1");
    assertEquals(1L, network.fact("r1", "acc-monitor", "first-hops"));
    assertEquals(List.of(), network.lines(" origin ", "proto=253", "service=10"));
    network.runUntilDone();
    assertEquals(100L, network.fact("n3", "sink", "messages"));
  }

  @Test
  void aFilterThatTheConnectionIsReroutedAroundEndsByItsTime() {
    VirtualNetwork network = twoWays().go(1).runFor(1300 * MILLI);
    network.cut("n1", "r1", false);
    network.runFor(SECOND);

    String acted = network.lines("r2 note", "event=act").getFirst();
    long shownMillis = Long.parseLong(acted.replaceFirst(".* srtt=(\\d+) .*", "$1"));
    // There 100 ms, three packets' service (5, 5 and 20 ms) and back the same, behind 0 to 10.
    assertTrue(shownMillis >= 2 * (100 + 30) && shownMillis <= 2 * (100 + 30) + 10 * 20, acted);
    long endMillis = 3290 + 2 * shownMillis; // twice the round trip shown (UnsendingFilter)
    long saidMillis = endMillis + 40 + 40 + 20; // the way around, by r2 and x1
    assertStory(
        network,
        "3.250 r2 act phase=1 cwnd=24 new-cwnd=12 filter=24",
        "3.290 r1 start by=10.0.0.3",
        "3.290 r1 install cwnd=24 new-cwnd=12",
        // n1 sends by x1 now, and r2 sees where its packets come from.
        "3.640 r2 act phase=1 cwnd=33 new-cwnd=16 filter=33",
        "3.680 x1 start by=10.0.0.3",
        "3.680 x1 install cwnd=33 new-cwnd=16",
        "3.700 n1 request cwnd=16 lost=1",
        "3.705 x1 end reason=changed discarded=1",
        "3.725 n1 request cwnd=16 lost=1",
        seconds(endMillis) + " r1 end reason=time discarded=3",
        seconds(saidMillis) + " n1 request cwnd=12 lost=3");
    assertAllArrives(network, 100);
  }

  @Test
  void ofTwoRoutersThatAskAtOnceTheSenderFollowsOne() {
    VirtualNetwork network = two(false).go(1).runFor(950 * MILLI);

    assertStory(
        network,
        "2.673 r2 act phase=1 cwnd=20 new-cwnd=10 filter=20",
        "2.693 r1 start by=10.0.0.3",
        "2.693 r1 install cwnd=20 new-cwnd=10",
        "2.719 r3 act phase=1 cwnd=20 new-cwnd=10 filter=20",
        "2.739 r2 start by=10.0.0.4",
        "2.739 r2 install cwnd=20 new-cwnd=10",
        "2.793 n1 request cwnd=10 lost=1",
        "2.859 n1 request cwnd=10 lost=1", // of one more that is lost
        "2.898 r1 end reason=changed discarded=0",
        "2.923 r2 end reason=changed discarded=0");
    assertEquals(1L, network.fact("n1", "source", "closes"));
  }

  @Test
  void theFilterNearerToTheSenderSuppressesTheOther() {
    VirtualNetwork network = two(true).go(1).runFor(950 * MILLI);

    assertStory(
        network,
        "2.673 r2 act phase=1 cwnd=20 new-cwnd=10 filter=20",
        "2.693 r1 start by=10.0.0.3",
        "2.693 r1 install cwnd=20 new-cwnd=10",
        "2.719 r3 act phase=1 cwnd=20 new-cwnd=10 filter=20",
        "2.739 r2 start by=10.0.0.4",
        "2.739 r2 install cwnd=20 new-cwnd=10",
        "2.779 r2 end reason=suppressed discarded=0",
        "2.793 n1 request cwnd=10 lost=1",
        "2.859 n1 request cwnd=10 lost=1", // of one more that is lost
        "2.898 r1 end reason=changed discarded=0");
    assertEquals(1L, network.fact("n1", "source", "closes"));
    assertEquals(1L, network.fact("r2", "acc-filter", "ended-suppressed"));
  }

  private static String seconds(long millis) {
    return "%d.%03d".formatted(millis / 1000, millis % 1000);
  }

  private static void assertStory(VirtualNetwork network, String... expected) {
    assertEquals(List.of(expected), story(network));
  }

  private static void assertAllArrives(VirtualNetwork network, long packets) {
    network.runUntilDone();
    assertEquals(packets, network.fact("n4", "sink", "messages"));
    assertEquals(packets, network.fact("n1", "source", "acknowledged"));
    assertEquals(1, network.lines("n1 note", "event=closed", "reason=closed").size());
  }

  /** The monitor's message to n1 comes at 3.310 s. */
  private static VirtualNetwork cutAsTheMessageComes(VirtualNetwork network) {
    network.runFor(1309 * MILLI);
    network.cut("n1", "r1", false);
    network.runFor(2 * MILLI);
    network.cut("n1", "r1", true);
    return network;
  }

  private static VirtualNetwork twoWays() {
    return new VirtualNetwork()
        .node("n1", bulk(SINK, 100))
        .node("r1", onPacket())
        .node("r2", Menus.accMonitor(UNREPORTED))
        .node("n4", Menus.sink("delayed-ack", 0L))
        .node("x1", onPacket())
        .link("n1", "r1", SHORT)
        .link("r1", "r2", LONG)
        .bottleneck("r2", "n4", SLOW, ROOM_FOR_TEN, LONG)
        .link("n1", "x1", SHORT)
        .link("x1", "r2", LONG)
        .hello(20 * MILLI)
        .routing();
  }

  private static MenuEntry onPacket() {
    MenuEntry filter = Menus.accFilter();
    return new MenuEntry(filter.provider(), filter.options(), Beginning.ON_PACKET, 0);
  }

  private static MenuEntry bulk(int to, int packets, Object... options) {
    Object[] all = new Object[options.length + 4];
    System.arraycopy(options, 0, all, 4, options.length);
    all[0] = "packets";
    all[1] = packets;
    all[2] = "router-state";
    all[3] = true;
    return Menus.bulk(to, all);
  }

  private static VirtualNetwork row(int packets, Object... source) {
    return chain(onPacket(), packets, Menus.accMonitor(UNREPORTED), source);
  }

  private static VirtualNetwork chain(
      @Nullable MenuEntry filter, int packets, @Nullable MenuEntry monitor, Object... source) {
    return new VirtualNetwork()
        .node("n1", bulk(SINK, packets, source))
        .node("r1", filter == null ? new MenuEntry[0] : new MenuEntry[] {filter})
        .node("r2", monitor == null ? new MenuEntry[0] : new MenuEntry[] {monitor})
        .node("n4", Menus.sink("delayed-ack", 0L))
        .link("n1", "r1", SHORT)
        .link("r1", "r2", LONG)
        .bottleneck("r2", "n4", SLOW, ROOM_FOR_TEN, LONG);
  }

  /** r2 and r3 are congested one after the other by other traffic than n1's, too. */
  private static VirtualNetwork two(boolean suppress) {
    return new VirtualNetwork()
        .node("n1", bulk(VirtualNetwork.address(5), 300, "ssthresh", 32, "initial-window", 20))
        .node("r1", onPacket())
        .node("r2", Menus.accMonitor("suppress", suppress, "report-drops", false), onPacket())
        .node("r3", Menus.accMonitor("suppress", suppress, "report-drops", false))
        .node("n5", Menus.sink("delayed-ack", 0L))
        .link("n1", "r1", ImpairmentConfig.ofDelay(100 * MILLI))
        .link("r1", "r2", SHORT)
        .bottleneck("r2", "r3", Rate.packetsPerSecond(60), QueueConfig.dropTail(12), SHORT)
        .bottleneck("r3", "n5", SLOW, QueueConfig.dropTail(1), LONG);
  }

  /** What ACC did, in order: when, where, what, and of the details those that tell. */
  private static List<String> story(VirtualNetwork network) {
    return network.trace().stream()
        .filter(line -> line.contains(" note "))
        .filter(line -> line.contains("service=acc-") || line.contains("event=request "))
        .map(AccSimulation::told)
        .toList();
  }

  private static String told(String line) {
    String[] words = line.split(" ");
    StringBuilder told = new StringBuilder(words[0].substring(0, words[0].indexOf('.') + 4));
    told.append(' ').append(words[1]);
    for (String word : words) {
      String key = word.replaceFirst("=.*", "");
      if (key.equals("event")) {
        told.append(' ').append(word.substring(word.indexOf('=') + 1));
      } else if (TELLING.contains(key)) {
        told.append(' ').append(word);
      }
    }
    return told.toString();
  }
}
