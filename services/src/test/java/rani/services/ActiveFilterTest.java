// SPDX-License-Identifier: Apache-2.0
package rani.services;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static rani.fixture.Nanos.SECOND;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import rani.node.NodeConfig.MenuEntry;
import rani.services.lgc.ActiveFilter;
import rani.services.lgc.ActiveFilterAck;
import rani.services.probe.Menus;
import rani.services.traffic.OneNode;
import rani.wire.Address;
import rani.wire.FlowKey;
import rani.wire.NodeMessage;
import rani.wire.ServiceMessage;

/**
 * The node 10.0.0.2 between its upstream neighbour 10.0.0.1, its downstream neighbour 10.0.0.3, and
 * a bystander 10.0.0.4. The flow to be filtered comes from 10.0.0.7 behind the one, and goes to
 * 10.0.0.9 behind the other.
 */
class ActiveFilterTest {
  private static final int UPSTREAM = 0;
  private static final int DOWNSTREAM = 1;
  private static final int BYSTANDER = 2;
  private static final String SOURCE = "10.0.0.7";
  private static final String SINK = "10.0.0.9";

  private final OneNode node = between(Menus.activeFilter());

  @BeforeEach
  void bothSourcesHaveLatelySent() {
    for (String source : List.of(SOURCE, "10.0.0.1", "10.0.9.9")) {
      node.datagram(UPSTREAM, source, SINK);
    }
    node.takeSent();
    node.skipLines();
  }

  private static OneNode between(MenuEntry... menu) {
    return new OneNode("10.0.0.2")
        .neighbour("10.0.0.1", SOURCE)
        .neighbour("10.0.0.3", SINK)
        .neighbour("10.0.0.4")
        .menu(menu)
        .start();
  }

  @Test
  void aRequestFromDownstreamIsAcknowledgedObeyedAndPassedOn() {
    message(DOWNSTREAM, "10.0.0.3", filter(7, SOURCE));

    node.expect("ActiveFilterAck[id=7] to 10.0.0.3", filter(7, SOURCE) + " to 10.0.0.1");
    assertFilters("install link=0 flow=10.0.0.7 until=5.000000000 caught=0");

    node.datagram(UPSTREAM, SOURCE, SINK);
    node.datagram(UPSTREAM, "10.0.0.8", SINK);

    node.expect("datagram to 10.0.0.9:2");
    assertEquals(1, node.lines("drop reason=filtered link=0 from=10.0.0.7 ").size());
  }

  @Test
  void theFirstHopFiltersForFhTimeAndAsksNobody() {
    message(DOWNSTREAM, "10.0.0.3", filter(7, "10.0.0.1"));

    node.expect("ActiveFilterAck[id=7] to 10.0.0.3");
    assertFilters("install link=0 flow=10.0.0.1 until=100.000000000 caught=0");
    node.pass(50 * SECOND);
    node.expect();
  }

  @Test
  void theSameRequestAgainIsAcknowledgedAndChangesNothing() {
    message(DOWNSTREAM, "10.0.0.3", filter(7, SOURCE));
    node.expect("ActiveFilterAck[id=7] to 10.0.0.3", filter(7, SOURCE) + " to 10.0.0.1");
    message(UPSTREAM, "10.0.0.1", new ActiveFilterAck(7));
    node.skipLines();

    node.pass(SECOND);
    message(DOWNSTREAM, "10.0.0.3", filter(7, SOURCE));

    node.expect("ActiveFilterAck[id=7] to 10.0.0.3");
    assertFilters();
  }

  @Test
  void anotherRequestForTheFlowRefreshesItsFilterAndStacksNone() {
    message(DOWNSTREAM, "10.0.0.3", filter(7, SOURCE));
    node.pass(2 * SECOND);
    node.datagram(UPSTREAM, SOURCE, SINK);
    message(DOWNSTREAM, "10.0.0.3", filter(8, SOURCE));
    node.pass(10 * SECOND);

    assertFilters(
        "install link=0 flow=10.0.0.7 until=5.000000000 caught=0",
        "refresh link=0 flow=10.0.0.7 until=7.000000000 caught=1",
        "expire link=0 flow=10.0.0.7 until=7.000000000 caught=1");
  }

  @Test
  void anExpiredFilterLetsPacketsPass() {
    message(DOWNSTREAM, "10.0.0.3", filter(7, SOURCE));
    message(UPSTREAM, "10.0.0.1", new ActiveFilterAck(7));
    node.pass(5 * SECOND - 1);
    node.expect("ActiveFilterAck[id=7] to 10.0.0.3", filter(7, SOURCE) + " to 10.0.0.1");
    node.datagram(UPSTREAM, SOURCE, SINK);
    node.expect();

    node.pass(1);
    node.datagram(UPSTREAM, SOURCE, SINK);

    node.expect("datagram to 10.0.0.9:2");
    assertFilters(
        "install link=0 flow=10.0.0.7 until=5.000000000 caught=0",
        "expire link=0 flow=10.0.0.7 until=5.000000000 caught=1");
  }

  @Test
  void anUnansweredRequestIsSentThreeTimesASecondApartAndGivenUp() {
    message(DOWNSTREAM, "10.0.0.3", filter(7, SOURCE));
    String request = filter(7, SOURCE) + " to 10.0.0.1";
    node.expect("ActiveFilterAck[id=7] to 10.0.0.3", request);

    node.pass(SECOND - 1);
    node.expect();
    node.pass(1);
    node.expect(request);
    node.pass(SECOND);
    node.expect(request);
    assertEquals(0, node.lines("event=give-up").size());
    assertEquals(1L, node.fact("active-filter", "unacknowledged"));

    node.pass(SECOND);
    node.expect();
    assertEquals(1, node.lines("3.000000000 n note", "event=give-up to=10.0.0.1").size());
    assertEquals(0L, node.fact("active-filter", "unacknowledged"));
    node.pass(100 * SECOND);
    node.expect();
  }

  @Test
  void anAnswerEndsTheRepetition() {
    message(DOWNSTREAM, "10.0.0.3", filter(7, SOURCE));
    node.pass(SECOND);
    node.expect(
        "ActiveFilterAck[id=7] to 10.0.0.3",
        filter(7, SOURCE) + " to 10.0.0.1",
        filter(7, SOURCE) + " to 10.0.0.1");

    message(UPSTREAM, "10.0.0.1", new ActiveFilterAck(7));
    node.pass(100 * SECOND);

    node.expect();
    assertEquals(0, node.lines("event=give-up").size());
  }

  @Test
  void anAnswerThatNobodyAwaitsIsRefusedAndEndsNothing() {
    message(DOWNSTREAM, "10.0.0.3", filter(7, SOURCE));
    message(UPSTREAM, "10.0.0.1", new ActiveFilterAck(8)); // another request
    message(DOWNSTREAM, "10.0.0.3", new ActiveFilterAck(7)); // another node

    assertRefused(2);
    assertEquals(1L, node.fact("active-filter", "unacknowledged"));
  }

  @Test
  void aRequestFromWhereTheFlowDoesNotGoIsRefused() {
    message(BYSTANDER, "10.0.0.4", filter(1, SOURCE));
    message(UPSTREAM, "10.0.0.1", filter(2, SOURCE));

    assertRefused(2);
    assertFilters();
    node.expect();
  }

  @Test
  void aRequestThatANeighbourOnlyPassesOnIsRefused() {
    message(DOWNSTREAM, SINK, filter(1, SOURCE));
    message(BYSTANDER, "10.0.0.3", filter(2, SOURCE));

    assertRefused(2);
    assertFilters();
    node.expect();
  }

  @Test
  void aRequestToFilterWhatComesFromTheAskerIsRefused() {
    message(DOWNSTREAM, "10.0.0.3", filter(1, "10.0.0.3"));
    message(DOWNSTREAM, "10.0.0.3", filter(2, SINK));

    assertRefused(2);
    assertFilters();
    node.expect();
  }

  @Test
  void aMessageOfAnotherKindIsRefused() {
    message(DOWNSTREAM, "10.0.0.3", new NodeMessage.LinkHello(1, true, 1000));

    assertRefused(1);
  }

  @Test
  void theSourceOnThisVeryNodeIsFilteredWhereItsPacketsBegin() {
    OneNode own = between(Menus.activeFilter(), Menus.cbr(Address.parse(SINK), "packets", 3));
    own.go();
    own.pass(0);
    own.expect("data 0");

    own.message(DOWNSTREAM, "10.0.0.3", ServiceNumbers.ACTIVE_FILTER, filter(7, "10.0.0.2"));
    own.pass(SECOND);

    own.expect("ActiveFilterAck[id=7] to 10.0.0.3");
    assertEquals(List.of("install flow=10.0.0.2 until=100.000000000 caught=0"), filterLines(own));
    assertEquals(2, own.lines("drop reason=filtered from=10.0.0.2 ").size());
  }

  @Test
  void theControlPacketsOfAFilteredSourceStillPass() {
    message(DOWNSTREAM, "10.0.0.3", filter(7, "10.0.0.1"));

    node.message(UPSTREAM, "10.0.0.1", 0, new NodeMessage.LinkHello(1, true, 1000));
    node.datagram(UPSTREAM, "10.0.0.1", SINK);

    assertEquals(1, node.lines("link link=0 state=up").size());
    assertEquals(1, node.lines("drop reason=filtered ").size());
  }

  @Test
  void aFlowThatComesFromNowhereIsNotFiltered() {
    message(DOWNSTREAM, "10.0.0.3", filter(7, "10.0.9.9"));

    node.expect("ActiveFilterAck[id=7] to 10.0.0.3");
    assertFilters();
    assertEquals(1, node.lines("event=no-upstream gci=10.0.9.9").size());
  }

  @Test
  void aRequestForAFlowThatWasNotForwardedToTheAskerIsRefused() {
    message(DOWNSTREAM, "10.0.0.3", filter(1, "10.0.0.8")); // sent nothing
    node.datagram(UPSTREAM, "10.0.0.8", "10.0.0.4");
    message(DOWNSTREAM, "10.0.0.3", filter(2, "10.0.0.8")); // sent to another
    message(DOWNSTREAM, "10.0.0.3", filter(3, "10.0.0.8", "10.0.0.3")); // the asker itself
    node.takeSent();

    assertRefused(3);
    assertEquals(3L, node.fact("active-filter", "no-evidence"));
    assertFilters();
  }

  @Test
  void whatTheAskerHasBounceAndControlPacketsAreNoEvidence() {
    node.datagram(DOWNSTREAM, "10.0.0.8", SINK);
    node.passingMessage(UPSTREAM, "10.0.0.8", SINK, 99, new ActiveFilterAck(1));
    node.takeSent();
    message(DOWNSTREAM, "10.0.0.3", filter(1, "10.0.0.8"));

    assertRefused(1);
    node.expect();
  }

  @Test
  void aFlowThatEndedTenSecondsAgoIsNoEvidence() {
    node.pass(10 * SECOND);
    message(DOWNSTREAM, "10.0.0.3", filter(1, "10.0.0.1"));
    node.pass(1);
    message(DOWNSTREAM, "10.0.0.3", filter(2, SOURCE));

    assertRefused(1);
    node.expect("ActiveFilterAck[id=1] to 10.0.0.3");
  }

  @Test
  void whatAFilterHasCaughtIsEvidenceToRenewIt() {
    message(DOWNSTREAM, "10.0.0.3", filter(1, "10.0.0.1"));
    node.pass(50 * SECOND);
    node.datagram(UPSTREAM, "10.0.0.1", SINK);
    node.pass(5 * SECOND);
    message(DOWNSTREAM, "10.0.0.3", filter(2, "10.0.0.1"));
    node.pass(6 * SECOND);
    message(DOWNSTREAM, "10.0.0.3", filter(3, "10.0.0.1"));

    assertFilters(
        "install link=0 flow=10.0.0.1 until=100.000000000 caught=0",
        "refresh link=0 flow=10.0.0.1 until=155.000000000 caught=1");
    assertEquals(1L, node.fact("active-filter", "no-evidence"));
  }

  @Test
  void whatGoesElsewhereIsNotFiltered() {
    message(DOWNSTREAM, "10.0.0.3", filter(1, "10.0.0.1"));
    node.takeSent();
    node.datagram(UPSTREAM, "10.0.0.1", SINK);
    node.datagram(UPSTREAM, "10.0.0.1", "10.0.0.3");
    node.datagram(UPSTREAM, "10.0.0.1", "10.0.0.4");

    node.expect("datagram to 10.0.0.3:2", "datagram to 10.0.0.4:2");
  }

  @Test
  void aFlowThatGoesElsewhereThanItsRequestSaysIsRefused() {
    int source = Address.parse("10.0.0.1");
    FlowKey elsewhere = FlowKey.between(source, Address.parse("10.0.0.4"));
    message(DOWNSTREAM, "10.0.0.3", new ActiveFilter(1, elsewhere, Address.parse(SINK), 0));

    assertRefused(1);
    assertFilters();
  }

  @Test
  void thisNodesOwnServicesFilterASourceAsThePaperHasIt() {
    Hostile asker = new Hostile();
    OneNode own = between(Menus.activeFilter(), asker.entry());
    asker.says(0, Address.parse("10.0.0.2"), ServiceNumbers.ACTIVE_FILTER, filter(1, "10.0.0.1"));
    own.oversleep(0);
    own.datagram(UPSTREAM, "10.0.0.1", "10.0.0.4");

    own.expect();
    assertEquals(0L, own.fact("active-filter", "refused"));
  }

  @Test
  void oneAskerHasAtMostSoManyFlowsFilteredAtATime() {
    String[] sources =
        IntStream.range(1, 1000)
            .mapToObj(k -> Address.text(Address.parse("10.1.0.0") + k))
            .toArray(String[]::new);
    OneNode busy =
        new OneNode("10.0.0.2")
            .neighbour("10.0.0.1", sources)
            .neighbour("10.0.0.3", SINK)
            .menu(Menus.activeFilter())
            .start();
    for (int id = 0; id < sources.length; id++) {
      busy.datagram(UPSTREAM, sources[id], SINK);
      asks(busy, filter(id, sources[id]));
    }
    assertEquals((long) Requesters.FLOWS_MAX, busy.fact("active-filter", "installed"));
    long beyond = sources.length - Requesters.FLOWS_MAX;
    assertEquals(beyond, busy.fact("active-filter", "too-many"));
    assertEquals(beyond, busy.fact("active-filter", "refused"));

    asks(busy, filter(2000, sources[0]));
    assertEquals(1L + Requesters.FLOWS_MAX, busy.fact("active-filter", "installed"), "again");
    busy.pass(5 * SECOND);
    asks(busy, filter(2001, sources[500]));
    assertEquals(
        2L + Requesters.FLOWS_MAX, busy.fact("active-filter", "installed"), "they have ended");
  }

  private static void asks(OneNode node, ActiveFilter request) {
    node.message(DOWNSTREAM, "10.0.0.3", ServiceNumbers.ACTIVE_FILTER, request);
  }

  @Test
  void oneAskerIsHeardAThousandTimesASecond() {
    for (int id = 1; id <= Requesters.REQUESTS_PER_SECOND_MAX + 10; id++) {
      message(DOWNSTREAM, "10.0.0.3", filter(id, SOURCE));
    }
    assertEquals(10L, node.fact("active-filter", "too-fast"));
    node.pass(SECOND);
    message(DOWNSTREAM, "10.0.0.3", filter(5000, SOURCE));
    assertEquals(1L + Requesters.REQUESTS_PER_SECOND_MAX, node.fact("active-filter", "requests"));
  }

  private void assertRefused(int messages) {
    assertEquals(messages, node.lines("drop reason=bad-message ").size());
    assertEquals((long) messages, node.fact("active-filter", "refused"));
  }

  private void assertFilters(String... changes) {
    assertEquals(List.of(changes), filterLines(node));
  }

  private static List<String> filterLines(OneNode node) {
    return node.lines(" filter change=").stream()
        .map(line -> line.replaceFirst(".* change=", ""))
        .toList();
  }

  /** A request to filter what a node sends to the sink. */
  private static ActiveFilter filter(int id, String source) {
    return filter(id, source, SINK);
  }

  private static ActiveFilter filter(int id, String source, String destination) {
    return new ActiveFilter(id, source(source), Address.parse(destination), 0);
  }

  private static FlowKey source(String address) {
    return FlowKey.ofSource(Address.parse(address));
  }

  private void message(int link, String sender, ServiceMessage message) {
    node.message(link, sender, ServiceNumbers.ACTIVE_FILTER, message);
  }
}
