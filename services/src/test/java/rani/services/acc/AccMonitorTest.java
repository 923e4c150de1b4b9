// SPDX-License-Identifier: Apache-2.0
package rani.services.acc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static rani.aqm.RedConfig.Spacing.UNIFORM;
import static rani.aqm.RedRules.OF_1993;
import static rani.fixture.Nanos.MILLI;
import static rani.fixture.Nanos.SECOND;
import static rani.services.ShownSegment.flow;
import static rani.services.ShownSegment.shown;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rani.aqm.RedConfig;
import rani.node.Command;
import rani.queue.QueueConfig;
import rani.queue.Rate;
import rani.rdp.SenderState;
import rani.rdp.segment.RouterState;
import rani.rdp.segment.Segment;
import rani.rdp.segment.SegmentCodec;
import rani.services.RecentFlows;
import rani.services.probe.Menus;
import rani.services.traffic.OneNode;
import rani.wire.Address;
import rani.wire.FlowIdentity;

/**
 * The node 10.0.0.3 with a queue that one packet an hour leaves and one has room in, so that the
 * third and all after it congest it. Connections come from 10.0.0.7 by 10.0.0.2, or from 10.0.0.2
 * itself, and go to 10.0.0.9.
 */
class AccMonitorTest {
  private static final String SOURCE = "10.0.0.7";
  private static final String UPSTREAM = "10.0.0.2";
  private static final String SINK = "10.0.0.9";
  private static final Rate SLOW = Rate.packetsPerSecond(1.0 / 3600);

  private OneNode node = congested();

  private static OneNode congested(Object... options) {
    return congested(QueueConfig.dropTail(1), options);
  }

  private static OneNode congested(QueueConfig queue, Object... options) {
    OneNode node =
        new OneNode("10.0.0.3")
            .neighbour(UPSTREAM, SOURCE)
            .neighbour("10.0.0.4", SINK)
            .menu(Menus.accMonitor(options))
            .queue(SLOW, queue)
            .start();
    node.datagram(0, "10.0.0.8", SINK);
    node.datagram(0, "10.0.0.8", SINK);
    return node;
  }

  @AfterEach
  void nothingIsLost() {
    assertEquals(0L, node.fact("acc-monitor", "failures"));
    node.stop();
  }

  @Test
  void aDroppedSegmentHasTheNodeUpstreamFilterAndTheSenderCloseItsWindow() {
    comes(SOURCE, 50, 3, 18, 2);

    node.expect(
        filter(18, 1, false) + " to 10.0.0.2",
        "request 50 epoch=3 cwnd=9 ssthresh=9 lost=1 to 10.0.0.7:1");
    assertEquals(
        List.of(
            "flow=10.0.0.7:1>10.0.0.9:7000/27 kind=overflow sequence=50 epoch=3 phase=2 cwnd=18"
                + " ssthresh=9 srtt=400 new-cwnd=9 new-ssthresh=9 filter=18 at=10.0.0.2"),
        node.lines("event=act").stream().map(l -> l.replaceFirst(".*event=act ", "")).toList());
    assertFacts("congestion=1 actions=1 filters=1 flows=1");
  }

  @Test
  void aSenderNextDoorIsToldAndNobodyFilters() {
    comes(UPSTREAM, 50, 3, 18, 2);

    node.expect("request 50 epoch=3 cwnd=9 ssthresh=9 lost=1 to 10.0.0.2:1");
    assertFacts("congestion=1 actions=1 first-hops=1 flows=1");
  }

  @Test
  void packetsOfOtherProtocolsAreLeftToOthers() {
    node.datagram(0, SOURCE, SINK);

    node.expect();
    assertFacts("congestion=1 others=1");
  }

  @Test
  void segmentsThatShowNoStateOrCarryNothingAreLeftAlone() {
    node.segment(0, SOURCE, SINK, shown(1, 50, null));
    node.segment(0, SOURCE, SINK, Segment.bare(Segment.ACK, 1, 7000, 21, 5));
    node.segment(0, SOURCE, SINK, Segment.bare(Segment.RST, 1, 7000, 21, 5));

    node.expect();
    assertFacts("congestion=3 stateless=3");
  }

  @Test
  void thereIsOneActionInARoundTripHoweverManyAreDropped() {
    comes(SOURCE, 50, 3, 18, 2);
    comes(SOURCE, 51, 3, 18, 2);
    node.pass(400 * MILLI - 1);
    comes(SOURCE, 52, 4, 9, 2); // even of a later epoch: the endpoint would not close so soon
    assertFacts("congestion=3 resting=2 reports=1 actions=1 filters=1 flows=1");

    node.pass(1);
    comes(SOURCE, 53, 3, 18, 2); // nothing came of the first one
    assertFacts("congestion=4 resting=2 reports=1 actions=2 filters=2 flows=1");
    node.takeLines();
  }

  @Test
  void ofWhatElseIsDroppedOfThatWindowTheSenderIsToldByTheSameRequest() {
    comes(SOURCE, 50, 3, 18, 2);
    node.takeSent();
    comes(SOURCE, 53, 3, 20, 2);
    comes(SOURCE, 55, 2, 18, 2); // of the window before: its loss is answered already
    comes(SOURCE, 50, 4, 9, 4);

    node.expect("request 53 epoch=3 cwnd=9 ssthresh=9 lost=1 to 10.0.0.7:1");
    assertEquals(1, node.lines("event=report flow=10.0.0.7:1>10.0.0.9:7000/27 sequence=53").size());
  }

  @Test
  void ofWhatElseIsDroppedNobodyIsToldIfNotWanted() {
    node = congested("report-drops", false);
    comes(SOURCE, 50, 3, 18, 2);
    node.takeSent();
    comes(SOURCE, 51, 3, 18, 2);

    node.expect();
    assertFacts("congestion=2 resting=1 actions=1 filters=1 flows=1");
  }

  @Test
  void aLongQueueClosesTheWindowOfWhomeverItLetsInAndNothingIsLost() {
    node = congested(QueueConfig.dropTail(5), "trigger", "queue-length", "queue-length", 2);
    comes(SOURCE, 50, 3, 18, 2); // one waits, and one is in transmission
    node.expect();

    comes(SOURCE, 51, 3, 18, 2);
    node.expect(
        filter(18, 1, false) + " to 10.0.0.2",
        "request 51 epoch=3 cwnd=9 ssthresh=9 lost=0 to 10.0.0.7:1");
    assertEquals(1, node.lines("event=act", "kind=queue-length sequence=51").size());

    comes(SOURCE, 52, 3, 18, 2);
    comes(SOURCE, 53, 3, 18, 2);
    node.expect();
    comes(SOURCE, 54, 3, 18, 2); // finds the buffer full
    node.expect("request 54 epoch=3 cwnd=9 ssthresh=9 lost=1 to 10.0.0.7:1");
    assertFacts("congestion=4 resting=3 reports=1 actions=1 filters=1 flows=1");
  }

  @Test
  void aRoundTripThatIsNotKnownIsASecond() {
    shows(SOURCE, 50, new RouterState(0, 1, 0, 4, 65_535, 0, 0));
    node.pass(SECOND - 1);
    shows(SOURCE, 51, new RouterState(0, 1, 0, 4, 65_535, 0, 0));
    assertFacts("congestion=2 resting=1 reports=1 actions=1 filters=1 flows=1");
    node.pass(1);
    shows(SOURCE, 52, new RouterState(0, 1, 0, 4, 65_535, 0, 0));
    assertFacts("congestion=3 resting=1 reports=1 actions=2 filters=2 flows=1");
  }

  @ParameterizedTest
  @CsvSource({
    "SLOW_START, 24, 12, 12",
    "CONGESTION_AVOIDANCE, 24, 12, 12",
    "OUT_OF_SEQUENCE, 7, 3, 3",
    "CONGESTION_AVOIDANCE, 65535, 32767, 32767",
    "CONGESTION_AVOIDANCE, 3, 2, 2",
  })
  void theNewWindowIsWhatTheEndpointWouldComeTo(
      SenderState phase, int cwnd, int newCwnd, int newSsthresh) {
    comes(SOURCE, 50, 3, cwnd, phase.ordinal());

    assertEquals(
        1,
        node.lines("event=act", " new-cwnd=" + newCwnd + " new-ssthresh=" + newSsthresh + " ")
            .size());
  }

  @Test
  void aWindowThatCannotShrinkNeedsNoFilterButTheSenderLearnsOfItsLoss() {
    comes(SOURCE, 50, 3, 1, SenderState.SLOW_START.ordinal());

    node.expect("request 50 epoch=3 cwnd=1 ssthresh=2 lost=1 to 10.0.0.7:1");
  }

  @ParameterizedTest
  @CsvSource({"IDLE", "FAST_RECOVERY", "PARTIAL_RECOVERY", "RETRANSMISSION_TIMEOUT"})
  void whereTheEndpointWouldDoNothingNothingIsDone(SenderState phase) {
    comes(SOURCE, 50, 3, 18, phase.ordinal());

    node.expect();
    assertFacts("congestion=1 answering=1 flows=1");
  }

  @Test
  void excessIsWhatTheWindowShrinksBy() {
    node = congested("discard", "excess", "filter-hops", 2, "suppress", true);
    comes(SOURCE, 50, 3, 19, 2);

    node.expect(
        new AccFilter(flow(SOURCE, 1, SINK), 3, 10, 2, 19, 9, 9, 9, 400, 2, true) + " to 10.0.0.2",
        "request 50 epoch=3 cwnd=9 ssthresh=9 lost=1 to 10.0.0.7:1");
  }

  @Test
  void connectionsOfALowRoundTripAreLeftAloneIfWanted() {
    node = congested("regime", "min-rtt", "min-rtt", 300 * MILLI);
    shows(SOURCE, 50, new RouterState(0, 2, 3, 18, 9, 0, 0)); // not known: it may be low
    shows(SOURCE, 51, new RouterState(0, 2, 3, 18, 9, 299, 0));
    shows(SOURCE, 52, new RouterState(0, 2, 3, 18, 9, 900, 0)); // a queue, and not the way
    node.expect();
    assertFacts("congestion=3 low-rtt=3 flows=1");

    shows(UPSTREAM, 53, new RouterState(0, 2, 3, 18, 9, 300, 0));
    assertEquals(1L, node.fact("acc-monitor", "actions"));
  }

  @ParameterizedTest
  @CsvSource({"red, 1", "both, 1", "drop-tail, 0"})
  void whatRedDropsIsATriggerOfItsOwn(String trigger, long actions) {
    node = congested(red(RedConfig.Action.DROP), "trigger", trigger);
    comes(SOURCE, 50, 3, 18, 2);

    assertEquals(1, node.lines("drop reason=red-forced").size());
    assertEquals(actions, node.fact("acc-monitor", "actions"));
  }

  @ParameterizedTest
  @CsvSource({"red, 0", "both, 1", "drop-tail, 1"})
  void whatFindsTheBufferFullIsATriggerOfItsOwn(String trigger, long actions) {
    node = congested("trigger", trigger);
    comes(SOURCE, 50, 3, 18, 2);

    assertEquals(actions, node.fact("acc-monitor", "actions"));
  }

  @Test
  void aMarkClosesTheWindowAndNothingIsLost() {
    node = congested(red(RedConfig.Action.MARK, 10, 1));
    int to = Address.parse(SINK);
    for (int port = 1; port <= 6; port++) {
      Segment segment = shown(port, 50, 3, 18, 2);
      ByteBuf bytes = Unpooled.buffer().writeZero(SegmentCodec.length(segment));
      SegmentCodec.encode(segment, bytes, 0, Address.parse(SOURCE), to, true);
      int ect = 2;
      node.receive(0, node.packetsOf(SOURCE).packet(to, 27, 0, ect, 10_000_000, bytes));
    }

    int marks = node.lines("verdict=mark").size();
    assertTrue(marks > 0, "the dice of this seed mark");
    assertEquals(marks, node.lines("event=act", "kind=marked").size());
    List<String> sent = node.takeSent();
    assertEquals(2 * marks, sent.size());
    assertEquals(marks, sent.stream().filter(one -> one.contains(" lost=0 to 10.0.0.7:")).count());
  }

  private static QueueConfig red(RedConfig.Action action) {
    return red(action, 0.5, 0.1);
  }

  /** The average is what waits. */
  private static QueueConfig red(RedConfig.Action action, double maxTh, double maxP) {
    RedConfig red =
        new RedConfig(OF_1993, 1, 0.25, maxTh, maxP, action, false, UNIFORM, false, 1000, false);
    return new QueueConfig(20, FlowIdentity.SOURCE_NODE, red);
  }

  @Test
  void whatMakesNoSenseIsCountedAndDoesNothing() {
    shows(SOURCE, 50, new RouterState(0, 7, 3, 18, 9, 400, 0));
    shows(SOURCE, 50, new RouterState(0, 255, 3, 18, 9, 400, 0));
    shows(SOURCE, 50, new RouterState(0, 2, 3, 0, 9, 400, 0));
    shows(SOURCE, 50, new RouterState(RouterState.SET, 2, 3, 18, 9, 400, 1));
    byte[] shortHeader = {0x46, 9, 0, 1, 0x1b, 0x58, 0, 0};
    node.receive(
        0,
        node.packetsOf(SOURCE)
            .packet(
                Address.parse(SINK), 27, 0, 0, 10_000_000, Unpooled.wrappedBuffer(shortHeader)));

    node.expect();
    assertFacts("congestion=5 malformed=5");
  }

  @Test
  void forgedConnectionsFillNoTableAndMakeNoStorm() {
    for (int port = 1; port <= RecentFlows.FLOWS_MAX + 100; port++) {
      node.segment(0, SOURCE, SINK, shown(port, 1, 0, 4, 1));
    }

    assertFacts("congestion=4196 refused=3196 actions=1000 filters=1000 flows=4096 forgotten=100");
    node.pass(SECOND);
    comes(SOURCE, 2, 0, 4, 1);
    assertEquals(1001L, node.fact("acc-monitor", "actions"));
    node.takeLines();
  }

  @Test
  void theConsoleShowsWhatIsKnownOfConnections() {
    comes(SOURCE, 50, 3, 18, 2);
    Command show = new Command.Tell("acc-monitor", "show", List.of());
    String shown = node.node().handle(node.nowNanos(), show).facts().byKey().toString();

    assertEquals(
        "{flows=[{flow=10.0.0.7:1>10.0.0.9:7000/27, actions=1, least-rtt-seconds=0.4,"
            + " resting=true}]}",
        shown);
    Command other = new Command.Tell("acc-monitor", "hide", List.of());
    String refused = String.valueOf(node.node().handle(node.nowNanos(), other));
    assertTrue(refused.contains("acc-monitor has no verb `hide`; it has show"), refused);
  }

  private static AccFilter filter(int amount, int hops, boolean suppress) {
    return new AccFilter(flow(SOURCE, 1, SINK), 3, amount, 2, 18, 9, 9, 9, 400, hops, suppress);
  }

  private void comes(String source, int sequence, int epoch, int cwnd, int phase) {
    node.segment(0, source, SINK, shown(1, sequence, epoch, cwnd, phase));
  }

  private void shows(String source, int sequence, RouterState state) {
    node.segment(0, source, SINK, shown(1, sequence, state));
  }

  /** Those that are not 0, in order. */
  private void assertFacts(String expected) {
    String counted =
        node.facts("acc-monitor").entrySet().stream()
            .filter(fact -> fact.getValue() instanceof Long count && count != 0)
            .map(fact -> fact.getKey() + "=" + fact.getValue())
            .reduce((all, next) -> all + " " + next)
            .orElse("");
    assertEquals(expected, counted);
  }
}
