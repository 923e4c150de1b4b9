// SPDX-License-Identifier: Apache-2.0
package rani.services.traffic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static rani.fixture.Nanos.MILLI;
import static rani.fixture.Nanos.SECOND;

import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import rani.fixture.VirtualNetwork;
import rani.node.NodeConfig.MenuEntry;
import rani.queue.Rate;
import rani.services.GivenOptions;
import rani.services.probe.Menus;
import rani.wire.Address;

/** The greedy kinds of flow, and what all kinds have in common. */
class SourceTest {
  private static final String SINK = "10.0.0.8";
  private static final int TO = Address.parse(SINK);

  @Test
  void whatDoesNotDivideGoesToTheFirstBursts() {
    List<Integer> sizes = new ArrayList<>();
    OneNode node = going(Menus.bursts(TO, "packets", 200, "bursts", 15, "gap", 3 * SECOND));
    for (int burst = 0; burst < 15; burst++) {
      sizes.add(node.takeLines(" origin ", " sport=5000 ").size());
      node.pass(3 * SECOND - 1);
      assertEquals(0, node.takeLines(" origin ", " sport=5000 ").size());
      node.pass(1);
    }

    List<Integer> expected = new ArrayList<>(Collections.nCopies(5, 14));
    expected.addAll(Collections.nCopies(10, 13));
    assertEquals(expected, sizes);
    assertFalse(node.node().isBusy());
    assertEquals(200L, node.fact("source", "sent"));
    assertEquals(200L, node.fact("source", "offered"));
  }

  /** 40 packets take a link of 200 packets a second 0.2 s. */
  @Test
  void aGapCountsFromTheStartOfABurstOrAsAPauseFromItsEnd() {
    assertEquals(List.of(0L, SECOND, 2 * SECOND), burstStarts("start"));
    assertEquals(List.of(0L, 1200 * MILLI, 2400 * MILLI), burstStarts("end"));
  }

  private static List<Long> burstStarts(String gapFrom) {
    VirtualNetwork network =
        new VirtualNetwork()
            .node(
                "n1",
                Menus.bursts(
                    VirtualNetwork.address(2), "packets", 120, "bursts", 3, "gap-from", gapFrom))
            .node("n2", Menus.sink())
            .link("n1", "n2")
            .go(1)
            .runUntilDone();
    return network.lines("n1 origin ", " sport=5000 ").stream()
        .map(line -> (long) (Double.parseDouble(line.split(" ")[0]) * SECOND) - 2 * SECOND)
        .distinct()
        .toList();
  }

  @Test
  void aConstantRateIsKeptToTheNanosecond() {
    OneNode node = going(Menus.cbr(TO, "packets", 4, "rate", Rate.packetsPerSecond(3)));
    node.pass(10 * SECOND);

    assertEquals(
        List.of("0.000000000", "0.333333333", "0.666666666", "0.999999999"), originTimes(node));
  }

  @Test
  void packetsAreMarkedAsTheFlowSays() {
    OneNode node =
        going(
            Menus.source(
                Menus.flow(TO, "cbr", "packets", 1, "dscp", "af12"),
                Menus.flow(TO, "bursts", "packets", 1, "dscp", "ef"),
                Menus.flow(TO, "bursts", "packets", 1),
                Menus.flow(TO, "bulk", "packets", 1, "dscp", "af41")));
    node.pass(MILLI);

    List<String> sent = node.takeSent();
    assertEquals(List.of("data 0 af12", "data 0 ef", "data 0"), sent.subList(0, 3));
    assertTrue(sent.get(3).matches("segment -?[0-9]+ af41"), sent.get(3));
    assertThrows(
        IllegalArgumentException.class,
        () -> going(Menus.bursts(TO, "dscp", "cs6")),
        "which would pass beside the queues");
  }

  @Test
  void aRateInBitsCountsTheWholeIpv4Packet() {
    OneNode node =
        going(Menus.cbr(TO, "packets", 3, "size", 500, "rate", Rate.bitsPerSecond(1_000_000)));
    node.pass(10 * SECOND);

    assertEquals(List.of("0.000000000", "0.004000000", "0.008000000"), originTimes(node));
    assertEquals(3, node.lines(" origin ", " len=500 ").size());
  }

  @Test
  void aLateWakeUpDoesNotShiftTheRest() {
    OneNode node = going(Menus.cbr(TO, "packets", 5, "rate", Rate.packetsPerSecond(10)));
    node.oversleep(250 * MILLI);
    node.pass(SECOND);

    assertEquals(
        List.of("0.000000000", "0.250000000", "0.250000000", "0.300000000", "0.400000000"),
        originTimes(node));
  }

  @Test
  void constantTimesSendWhileTheyAreOnAndCountOnlyThoseTowardsTheNextPacket() {
    OneNode node =
        going(
            Menus.source(
                Menus.flow(
                    TO,
                    "on-off",
                    "times",
                    "constant",
                    "on",
                    250 * MILLI,
                    "off",
                    SECOND,
                    "rate",
                    Rate.packetsPerSecond(10),
                    "duration",
                    3 * SECOND)));
    node.pass(10 * SECOND);

    // 100 and 200 ms of the first 250, then 50 ms of the second, and so on; it ends at 3 s.
    assertEquals(
        List.of(
            "0.100000000",
            "0.200000000",
            "1.300000000",
            "1.400000000",
            "1.500000000",
            "2.600000000",
            "2.700000000"),
        originTimes(node));
    assertFalse(node.node().isBusy());
    assertEquals(7L, node.fact("source", "offered"));
  }

  @Test
  void exponentialTimesSendTheMeanRate() {
    GivenOptions[] flows = new GivenOptions[100];
    for (int number = 0; number < flows.length; number++) {
      flows[number] = Menus.flow(TO, "on-off", "size", 1000, "packets", 0);
    }
    OneNode node = going(Menus.source(flows));
    node.pass(100 * SECOND);

    // 100 flows of 12.5 packets a second for half of 100 s are 62,500. One flow is on for 50 s with
    // a standard deviation of 11 s (an alternating renewal process), so three sigma are 4,200.
    int sent = originTimes(node).size();
    assertEquals(62_500, sent, 4_200);
    assertTrue(node.node().isBusy());
  }

  /**
   * 20,000 gaps of one fixed seed against the exponential distribution, each check at a level of 1
   * %: mean and variance by the central limit theorem (a gap's fourth central moment is 9 in units
   * of its mean), the distribution by Kolmogorov's limit, and the counts of 200 equal times by the
   * index of dispersion, which is chi-squared.
   */
  @Test
  void gapsOfAPoissonFlowAreExponentialAndIndependent() {
    int packets = 20_000;
    double rate = 1000;
    OneNode node =
        going(
            Menus.source(
                Menus.flow(
                    TO, "poisson", "packets", packets, "rate", Rate.packetsPerSecond(rate))));
    node.pass(60 * SECOND);
    double[] times = originTimes(node).stream().mapToDouble(Double::parseDouble).toArray();
    assertEquals(packets, times.length);
    assertFalse(node.node().isBusy());
    double[] gaps = new double[packets];
    for (int i = 0; i < packets; i++) {
      gaps[i] = rate * (times[i] - (i == 0 ? 0 : times[i - 1]));
    }
    double mean = Arrays.stream(gaps).average().orElseThrow();
    double variance = Arrays.stream(gaps).map(gap -> (gap - mean) * (gap - mean)).sum() / packets;
    double sigmas = 2.576 / Math.sqrt(packets);
    assertEquals(1, mean, sigmas);
    assertEquals(1, variance, sigmas * Math.sqrt(8));
    double covariance = 0;
    for (int i = 1; i < packets; i++) {
      covariance += (gaps[i] - mean) * (gaps[i - 1] - mean) / packets;
    }
    assertEquals(0, covariance, sigmas);
    Arrays.sort(gaps);
    double furthest = 0;
    for (int i = 0; i < packets; i++) {
      double below = 1 - Math.exp(-gaps[i]);
      furthest =
          Math.max(furthest, Math.max((i + 1.0) / packets - below, below - i / (1.0 * packets)));
    }
    assertTrue(furthest < 1.628 / Math.sqrt(packets), "not exponential");
    int parts = 200;
    double span = 0.95 * packets / rate;
    double[] counts = new double[parts];
    for (double time : times) {
      if (time < span) {
        counts[(int) (time / span * parts)]++;
      }
    }
    double each = Arrays.stream(counts).average().orElseThrow();
    double dispersion =
        Arrays.stream(counts).map(count -> (count - each) * (count - each)).sum() / each;
    // Of chi-squared with 199 degrees of freedom no more than half a per cent is beyond either.
    assertEquals(199, dispersion, 2.576 * Math.sqrt(2 * 199) + 3);
  }

  @Test
  void aPoissonFlowWithADurationSendsAsManyAsThereIsTimeFor() {
    OneNode node =
        going(
            Menus.source(
                Menus.flow(
                    TO,
                    "poisson",
                    "packets",
                    0,
                    "rate",
                    Rate.packetsPerSecond(100),
                    "duration",
                    10 * SECOND)));
    node.pass(20 * SECOND);

    int sent = originTimes(node).size();
    assertEquals(1000, sent, 2.576 * Math.sqrt(1000));
    assertEquals((long) sent, node.fact("source", "offered"));
    assertFalse(node.node().isBusy());
  }

  @Test
  void aReplaySendsEachPacketAtItsTimeAndOfItsSize() {
    OneNode node =
        going(
            Menus.source(
                Menus.flow(
                    TO,
                    "replay",
                    "start",
                    SECOND,
                    "arrivals",
                    "0 40,0.25 1000,0.25 500,0.7500001 36")));
    node.pass(3 * SECOND);

    assertEquals(
        List.of("1.000000000", "1.250000000", "1.250000000", "1.750000100"), originTimes(node));
    assertEquals(1, node.lines(" origin ", " len=500 ").size());
    assertEquals(1, node.lines(" origin ", " len=36 ").size());
    assertEquals(4L, node.fact("source", "offered"));
    assertFalse(node.node().isBusy());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "1", "1 35", "1 65536", "-1 100", "2 100,1 100", "86401 100", "1s 100"})
  void whatIsNoListOfArrivalsIsRefused(String arrivals) {
    assertThrows(
        IllegalArgumentException.class,
        () -> going(Menus.source(Menus.flow(TO, "replay", "arrivals", arrivals))));
  }

  @Test
  void timesOfNothingAreRefused() {
    assertThrows(
        IllegalArgumentException.class,
        () -> going(Menus.source(Menus.flow(TO, "on-off", "off", 0L))));
  }

  @Test
  void flowsStartSpreadOverTheTimeGiven() {
    GivenOptions[] flows = new GivenOptions[200];
    for (int number = 0; number < flows.length; number++) {
      flows[number] = Menus.flow(TO, "cbr", "packets", 1, "start-spread", 50 * MILLI);
    }
    OneNode node = going(Menus.source(flows));
    node.pass(50 * MILLI - 1);

    assertFalse(node.node().isBusy());
    List<String> times = originTimes(node);
    assertEquals(200, times.size());
    assertTrue(times.getFirst().compareTo("0.002000000") < 0, times::getFirst);
    assertTrue(times.getLast().compareTo("0.048000000") > 0, times::getLast);
  }

  @Test
  void everyFlowHasItsOwnPortAndItsOwnAcknowledgements() {
    OneNode node =
        going(
            Menus.source(
                Menus.flow(TO, "bursts", "packets", 1),
                Menus.flow(TO, "responsive", "packets", 5, "port", 9000),
                Menus.flow(TO, "responsive", "packets", 5, "port", 9000)));
    assertEquals(1, node.lines(" origin ", " sport=5000 dport=7000").size());
    assertEquals(1, node.lines(" origin ", " sport=5001 dport=9000").size());
    assertEquals(1, node.lines(" origin ", " sport=5002 dport=9000").size());
    node.skipLines();

    node.datagram(SINK, 9000, 5002, new GeneratorHeader().of(GeneratorHeader.ACK, 2, 1));

    assertEquals(2, node.lines(" origin ", " sport=5002 ").size());
    assertEquals(2, node.lines(" origin ").size());
  }

  @Test
  void whatIsNoAcknowledgementIsRefused() {
    OneNode node = going(Menus.responsive(TO));
    node.datagram(SINK, 7000, 5000, new GeneratorHeader().of(GeneratorHeader.DATA, 0, 1));
    node.datagram(SINK, 7000, 5000, new GeneratorHeader().of(GeneratorHeader.ACK, 0, -1));
    node.datagram(SINK, 7000, 5000, new GeneratorHeader().of(9, 0, 1));
    node.datagram(SINK, 7000, 5000, Unpooled.EMPTY_BUFFER);

    assertEquals(4, node.lines("drop reason=bad-message ").size());
    assertEquals(0L, node.fact("source", "acknowledged"));
  }

  @Test
  void trafficBeginsOnce() {
    OneNode node = going(Menus.bursts(TO, "packets", 2, "bursts", 1));
    node.go();
    node.pass(10 * SECOND);

    assertEquals(2L, node.fact("source", "sent"));
  }

  @Test
  void whatASourceCannotDoIsRefusedWhenItIsMade() {
    assertRefused(
        "kind is one of [bursts, cbr, poisson, on-off, replay, responsive, bulk,"
            + " request-response, transfers], not loud",
        "loud");
    assertRefused("size is 36…65535, not 35", "bursts", "size", 35);
    assertRefused("bursts is 1…10, not 11", "bursts", "packets", 10, "bursts", 11);
    assertRefused("packets is 1…16777216, not 0", "cbr", "packets", 0);
    assertRefused(
        "a burst has at most 10000 packets, not 10001", "bursts", "packets", 20_001, "bursts", 2);
    assertRefused("window is 1…10000, not 10001", "responsive", "window", 10_001);
    assertRefused("rto-min is at least 1ms", "responsive", "rto-min", 999_999L);
  }

  @Test
  void aSourceHasAtMost256Flows() {
    GivenOptions[] flows = new GivenOptions[257];
    Arrays.setAll(flows, number -> Menus.flow(TO, "cbr"));

    assertRefused("a source has at most 256 flows", Menus.source(flows));
  }

  @Test
  void theGreatestBurstIsSentAtOnce() {
    OneNode node = going(Menus.bursts(TO, "packets", 10_000));

    assertEquals(10_000L, node.fact("source", "sent"));
    assertEquals(0L, node.fact("source", "failures"));
  }

  private static void assertRefused(String why, String kind, Object... options) {
    assertRefused(why, Menus.source(Menus.flow(TO, kind, options)));
  }

  private static void assertRefused(String why, MenuEntry source) {
    IllegalArgumentException refused =
        assertThrows(
            IllegalArgumentException.class, () -> source.provider().create(source.options()));
    assertEquals(why, refused.getMessage());
  }

  private static List<String> originTimes(OneNode node) {
    return node.lines(" origin ", " proto=17 ").stream().map(line -> line.split(" ")[0]).toList();
  }

  private static OneNode going(MenuEntry source) {
    OneNode node = new OneNode("10.0.0.1").neighbour(SINK).menu(source).start();
    node.skipLines();
    node.go();
    node.pass(0);
    return node;
  }
}
