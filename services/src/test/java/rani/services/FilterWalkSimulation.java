// SPDX-License-Identifier: Apache-2.0
package rani.services;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static rani.fixture.Nanos.MILLI;
import static rani.fixture.Nanos.SECOND;

import java.util.List;
import org.junit.jupiter.api.Test;
import rani.fixture.VirtualNetwork;
import rani.link.ImpairmentConfig;
import rani.queue.QueueConfig;
import rani.queue.Rate;
import rani.services.probe.Menus;
import rani.wire.FlowIdentity;

/**
 * The filter walks from the congested node towards the greedy source (papers' RANI §5.2): n1 sends
 * through i1, i2 and i3 to s; n2 and n3 join at i3, which is congested.
 */
class FilterWalkSimulation {
  private static final int SINK = VirtualNetwork.address(7);
  private static final long OFFERED = 250;
  private static final ImpairmentConfig CALM = ImpairmentConfig.ofDelay(50 * MILLI);
  private static final ImpairmentConfig DEAF = new ImpairmentConfig(50 * MILLI, 0, 1, 0, 0, 0);

  @Test
  void theFilterWalksFromI3ToI2ToI1AndLeavesTheSourceAlone() {
    VirtualNetwork network = chain(CALM).go(1).runFor(200 * SECOND);

    assertEquals(
        List.of(
            "i3 install link=0", // towards i2
            "i2 install link=1", // towards i1
            "i1 install link=1", // towards n1
            "i3 expire link=0",
            "i2 expire link=1",
            "i1 expire link=1"),
        changes(network));
    assertEquals(List.of("5 s", "5 s", "100 s"), lifetimes(network));
    assertEquals(1, network.lines("event=trigger").size());
    assertEquals(0, network.lines("origin", "to=10.0.0.1 ", " service=2").size());
    assertEquals(2, network.lines("event=propagate").size());
  }

  @Test
  void everyPacketOfTheSourceIsEitherThroughOrFilteredOnTheWay() {
    VirtualNetwork network = chain(CALM).go(1).runFor(200 * SECOND);

    long through = (Long) network.fact("s", "sink", "distinct.10.0.0.1");
    List<String> filtered = network.lines("drop reason=filtered ", "from=10.0.0.1 ");
    assertEquals(OFFERED, through + filtered.size());
    assertEquals(filtered.size(), network.lines(" drop ").size());
    assertEquals(
        List.of("i3", "i2", "i1"),
        filtered.stream().map(line -> line.split(" ")[1]).distinct().toList());
    for (int k = 2; k <= 3; k++) {
      assertEquals(30L, network.fact("s", "sink", "distinct.10.0.0." + k));
    }
  }

  @Test
  void aRequestThatNeverArrivesIsRepeatedGivenUpAndTheFilterExpires() {
    VirtualNetwork network = chain(DEAF).go(1).runFor(4 * SECOND);
    assertEquals(1, network.lines("event=trigger").size());
    assertEquals(3, network.lines("i3 departure", " to=10.0.0.5 ", " service=2").size());
    assertEquals(1, network.lines("i3 note service=active-filter event=give-up").size());

    network.runFor(2 * SECOND);
    assertEquals(List.of("i3 install link=0", "i3 expire link=0"), changes(network));
  }

  @Test
  void whereRequestsAreLostAndDoubledEachHopStillFiltersAtMostOnce() {
    ImpairmentConfig rough = new ImpairmentConfig(50 * MILLI, 0, 0.5, 0.5, 0.5, 0);
    int walkedAfterRepetition = 0;
    for (long seed = 1; seed <= 20; seed++) {
      VirtualNetwork network = chain(rough).go(seed).runFor(4 * SECOND);

      int sent = network.lines("i3 origin", " to=10.0.0.5 ", " service=2").size();
      boolean walked = changes(network).contains("i1 install link=1");
      assertTrue(sent >= 1 && sent <= 3, "seed " + seed + ": sent " + sent + " times");
      assertTrue(walked || network.lines("i3 note", "event=give-up").size() == 1, "seed " + seed);
      assertEquals(changes(network).stream().distinct().toList(), changes(network));
      assertEquals(0, network.lines("filter change=refresh").size());
      walkedAfterRepetition += walked && sent > 1 ? 1 : 0;
    }
    assertTrue(walkedAfterRepetition >= 3, "repetition helped " + walkedAfterRepetition + " times");
  }

  /** {@code i3ToI2} is the wire by which i3's requests go. */
  private static VirtualNetwork chain(ImpairmentConfig i3ToI2) {
    return new VirtualNetwork()
        .node("n1", Menus.cbr(SINK, "packets", OFFERED, "rate", Rate.packetsPerSecond(100)))
        .node("n2", Menus.cbr(SINK, "packets", 30))
        .node("n3", Menus.cbr(SINK, "packets", 30))
        .node("i1", Menus.activeFilter())
        .node("i2", Menus.activeFilter())
        .node("i3", Menus.lgc("tx", 300 * SECOND), Menus.activeFilter())
        .node("s", Menus.sink())
        .link("i3", "i2", i3ToI2, CALM)
        .link("i2", "i1", CALM)
        .link("i1", "n1", CALM)
        .link("n2", "i3")
        .link("n3", "i3")
        .link("i3", "s")
        .queue(
            "i3",
            Rate.packetsPerSecond(40),
            new QueueConfig(200, FlowIdentity.SOURCE_NODE, Menus.averageOnly(0.05, 20)));
  }

  /** Who changed which filter of n1's, in order. */
  private static List<String> changes(VirtualNetwork network) {
    return network.lines(" filter change=", " flow=10.0.0.1 ").stream()
        .map(line -> line.replaceFirst("\\S+ (\\S+) filter change=(\\S+ link=\\d+) .*", "$1 $2"))
        .toList();
  }

  /** For how long each filter was installed. */
  private static List<String> lifetimes(VirtualNetwork network) {
    return network.lines(" filter change=install").stream()
        .map(
            line -> {
              double installed = Double.parseDouble(line.substring(0, line.indexOf(' ')));
              double until = Double.parseDouble(line.replaceFirst(".* until=(\\S+) .*", "$1"));
              return Math.round(until - installed) + " s";
            })
        .toList();
  }
}
