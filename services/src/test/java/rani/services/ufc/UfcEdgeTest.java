// SPDX-License-Identifier: Apache-2.0
package rani.services.ufc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static rani.fixture.Nanos.MILLI;
import static rani.fixture.Nanos.SECOND;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import rani.link.LinkChange;
import rani.node.Command;
import rani.node.NodeConfig.MenuEntry;
import rani.queue.QueueConfig;
import rani.queue.Rate;
import rani.services.GivenOptions;
import rani.services.Requesters;
import rani.services.ServiceNumbers;
import rani.services.ShownSegment;
import rani.services.lgc.ActiveFilterAck;
import rani.services.probe.Menus;
import rani.services.traffic.OneNode;
import rani.wire.Address;
import rani.wire.FlowKey;
import rani.wire.ServiceMessage;
import rani.world.LinkId;
import rani.world.Reply;

/**
 * The edge 10.0.0.2, whose one profile promises 8 kbit/s, 1000 B/s, to what comes from 10.0.0.7 by
 * 10.0.0.1 and goes to 10.0.0.9 by 10.0.0.3, in packets of 128 B.
 */
class UfcEdgeTest {
  private static final String SOURCE = "10.0.0.7";
  private static final String SINK = "10.0.0.9";
  private static final int UPSTREAM = 0;
  private static final int DOWNSTREAM = 1;
  private static final int BYTES = 128;
  private static final FlowKey FLOW = new FlowKey(0x0A000007_0A000009L, 17L << 32 | 1L << 16 | 2);

  private OneNode node = edge(Menus.ufcEdge(profile()));

  private static GivenOptions profile(Object... more) {
    Object[] options = {"name", "a", "cir", Rate.bitsPerSecond(8000), "from", 0x0A000007};
    Object[] all = new Object[options.length + more.length];
    System.arraycopy(options, 0, all, 0, options.length);
    System.arraycopy(more, 0, all, options.length, more.length);
    return Menus.options(all);
  }

  private static OneNode edge(MenuEntry edge) {
    return new OneNode("10.0.0.2")
        .neighbour("10.0.0.1", SOURCE)
        .neighbour("10.0.0.3", SINK)
        .menu(edge)
        .start();
  }

  @AfterEach
  void nothingIsLost() {
    assertEquals(0L, node.fact("ufc-edge", "failures"));
    node.stop();
  }

  private void arrive(int packets) {
    for (int packet = 0; packet < packets; packet++) {
      node.datagram(UPSTREAM, SOURCE, SINK);
    }
  }

  private void report(int link, ServiceMessage report) {
    node.passingMessage(link, "10.0.0.5", SOURCE, ServiceNumbers.UFC_EDGE, report);
  }

  private Object ofProfile(String name) {
    List<?> profiles = (List<?>) node.fact("ufc-edge", "profiles");
    return String.valueOf(((Map<?, ?>) profiles.getFirst()).get(name));
  }

  @Test
  void whatEntersWithinItsProfileIsMarkedGreen() {
    node = edge(Menus.ufcEdge(profile("class", 3)));
    node.pass(SECOND);
    arrive(1);
    node.datagram(UPSTREAM, "10.0.0.8", SINK);
    node.segment(UPSTREAM, SOURCE, SINK, ShownSegment.shown(1, 50, null));

    node.expect("datagram to 10.0.0.9:2 af31", "datagram to 10.0.0.9:2", "segment 50 af31");
    assertEquals(2L, node.fact("ufc-edge", "green"));
  }

  @Test
  void whatIsBeyondItIsMarkedAsTheMarkerSays() {
    node =
        edge(
            Menus.ufcEdge(
                profile("marker", "srtcm", "cbs", 2 * BYTES, "ebs", BYTES, "colour", "blind")));
    arrive(4);

    node.expect(
        "datagram to 10.0.0.9:2 af11",
        "datagram to 10.0.0.9:2 af11",
        "datagram to 10.0.0.9:2 af12",
        "datagram to 10.0.0.9:2 af13");
    assertEquals(1L, node.fact("ufc-edge", "yellow"));
    assertEquals(1L, node.fact("ufc-edge", "red"));
  }

  @Test
  void aMarkerThatIsAwareKeepsThePrecedenceOfTheDomainBefore() {
    node = edge(Menus.ufcEdge(profile("marker", "trtcm", "colour", "aware", "class", 2)));
    node.datagram(UPSTREAM, SOURCE, 1, SINK, 14);
    node.datagram(UPSTREAM, SOURCE, 1, SINK, 12);

    node.expect("datagram to 10.0.0.9:2 af23", "datagram to 10.0.0.9:2 af22");
  }

  @Test
  void nothingIsShapedWithoutControl() {
    node =
        edge(
            new MenuEntry(
                new UfcEdge.Provider(),
                Menus.options("control", false, "profiles", List.of(profile()))));
    arrive(100);

    assertEquals(100, node.takeSent().size());
    assertEquals(0L, node.fact("ufc-edge", "shaped"));
  }

  @Test
  void noMorePassesThanThePromisedRateAndTheDomainBeforeHearsOfTheRest() {
    arrive(10); // at once: the eighth makes 1024 B in a window of 1 s, which is more than 1000 B/s

    assertEquals(8, node.takeSent().size());
    assertEquals(2L, node.fact("ufc-edge", "shaped"));
    node.pass(500 * MILLI);
    List<String> sent = node.takeSent();
    assertEquals(1, sent.size());
    assertTrue(
        sent.getFirst()
            .matches(
                "UfcShaping\\[flow=10.0.0.7:1>10.0.0.9:2/17, id=-?[0-9]+, count=2,"
                    + " intervalMillis=500\\] to 10.0.0.7"),
        sent.getFirst());
    arrive(1);
    assertEquals(1, node.takeSent().size(), "the average has faded");
  }

  /** TSW fades at each arrival, let through or not: 1024 B/s · 1 s/(1 s + 20 ms), then · 1/1.48. */
  @Test
  void whatIsShapedFadesTheAverageAsItComes() {
    arrive(8);
    node.pass(20 * MILLI);
    arrive(1);
    assertEquals(1L, node.fact("ufc-edge", "shaped"));
    node.pass(480 * MILLI);
    assertEquals(rate(1024 / 1.02 / 1.48), ofProfile("passing-bits-per-second"));
    node.takeSent();
  }

  @Test
  void nobodyHearsOfItIfTheSourceIsNextDoor() {
    node =
        edge(
            Menus.ufcEdge(
                Menus.options("cir", Rate.bitsPerSecond(8000), "via", Address.parse("10.0.0.1"))));
    for (int packet = 0; packet < 10; packet++) {
      node.datagram(UPSTREAM, "10.0.0.1", SINK);
    }
    node.takeSent();
    node.pass(500 * MILLI);

    node.expect();
    assertEquals(2L, node.fact("ufc-edge", "shaped"));
  }

  @Test
  void whoAnswersLossesIsNotShaped() {
    for (int packet = 0; packet < 100; packet++) {
      node.segment(UPSTREAM, SOURCE, SINK, ShownSegment.shown(1, packet, null));
    }

    assertEquals(100, node.takeSent().size());
    assertEquals(0L, node.fact("ufc-edge", "shaped"));
  }

  @Test
  void congestionLowersTheProfileByEquationsOneAndTwoAndItComesBackByFourAndFive() {
    arrive(8);
    node.takeSent();
    report(DOWNSTREAM, new UfcCongestion(FLOW, 1, 2, 500, 1_000_000));
    node.expect(); // it goes no further
    node.pass(500 * MILLI);

    // adjust = 2 · 128 B / 0.5 s = 512 B/s; the average has faded to 1024 / 1.5 = 682.7 B/s
    assertEquals(rate(1024 / 1.5 - 512), ofProfile("adjusted-bits-per-second"));
    assertEquals(1, node.lines("event=adjust profile=a congestion=2 shaping=0 rate=1365").size());
    node.pass(500 * MILLI); // by r, at first 2 packets an interval: 512 B/s
    assertEquals(rate(1024 / 1.5), ofProfile("adjusted-bits-per-second"));
    node.pass(500 * MILLI); // r has stayed: twice of it is more than an eighth of the average
    assertEquals(rate(1000), ofProfile("adjusted-bits-per-second"), "but never above the target");
    assertEquals(1, node.lines("event=adjust").size());
  }

  @Test
  void anIntervalWithoutReportsDoublesTheStepUpToAPartOfTheAverage() {
    node =
        edge(
            new MenuEntry(
                new UfcEdge.Provider(),
                Menus.options("factor", 1, "step", 1, "profiles", List.of(profile()))));
    arrive(8);
    node.takeSent();
    report(DOWNSTREAM, new UfcShaping(FLOW, 1, 1, 500));
    node.pass(500 * MILLI);
    assertEquals(rate(256), ofProfile("step-bits-per-second"), "one packet in an interval");
    node.pass(500 * MILLI);
    assertEquals(rate(512), ofProfile("step-bits-per-second"), "twice as much");
    node.pass(500 * MILLI);
    assertEquals(rate(1024 / 2.5), ofProfile("step-bits-per-second"), "no more than arrives");
  }

  @Test
  void theEquationsGoByWhatArrivesAndTheShaperByWhatPasses() {
    arrive(10); // 1280 B, of which the shaper lets 1024 through
    node.takeSent();
    report(DOWNSTREAM, new UfcCongestion(FLOW, 1, 2, 500, 1_000_000));
    node.pass(500 * MILLI);

    assertEquals(rate(1280 / 1.5), ofProfile("arriving-bits-per-second"));
    assertEquals(rate(1024 / 1.5), ofProfile("passing-bits-per-second"));
    assertEquals(rate(1280 / 1.5 - 512), ofProfile("adjusted-bits-per-second"));
    node.takeSent();
  }

  @Test
  void theEquationsMayGoByWhatPasses() {
    node =
        edge(
            new MenuEntry(
                new UfcEdge.Provider(),
                Menus.options("compare", "passed", "profiles", List.of(profile()))));
    arrive(10);
    node.takeSent();
    report(DOWNSTREAM, new UfcCongestion(FLOW, 1, 2, 500, 1_000_000));
    node.pass(500 * MILLI);

    assertEquals(rate(1024 / 1.5 - 512), ofProfile("adjusted-bits-per-second"));
    node.takeSent();
  }

  @Test
  void aThinnerLinkFurtherOnMakesTheAnswerHarder() {
    node =
        new OneNode("10.0.0.2")
            .neighbour("10.0.0.1", SOURCE)
            .neighbour("10.0.0.3", SINK)
            .menu(
                new MenuEntry(
                    new UfcEdge.Provider(),
                    Menus.options("gamma", 1.0, "profiles", List.of(profile()))))
            .start();
    arrive(8);
    node.takeSent();
    report(DOWNSTREAM, new UfcCongestion(FLOW, 1, 1, 500, 0));
    node.pass(500 * MILLI);
    assertEquals(
        rate(1024 / 1.5 - 256),
        ofProfile("adjusted-bits-per-second"),
        "what has no bandwidth has no ratio");
  }

  @Test
  void shapingFurtherOnLowersItByEquationThreeInTheSameInterval() {
    arrive(8);
    node.takeSent();
    report(DOWNSTREAM, new UfcCongestion(FLOW, 1, 1, 500, 0));
    report(DOWNSTREAM, new UfcShaping(FLOW, 2, 1, 500));
    node.pass(500 * MILLI);

    assertEquals(rate(1024 / 1.5 - 512), ofProfile("adjusted-bits-per-second"));
    assertEquals(1L, node.fact("ufc-edge", "congestion-drops"));
    assertEquals(1L, node.fact("ufc-edge", "shaping-drops"));
  }

  @Test
  void aFlowThatWasCutOffComesBack() {
    arrive(8);
    report(DOWNSTREAM, new UfcCongestion(FLOW, 1, 10_000, 500, 1_000_000));
    node.pass(500 * MILLI);
    assertEquals("0", ofProfile("adjusted-bits-per-second"));
    node.takeSent();
    arrive(1);
    node.expect();
    node.pass(10 * SECOND);
    node.takeSent();
    arrive(1);

    node.expect("datagram to 10.0.0.9:2 af11");
  }

  @Test
  void aCopyOfAReportChangesNothing() {
    arrive(8);
    report(DOWNSTREAM, new UfcCongestion(FLOW, 1, 2, 500, 0));
    report(DOWNSTREAM, new UfcCongestion(FLOW, 1, 2, 500, 0));

    assertEquals(1L, node.fact("ufc-edge", "taken"));
    assertEquals(1L, node.fact("ufc-edge", "duplicates"));
    assertEquals(2L, node.fact("ufc-edge", "congestion-drops"));
    node.takeSent();
  }

  @Test
  void reportsOfFlowsThatDoNotEnterHereGoOn() {
    arrive(1);
    node.takeSent();
    FlowKey other = new FlowKey(FLOW.high(), FLOW.low() + 1); // of the same two nodes
    UfcCongestion congestion = new UfcCongestion(other, 1, 2, 500, 1_000_000);
    UfcShaping shaping = new UfcShaping(other, 2, 2, 500);
    report(DOWNSTREAM, congestion);
    report(DOWNSTREAM, shaping);

    node.expect(congestion + " to 10.0.0.7", shaping + " to 10.0.0.7");
    assertEquals(1L, node.fact("ufc-edge", "passed-congestion"));
    assertEquals(1L, node.fact("ufc-edge", "passed-shaping"));
  }

  @Test
  void whatComesFromElsewhereOrMakesNoSenseIsRefused() {
    arrive(1);
    node.takeSent();
    report(UPSTREAM, new UfcCongestion(FLOW, 1, 2, 500, 0)); // not from where the flow goes
    node.passingMessage(
        DOWNSTREAM,
        "10.0.0.5",
        "10.0.0.1",
        ServiceNumbers.UFC_EDGE,
        new UfcCongestion(FLOW, 2, 2, 500, 0)); // not on its way to the source
    node.message(
        DOWNSTREAM, "10.0.0.3", ServiceNumbers.UFC_EDGE, new UfcCongestion(FLOW, 3, 2, 500, 0));
    report(DOWNSTREAM, new ActiveFilterAck(1));

    node.expect();
    assertEquals(4L, node.fact("ufc-edge", "refused"));
    assertEquals(4, node.lines("drop reason=bad-message").size());
    assertEquals(0L, node.fact("ufc-edge", "taken"));
  }

  @Test
  void aReportOfAFlowThatWasNotForwardedForTenSecondsIsRefused() {
    report(DOWNSTREAM, new UfcCongestion(FLOW, 1, 2, 500, 0));
    assertEquals(1L, node.fact("ufc-edge", "no-evidence"));
    arrive(1);
    node.pass(10 * SECOND);
    report(DOWNSTREAM, new UfcCongestion(FLOW, 2, 2, 500, 0));
    assertEquals(1L, node.fact("ufc-edge", "passed-congestion"));
    node.pass(1);
    report(DOWNSTREAM, new UfcCongestion(FLOW, 3, 2, 500, 0));
    assertEquals(2L, node.fact("ufc-edge", "no-evidence"));
    assertEquals(2L, node.fact("ufc-edge", "refused"));
    node.takeSent();
  }

  /** One who was sent eight packets of a flow, and tells of 65,535 again and again. */
  @Test
  void noMoreDropsAreBelievedThanPacketsHaveGone() {
    arrive(8);
    report(DOWNSTREAM, new UfcCongestion(FLOW, 1, 5, 500, 0));
    assertEquals(5L, node.fact("ufc-edge", "congestion-drops"));
    for (int id = 2; id < 10; id++) {
      report(DOWNSTREAM, new UfcCongestion(FLOW, id, 0xFFFF, 500, 0));
      report(DOWNSTREAM, new UfcShaping(FLOW, 100 + id, 0xFFFF, 500));
    }
    assertEquals(8L, node.fact("ufc-edge", "congestion-drops"));
    assertEquals(0L, node.fact("ufc-edge", "shaping-drops"));
    assertEquals(16L * 0xFFFF - 3, node.fact("ufc-edge", "unbelieved"));
    node.takeSent();
  }

  /** gamma·bo/bb of 8 Mbit/s here and 1 bit/s there is 800,000; one packet of eight has gone. */
  @Test
  void aBandwidthOfNearlyNothingTakesNoMoreAwayThanTheFlow() {
    for (int packet = 0; packet < 7; packet++) {
      node.datagram(UPSTREAM, SOURCE, "10.0.0.3");
    }
    arrive(1);
    LinkChange slower =
        new LinkChange(Rate.bitsPerSecond(8_000_000), null, null, null, null, null, null, null);
    LinkId link = new LinkId(DOWNSTREAM);
    assertTrue(node.node().handle(node.nowNanos(), new Command.SetLink(link, slower)).ok());
    report(DOWNSTREAM, new UfcCongestion(FLOW, 1, 1, 500, 1));
    node.pass(500 * MILLI);

    // adjust = 128 B / 0.5 s
    assertEquals(rate(1024 / 1.5 - 256), ofProfile("adjusted-bits-per-second"));
    assertEquals(1L, node.fact("ufc-edge", "congestion-drops"));
    node.takeSent();
  }

  @Test
  void ofOneLinkAThousandReportsASecondAreBelieved() {
    arrive(Requesters.REQUESTS_PER_SECOND_MAX + 10);
    for (int id = 0; id < Requesters.REQUESTS_PER_SECOND_MAX + 10; id++) {
      report(DOWNSTREAM, new UfcCongestion(FLOW, id, 1, 500, 0));
    }
    assertEquals((long) Requesters.REQUESTS_PER_SECOND_MAX, node.fact("ufc-edge", "taken"));
    assertEquals(10L, node.fact("ufc-edge", "too-fast"));
    node.takeSent();
  }

  @Test
  void whatItsOwnQueueDropsIsTakenAsReported() {
    node =
        new OneNode("10.0.0.2")
            .neighbour("10.0.0.1", SOURCE)
            .neighbour("10.0.0.3", SINK, "10.0.0.6")
            .menu(Menus.ufcEdge(profile()))
            .queue(Rate.bitsPerSecond(8), QueueConfig.dropTail(1))
            .start();
    arrive(4);
    node.datagram(UPSTREAM, "10.0.0.1", 1, "10.0.0.6", 10);
    node.pass(500 * MILLI);

    assertEquals(3L, node.fact("ufc-edge", "own-drops"));
    assertEquals(2L, node.fact("ufc-edge", "congestion-drops"), "of its profile's");
    assertEquals(1L, node.fact("ufc-edge", "reports-congestion"), "of another's");
    assertEquals(1, node.takeSent().size());
  }

  @Test
  void anOperatorGivesProfilesTheirTargetAgain() {
    arrive(8);
    report(DOWNSTREAM, new UfcCongestion(FLOW, 1, 2, 500, 0));
    node.pass(500 * MILLI);
    node.takeSent();
    tell("reset");

    assertEquals("8000", ofProfile("adjusted-bits-per-second"));
    assertTrue(tell("show").contains("name=a, target-bits-per-second=8000"), tell("show"));
    assertTrue(tell("stop").contains("ufc-edge has no verb `stop`; it has show, reset"));
  }

  private String tell(String verb) {
    Command command = new Command.Tell("ufc-edge", verb, List.of());
    Reply reply = node.node().handle(node.nowNanos(), command);
    return reply.message() + reply.facts().byKey();
  }

  @Test
  void whatCannotBeIsRefused() {
    refuses("name", "a b");
    refuses("pir", Rate.bitsPerSecond(7999));
    refuses("pir", Rate.packetsPerSecond(8000));
    refuses("window", 1L);
    refuses("marker", "red");
    GivenOptions same = profile();
    assertThrows(IllegalArgumentException.class, () -> edge(Menus.ufcEdge(same, same)));
    GivenOptions[] many =
        Collections.nCopies(UfcEdge.PROFILES_MAX + 1, Menus.options()).toArray(GivenOptions[]::new);
    assertThrows(IllegalArgumentException.class, () -> edge(Menus.ufcEdge(many)));
    assertThrows(
        IllegalArgumentException.class,
        () -> new UfcEdge.Provider().create(Menus.options("interval", 1L)));
  }

  private static void refuses(String option, Object value) {
    assertThrows(
        IllegalArgumentException.class, () -> edge(Menus.ufcEdge(profile(option, value))), option);
  }

  private static String rate(double bytesPerSecond) {
    return Long.toString(Math.round(8 * bytesPerSecond));
  }
}
