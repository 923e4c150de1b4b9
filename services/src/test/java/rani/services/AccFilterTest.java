// SPDX-License-Identifier: Apache-2.0
package rani.services;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static rani.fixture.Nanos.MILLI;
import static rani.fixture.Nanos.SECOND;
import static rani.services.ShownSegment.flow;
import static rani.services.ShownSegment.shown;

import io.netty.buffer.Unpooled;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import rani.node.Command;
import rani.rdp.segment.RouterState;
import rani.rdp.segment.Segment;
import rani.services.acc.AccFilter;
import rani.services.acc.AccFilterService;
import rani.services.acc.AccFilterStands;
import rani.services.acc.UnsendingFilter;
import rani.services.lgc.ActiveFilterAck;
import rani.services.probe.Menus;
import rani.services.traffic.OneNode;
import rani.wire.Address;
import rani.wire.FlowKey;
import rani.wire.ServiceMessage;

/**
 * The node 10.0.0.2 between its upstream neighbour 10.0.0.1, its downstream neighbour 10.0.0.3, and
 * a bystander 10.0.0.4. The connection comes from 10.0.0.7 behind the one, and goes to 10.0.0.9
 * behind the other.
 */
class AccFilterTest {
  private static final int UPSTREAM = 0;
  private static final int DOWNSTREAM = 1;
  private static final int BYSTANDER = 2;
  private static final int ANOTHER = 3;
  private static final String SOURCE = "10.0.0.7";
  private static final String SINK = "10.0.0.9";
  private static final FlowKey FLOW = flow(SOURCE, 1, SINK);

  private final OneNode node =
      new OneNode("10.0.0.2")
          .neighbour("10.0.0.1", SOURCE)
          .neighbour("10.0.0.3", SINK)
          .neighbour("10.0.0.4")
          .neighbour("10.0.0.5")
          .menu(Menus.accFilter())
          .start();

  @BeforeEach
  void theConnectionHasLatelySent() {
    hasSent(node, "10.0.0.1", SINK);
    hasSent(node, SOURCE, SINK);
  }

  private static void hasSent(OneNode node, String source, String sink) {
    node.datagram(UPSTREAM, source, sink);
    node.takeSent();
  }

  @AfterEach
  void nothingIsLost() {
    node.stop();
    assertEquals(0L, node.fact("acc-filter", "failures"));
  }

  @Test
  void itDiscardsUntilAPacketShowsChangeAndThenLetsAllPassInOrder() {
    ask(request(18));
    comes(10, 11, 12);
    node.expect();

    node.segment(UPSTREAM, SOURCE, SINK, shown(1, 5, 4, 9, 2)); // sent again, of the next epoch
    node.segment(UPSTREAM, SOURCE, SINK, shown(1, 13, 3, 18, 2)); // overtaken
    node.segment(UPSTREAM, SOURCE, SINK, shown(1, 14, 4, 9, 2));

    node.expect(
        "request 10 epoch=3 cwnd=9 ssthresh=9 lost=3 to 10.0.0.7:1",
        "segment 5",
        "segment 13",
        "segment 14");
    assertEnd("changed discarded=3 passed=0");
  }

  @Test
  void aWindowThatIsSmallEnoughShowsChangeInWhateverEpoch() {
    ask(request(18));
    node.segment(UPSTREAM, SOURCE, SINK, shown(1, 10, 3, 9, 2));

    node.expect("segment 10");
    assertEnd("changed discarded=0 passed=0");
  }

  @Test
  void anAcknowledgementShowsChangeAsWellAsDataDoes() {
    ask(request(18));
    comes(10);
    node.segment(UPSTREAM, SOURCE, SINK, acknowledgement(3, 18));
    node.segment(UPSTREAM, SOURCE, SINK, acknowledgement(4, 9));

    node.expect(
        "segment 11", "request 10 epoch=3 cwnd=9 ssthresh=9 lost=1 to 10.0.0.7:1", "segment 11");
    assertEnd("changed discarded=1 passed=1");
  }

  private static Segment acknowledgement(int epoch, int cwnd) {
    RouterState state = new RouterState(0, 2, epoch, cwnd, 9, 400, 0);
    return new Segment(
        Segment.ACK, 1, 7000, 11, 0, null, Segment.NO_EACKS, state, Unpooled.EMPTY_BUFFER);
  }

  @Test
  void epochsWrap() {
    ask(request(0xFFFF, 18, 400, 1, false));
    node.segment(UPSTREAM, SOURCE, SINK, shown(1, 10, 0xFFFF, 18, 2));
    node.segment(UPSTREAM, SOURCE, SINK, shown(1, 11, 0xFFFE, 18, 2));
    node.segment(UPSTREAM, SOURCE, SINK, shown(1, 12, 0, 18, 2));

    node.expect("request 10 epoch=65535 cwnd=9 ssthresh=9 lost=2 to 10.0.0.7:1", "segment 12");
  }

  @Test
  void itEndsWhenTheAmountIsDiscarded() {
    ask(request(2));
    comes(10, 11, 12);

    node.expect("request 10 epoch=3 cwnd=9 ssthresh=9 lost=2 to 10.0.0.7:1", "segment 12");
    assertEnd("amount discarded=2 passed=0");
  }

  @Test
  void itEndsAfterTwiceTheRoundTrip() {
    ask(request(18));
    comes(10);
    node.pass(800 * MILLI - 1);
    comes(12);
    node.expect();
    node.pass(1);
    comes(13);

    node.expect(
        "request 10 epoch=3 cwnd=9 ssthresh=9 lost=1 to 10.0.0.7:1",
        "request 12 epoch=3 cwnd=9 ssthresh=9 lost=1 to 10.0.0.7:1",
        "segment 13");
    assertEnd("time discarded=2 passed=0");
  }

  @Test
  void whereTheRoundTripIsNotKnownItEndsAfterThreeSecondsAndNeverAfterMoreThanTwenty() {
    ask(request(3, 18, 0, 1, false));
    node.pass(3 * SECOND - 1);
    assertEquals(1L, node.fact("acc-filter", "standing"));
    node.pass(1);
    assertEquals(0L, node.fact("acc-filter", "standing"));

    hasSent(node, SOURCE, SINK);
    ask(request(3, 18, 65_535, 1, false));
    node.pass(20 * SECOND - 1);
    assertEquals(1L, node.fact("acc-filter", "standing"));
    node.pass(1);
    assertEquals(0L, node.fact("acc-filter", "standing"));
  }

  @Test
  void itDivertsExactlyThatConnectionAndOnlyItsData() {
    ask(request(18));
    node.segment(UPSTREAM, SOURCE, SINK, shown(2, 20, 3, 18, 2));
    node.segment(UPSTREAM, SOURCE, SINK, Segment.bare(Segment.ACK, 1, 7000, 21, 5));
    node.segment(UPSTREAM, SOURCE, SINK, Segment.bare(Segment.RST, 1, 7000, 22, 5));
    node.segment(DOWNSTREAM, SINK, SOURCE, shown(7000, 23, 3, 18, 2));
    node.datagram(UPSTREAM, SOURCE, SINK);

    node.expect("segment 20", "segment 21", "segment 22", "segment 23", "datagram to 10.0.0.9:2");
    assertEquals(2L, node.fact("acc-filter", "passed"));
  }

  @Test
  void aSecondRequestStartsAmountAndTimeAnewAndStacksNothing() {
    ask(request(3));
    comes(10, 11);
    node.pass(500 * MILLI);
    ask(request(3));
    comes(12, 13);
    node.pass(700 * MILLI);
    comes(14);
    comes(15);

    node.expect("request 10 epoch=3 cwnd=9 ssthresh=9 lost=5 to 10.0.0.7:1", "segment 15");
    assertEquals(1L, node.fact("acc-filter", "installed"));
    assertEquals(1L, node.fact("acc-filter", "refreshed"));
    assertEquals(
        List.of("install", "refresh", "remove"),
        node.lines(" filter change=").stream()
            .map(line -> line.replaceFirst(".* change=(\\S+) .*", "$1"))
            .toList());
  }

  @Test
  void aSecondRequestForLessTimeDoesNotShortenIt() {
    ask(request(18)); // for 800 ms
    node.pass(100 * MILLI);
    ask(request(3, 18, 200, 1, false)); // for 400 ms
    node.pass(700 * MILLI - 1);
    assertEquals(1L, node.fact("acc-filter", "standing"));
    node.pass(1);
    assertEquals(0L, node.fact("acc-filter", "standing"));
  }

  @Test
  void onlyTheNeighbourThatTheConnectionGoesToMayAsk() {
    FlowKey udp = new FlowKey(FLOW.high(), FLOW.low() - (10L << 32));
    FlowKey own = flow("10.0.0.2", 1, SINK);
    FlowKey source = FlowKey.ofSource(Address.parse(SOURCE));
    message(BYSTANDER, "10.0.0.4", request(18));
    message(UPSTREAM, "10.0.0.1", request(18));
    message(DOWNSTREAM, SINK, request(18)); // behind the neighbour
    for (FlowKey flow : List.of(udp, own, source)) {
      ask(new AccFilter(flow, 3, 18, 2, 18, 9, 9, 9, 400, 1, false));
    }
    message(BYSTANDER, "10.0.0.4", new AccFilterStands(FLOW, 3, true));
    message(DOWNSTREAM, "10.0.0.3", new AccFilterStands(FLOW, 3, true));
    message(UPSTREAM, "10.0.0.1", new AccFilterStands(FLOW, 3, false));
    message(DOWNSTREAM, "10.0.0.3", new ActiveFilterAck(1));
    node.segment(UPSTREAM, SOURCE, SINK, shown(1, 10, 3, 18, 2));

    node.expect("segment 10");
    assertEquals(10L, node.fact("acc-filter", "refused"));
    assertEquals(10, node.lines("drop reason=bad-message").size());
    assertEquals(0L, node.fact("acc-filter", "requests"));
  }

  @Test
  void aRequestForAnotherHopIsPassedOn() {
    ask(request(3, 18, 400, 3, true));

    node.expect(request(3, 18, 400, 2, true) + " to 10.0.0.1");
    assertEquals(0L, node.fact("acc-filter", "standing"));
  }

  @Test
  void atTheFirstHopItStandsHoweverManyHopsAreToGo() {
    FlowKey near = flow("10.0.0.1", 1, SINK);
    ask(new AccFilter(near, 3, 18, 2, 18, 9, 9, 9, 400, 3, true));

    node.expect(); // the sender itself is told nothing of filters
    assertEquals(1L, node.fact("acc-filter", "standing"));
  }

  @Test
  void itsWordGoesUpstreamAndOneThatStandsThereSuppressesIt() {
    ask(request(3, 18, 400, 1, true));
    node.expect(new AccFilterStands(FLOW, 3, false) + " to 10.0.0.1");
    comes(10);
    message(UPSTREAM, "10.0.0.1", new AccFilterStands(FLOW, 2, true));
    comes(11);
    node.expect(); // of another window

    message(UPSTREAM, "10.0.0.1", new AccFilterStands(FLOW, 3, true));
    comes(12);

    node.expect("request 10 epoch=3 cwnd=9 ssthresh=9 lost=2 to 10.0.0.7:1", "segment 12");
    assertEnd("suppressed discarded=2 passed=0");
  }

  @Test
  void wordFromDownstreamIsPassedOnAndTheAnswerFindsItsWayBack() {
    message(DOWNSTREAM, "10.0.0.3", new AccFilterStands(FLOW, 3, false));
    node.expect(new AccFilterStands(FLOW, 3, false) + " to 10.0.0.1");
    message(UPSTREAM, "10.0.0.1", new AccFilterStands(FLOW, 3, true));
    node.expect(new AccFilterStands(FLOW, 3, true) + " to 10.0.0.3");
    message(UPSTREAM, "10.0.0.1", new AccFilterStands(FLOW, 3, true));
    node.expect(); // it was told once
  }

  @Test
  void oneThatStandsOrComesToStandAnswersThoseDownstream() {
    message(DOWNSTREAM, "10.0.0.3", new AccFilterStands(FLOW, 3, false));
    ask(request(3, 18, 400, 1, true));
    node.expect(
        new AccFilterStands(FLOW, 3, false) + " to 10.0.0.1",
        new AccFilterStands(FLOW, 3, false) + " to 10.0.0.1",
        new AccFilterStands(FLOW, 3, true) + " to 10.0.0.3");

    message(DOWNSTREAM, "10.0.0.3", new AccFilterStands(FLOW, 3, false));
    node.expect(new AccFilterStands(FLOW, 3, true) + " to 10.0.0.3");
  }

  @Test
  void thereAreAtMostTwoHundredAndFiftySixFiltersAndHalfOfThemForOneNeighbour() {
    hasSent(node, SOURCE, "10.0.0.4");
    hasSent(node, SOURCE, "10.0.0.5");
    for (int port = 1; port <= Requesters.FLOWS_MAX + 10; port++) {
      ask(request(flow(SOURCE, port, SINK)));
    }
    assertEquals((long) Requesters.FLOWS_MAX, node.fact("acc-filter", "standing"));
    assertEquals(10L, node.fact("acc-filter", "too-many"));

    for (int port = 1; port <= Requesters.FLOWS_MAX; port++) {
      message(BYSTANDER, "10.0.0.4", request(flow(SOURCE, port, "10.0.0.4")));
    }
    assertEquals((long) AccFilterService.FILTERS_MAX, node.fact("acc-filter", "standing"));
    message(ANOTHER, "10.0.0.5", request(flow(SOURCE, 1, "10.0.0.5")));
    assertEquals(1L, node.fact("acc-filter", "no-room"));
    assertEquals(10L, node.fact("acc-filter", "refused"));
  }

  @Test
  void aFilterThatEndedLeavesItsPlaceToAnother() {
    for (int port = 1; port <= Requesters.FLOWS_MAX; port++) {
      ask(request(flow(SOURCE, port, SINK)));
    }
    node.segment(UPSTREAM, SOURCE, SINK, shown(1, 10, 4, 9, 2)); // shows change
    ask(request(flow(SOURCE, 1000, SINK)));
    ask(request(flow(SOURCE, 1001, SINK)));

    node.takeSent();
    assertEquals(1L + Requesters.FLOWS_MAX, node.fact("acc-filter", "installed"));
    assertEquals(1L, node.fact("acc-filter", "too-many"));
  }

  @Test
  void aConnectionThatWasNotForwardedIsNoOnesToFilter() {
    ask(request(flow("10.0.0.8", 1, SINK)));
    ask(request(flow(SOURCE, 1, "10.0.0.3"))); // the asker itself, to whom nothing goes
    message(DOWNSTREAM, "10.0.0.3", new AccFilterStands(flow("10.0.0.8", 1, SINK), 3, false));

    node.expect();
    assertEquals(3L, node.fact("acc-filter", "no-evidence"));
    assertEquals(3L, node.fact("acc-filter", "refused"));
  }

  private static AccFilter request(FlowKey flow) {
    return new AccFilter(flow, 3, 18, 2, 18, 9, 9, 9, 400, 1, false);
  }

  @Test
  void itReportsAtMostEightRuns() {
    ask(request(18));
    for (int sequence = 10; sequence < 10 + 2 * 12; sequence += 2) {
      comes(sequence);
    }
    node.segment(UPSTREAM, SOURCE, SINK, shown(1, 5, 4, 9, 2));

    Stream<String> reports =
        IntStream.range(0, UnsendingFilter.RUNS_MAX)
            .mapToObj(
                run ->
                    "request %d epoch=3 cwnd=9 ssthresh=9 lost=1 to 10.0.0.7:1"
                        .formatted(10 + 2 * run));
    node.expect(Stream.concat(reports, Stream.of("segment 5")).toArray(String[]::new));
  }

  @Test
  void theConsoleShowsFiltersAndEndsThem() {
    ask(request(18));
    comes(10);
    String shown = tell("show").toString();
    assertTrue(shown.contains("left=17") && shown.contains("discarded=1"), shown);

    assertEquals(1L, tell("end"));
    assertEquals(1L, node.fact("acc-filter", "ended-operator"));
    comes(11);
    node.expect("request 10 epoch=3 cwnd=9 ssthresh=9 lost=1 to 10.0.0.7:1", "segment 11");
  }

  /** The only fact that a verb answers with. */
  private Object tell(String verb) {
    Command command = new Command.Tell("acc-filter", verb, List.of());
    return node.node().handle(node.nowNanos(), command).facts().byKey().values().iterator().next();
  }

  private static AccFilter request(int amount) {
    return request(3, amount, 400, 1, false);
  }

  private static AccFilter request(
      int epoch, int amount, int srttMillis, int hops, boolean suppress) {
    return new AccFilter(FLOW, epoch, amount, 2, 18, 9, 9, 9, srttMillis, hops, suppress);
  }

  private void ask(AccFilter request) {
    message(DOWNSTREAM, "10.0.0.3", request);
  }

  private void message(int link, String source, ServiceMessage message) {
    node.message(link, source, ServiceNumbers.ACC_FILTER, message);
  }

  /** Segments of the window that is to be closed. */
  private void comes(int... sequences) {
    Arrays.stream(sequences)
        .forEach(n -> node.segment(UPSTREAM, SOURCE, SINK, shown(1, n, 3, 18, 2)));
  }

  private void assertEnd(String reasonAndCounts) {
    assertEquals(1, node.lines("event=end", "reason=" + reasonAndCounts).size());
    assertEquals(0L, node.fact("acc-filter", "standing"));
  }
}
