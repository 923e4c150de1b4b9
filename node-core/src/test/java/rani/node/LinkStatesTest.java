// SPDX-License-Identifier: Apache-2.0
package rani.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static rani.fixture.Nanos.ms;
import static rani.fixture.Nanos.s;
import static rani.node.Ring.LONG_MILLIS;
import static rani.node.Ring.N2;
import static rani.node.Ring.N4;
import static rani.node.Ring.RING;
import static rani.node.Ring.hello;
import static rani.node.Ring.inRing;
import static rani.node.Ring.neighbours;
import static rani.node.Ring.up;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import rani.fixture.FakeWorld;
import rani.fixture.Packet;
import rani.fixture.TestLink;
import rani.fixture.TestNode;
import rani.link.LinkConfig;
import rani.node.NetworkGraph.Vertex;
import rani.wire.Address;
import rani.wire.NodeMessage.LinkState;
import rani.wire.NodeMessage.LinkStateAck;
import rani.world.LinkId;

/** n2 in the ring n1 – n2 – n3 – n4 – n1: link 0 leads to n1, link 1 to n3. */
class LinkStatesTest {
  private static final NetworkGraph WITH_N9 =
      new NetworkGraph(
          List.of(
              new Vertex(Address.parse("10.0.0.1"), "n1", neighbours(2, 4, 9)),
              new Vertex(N2, "n2", neighbours(1, 3)),
              new Vertex(Address.parse("10.0.0.3"), "n3", neighbours(2, 4)),
              new Vertex(N4, "n4", neighbours(1, 3)),
              new Vertex(Address.parse("10.0.0.9"), "n9", neighbours(1))));

  private static Packet state(String from, String origin, int sequence, int... neighbours) {
    return state(from, origin, sequence, 0L, neighbours);
  }

  private static Packet state(
      String from, String origin, int sequence, long ageMillis, int... neighbours) {
    String name = "n" + origin.substring(origin.lastIndexOf('.') + 1);
    LinkState state =
        new LinkState(Address.parse(origin), 0, sequence, ageMillis, name, neighbours(neighbours));
    return Packet.message(0, state).from(from).to("10.0.0.2");
  }

  private static Packet ack(String from, int sequence) {
    return Packet.message(0, new LinkStateAck(N2, 0, sequence)).from(from).to("10.0.0.2");
  }

  /** What was said about link states since the last time: link, what, and of which sequence. */
  private static List<String> said(TestNode node) {
    List<String> said = new ArrayList<>();
    for (FakeWorld.Sent sent : node.world().sent()) {
      String text = text(sent);
      if (!text.isEmpty()) {
        said.add(sent.link().number() + " " + text);
      }
    }
    node.world().forgetSent();
    return said;
  }

  private static String text(FakeWorld.Sent sent) {
    return switch (sent.message()) {
      case LinkState state -> {
        List<String> to =
            state.neighbours().stream().map(one -> Address.text(one.address())).toList();
        yield "state " + state.name() + " #" + state.sequence() + " " + to;
      }
      case LinkStateAck ack -> "ack " + Address.text(ack.origin()) + " #" + ack.sequence();
      case null, default -> "";
    };
  }

  private static long count(TestNode node, String counter) {
    var facts = node.does(new Command.Show(Command.Subject.ROUTES)).facts().byKey();
    if (facts.get("counters") instanceof SequencedMap<?, ?> counters
        && counters.get(counter) instanceof Number number) {
      return number.longValue();
    }
    throw new AssertionError("nothing is counted as " + counter);
  }

  private static void cutLink0(TestNode node) {
    node.receives(0, hello("10.0.0.1", 100)); // and never again
    node.runTo(node.world().nowNanos() + ms(300));
  }

  @Nested
  class OwnLinks {
    @AutoClose private final TestNode node = inRing().build();

    @Test
    void nothingIsSaidOfLinksThatComeUpForTheFirstTime() {
      node.started();
      node.receives(0, hello("10.0.0.1", LONG_MILLIS));
      node.receives(1, hello("10.0.0.3", LONG_MILLIS));
      node.does(new Command.Go());
      node.runTo(s(100));
      assertEquals(List.of(), said(node));
      assertEquals(new LinkId(0), node.node().route(N4));
      assertEquals(0, count(node, "computed"));
    }

    @Test
    void aLostNeighbourIsSaidToTheOthersAndLeftOutOfRoutes() {
      up(node);
      cutLink0(node);
      assertEquals(List.of("1 state n2 #1 [10.0.0.3]"), said(node));
      assertEquals(new LinkId(1), node.node().route(N4), "the other way round the ring");
      assertEquals(new LinkId(1), node.node().route(Address.parse("10.0.0.1")));
      assertTrue(
          node.told().stream().anyMatch(line -> line.contains("event=routes")),
          "routes are in the trace");
    }

    @Test
    void aNeighbourThatIsFoundAgainIsToldAllThatWasSaid() {
      up(node);
      cutLink0(node);
      node.receives(1, ack("10.0.0.3", 1));
      node.runTo(s(2));
      said(node);
      node.receives(0, hello("10.0.0.1", LONG_MILLIS));
      node.runTo(s(2) + 1);
      assertEquals(
          List.of("0 state n2 #2 [10.0.0.1, 10.0.0.3]", "1 state n2 #2 [10.0.0.1, 10.0.0.3]"),
          said(node));
      assertEquals(new LinkId(0), node.node().route(N4));
    }

    @Test
    void aLinkThatNeverCameUpCountsUntilTrafficBegins() {
      node.started();
      node.receives(1, hello("10.0.0.3", LONG_MILLIS));
      assertEquals(new LinkId(0), node.node().route(N4));
      node.does(new Command.Go());
      node.runTo(1);
      assertEquals(List.of("1 state n2 #1 [10.0.0.3]"), said(node));
      assertEquals(new LinkId(1), node.node().route(N4));
    }

    @Test
    void whatChangesSoonAfterIsSaidTogether() {
      up(node);
      cutLink0(node);
      node.receives(1, hello("10.0.0.3", 50)); // the last of it for 150 ms
      node.receives(0, hello("10.0.0.1", LONG_MILLIS));
      assertEquals(
          List.of("1 state n2 #1 [10.0.0.3]", "0 state n2 #1 [10.0.0.3]"),
          said(node),
          "it is back already, and that is not yet said");
      node.runTo(ms(499));
      assertEquals(List.of(), said(node));
      assertNull(node.node().route(Address.parse("10.0.0.9")));
      assertEquals(new LinkId(0), node.node().route(N4), "but routes are at once");
      node.runTo(ms(500));
      assertEquals(List.of("0 state n2 #2 [10.0.0.1]"), said(node));
    }

    @Test
    void aNodeThatIsCutOffHasNoRoutes() {
      up(node);
      cutLink0(node);
      node.receives(1, hello("10.0.0.3", 100));
      node.runTo(s(1));
      said(node);
      node.skip();
      assertNull(node.node().route(N4));
      node.receives(0, Packet.datagram().from("10.0.0.1").to("10.0.0.4"));
      node.expect("arrival", "drop reason=no-route");
    }

    @Test
    void whatIsNotAcknowledgedIsSaidAgainWithPatience() {
      up(node);
      cutLink0(node);
      node.world().forgetSent();
      List<Long> millis = new ArrayList<>();
      for (long at = 300; at < 30_000; at += 50) {
        node.runTo(ms(at));
        if (!said(node).isEmpty()) {
          millis.add(at - 300);
        }
      }
      assertEquals(List.of(250L, 750L, 1750L, 3750L, 7750L), millis);
      assertEquals(5, count(node, "resent"));
      node.runTo(s(40));
      assertEquals(1, count(node, "given-up"));
    }

    @Test
    void whatIsAcknowledgedIsNotSaidAgainBeforeItIsRefreshed() {
      up(node);
      cutLink0(node);
      said(node);
      node.receives(1, ack("10.0.0.3", 1));
      node.runTo(ms(300) + LinkStates.REFRESH_NANOS - 1);
      assertEquals(List.of(), said(node));
      node.runTo(ms(300) + LinkStates.REFRESH_NANOS);
      assertEquals(List.of("1 state n2 #2 [10.0.0.3]"), said(node));
    }
  }

  @Nested
  class OfOthers {
    @AutoClose private final TestNode node = up(inRing().tellingOfHellos().build());

    @Test
    void whatIsNewIsPassedOnAcknowledgedAndTaken() {
      node.receives(0, state("10.0.0.1", "10.0.0.1", 1, 2)); // no longer to n4
      node.runTo(0);
      assertEquals(List.of("0 ack 10.0.0.1 #1", "1 state n1 #1 [10.0.0.2]"), said(node));
      assertEquals(new LinkId(1), node.node().route(N4));
    }

    @Test
    void anEdgeCountsOnlyIfBothEndsReportIt() {
      node.receives(0, state("10.0.0.1", "10.0.0.1", 1, 2, 4));
      node.receives(0, state("10.0.0.1", "10.0.0.4", 1, 3)); // n1 says n4, n4 does not say n1
      node.runTo(s(1));
      assertEquals(new LinkId(1), node.node().route(N4));
    }

    @Test
    void anEqualSequenceIsRefusedCountedAndAcknowledged() {
      node.receives(0, state("10.0.0.1", "10.0.0.1", 5, 2, 4));
      said(node);
      node.receives(0, state("10.0.0.1", "10.0.0.1", 5, 2));
      node.runTo(s(1));
      assertEquals("0 ack 10.0.0.1 #5", said(node).getFirst());
      assertEquals(1, count(node, "refused-stale"));
      assertEquals(new LinkId(0), node.node().route(N4), "what it says is not taken");
    }

    @Test
    void aStaleSequenceIsRefusedCountedAndAnsweredWithWhatIsKnown() {
      node.receives(0, state("10.0.0.1", "10.0.0.1", 5, 2, 4));
      node.runTo(s(1));
      said(node);
      node.receives(0, state("10.0.0.1", "10.0.0.1", 4, 2));
      assertEquals(List.of("0 state n1 #5 [10.0.0.2, 10.0.0.4]"), said(node));
      assertEquals(1, count(node, "refused-stale"));
      node.runTo(ms(1200));
      assertEquals(new LinkId(0), node.node().route(N4));
    }

    @Test
    void sequencesGoRoundAsInRfc1982() {
      node.receives(0, state("10.0.0.1", "10.0.0.1", -1, 2, 4));
      node.runTo(s(1));
      node.receives(0, state("10.0.0.1", "10.0.0.1", 1, 2));
      assertEquals(2, count(node, "taken"));
      node.receives(0, state("10.0.0.1", "10.0.0.1", Integer.MIN_VALUE + 1, 2, 4));
      assertEquals(2, count(node, "taken"), "half the circle away is not newer");
    }

    @Test
    void theGreatestSequenceIsFollowedByTheLeast() {
      node.receives(0, state("10.0.0.1", "10.0.0.1", Integer.MAX_VALUE, 2, 4));
      node.runTo(s(1));
      node.receives(0, state("10.0.0.1", "10.0.0.1", Integer.MIN_VALUE, 2));
      assertEquals(2, count(node, "taken"));
      node.runTo(s(2));
      node.receives(0, state("10.0.0.1", "10.0.0.1", Integer.MAX_VALUE, 2, 4));
      assertEquals(2, count(node, "taken"));
      assertEquals(1, count(node, "refused-stale"));
    }

    @Test
    void whoeverSpeaksTooOftenIsNotHeardNorAcknowledged() {
      node.receives(0, state("10.0.0.1", "10.0.0.1", 1, 2, 4));
      node.receives(1, state("10.0.0.3", "10.0.0.3", 1, 2, 4));
      node.runTo(LinkStates.ARRIVAL_NANOS_MIN - 1);
      said(node);
      node.receives(0, state("10.0.0.1", "10.0.0.1", 2, 2));
      assertEquals(List.of(), said(node));
      assertEquals(1, count(node, "refused-too-soon"));
      node.runTo(LinkStates.ARRIVAL_NANOS_MIN);
      node.receives(0, state("10.0.0.1", "10.0.0.1", 2, 2));
      assertEquals("0 ack 10.0.0.1 #2", said(node).getFirst());
    }

    @Test
    void routesAreNotComputedForEveryWordOfAStorm() {
      for (int sequence = 1; sequence <= 20; sequence++) {
        node.runTo(sequence * LinkStates.ARRIVAL_NANOS_MIN);
        int[] to = sequence % 2 == 0 ? new int[] {2, 4} : new int[] {2};
        node.receives(0, state("10.0.0.1", "10.0.0.1", sequence, to));
        node.receives(1, state("10.0.0.3", "10.0.0.3", sequence, to));
        node.receives(1, state("10.0.0.3", "10.0.0.4", sequence, 1, 3));
      }
      node.runTo(s(5));
      long computed = count(node, "computed");
      assertTrue(computed >= 10 && computed <= 29, computed + " computations");
    }

    @Test
    void onlyTheNeighbourItselfIsBelieved() {
      node.skip();
      node.receives(0, state("10.0.0.1", "10.0.0.1", 1, 2).ttl(254));
      node.expect("arrival", "drop reason=bad-message");
      node.receives(0, state("10.0.0.9", "10.0.0.1", 1, 2).prevNode("10.0.0.1"));
      node.expect("arrival", "drop reason=bad-message");
      assertEquals(0, count(node, "received"));
    }

    @Test
    void whatCannotBeOrIsTooOldIsRefused() {
      node.receives(0, state("10.0.0.1", "10.0.0.4", 1, 4, 3));
      assertEquals(1, count(node, "refused-malformed"), "a node is not its own neighbour");
      node.receives(0, state("10.0.0.1", "10.0.0.4", 1, 200_000L, 3));
      assertEquals(1, count(node, "refused-too-old"));
      assertEquals(0, count(node, "taken"));
    }

    @Test
    void whoeverIsNotHeardOfForLongHasNoNeighboursWhateverTheFileSays() {
      node.receives(0, state("10.0.0.1", "10.0.0.4", 1, 50_000L, 1, 3));
      node.runTo(s(150) - 1);
      assertEquals(new LinkId(0), node.node().route(N4));
      node.runTo(s(150));
      assertNull(node.node().route(N4));
      assertEquals(1, count(node, "expired"));
      node.receives(0, state("10.0.0.1", "10.0.0.4", 1, 1, 3));
      node.runTo(s(151));
      assertEquals(new LinkId(0), node.node().route(N4), "any sequence is news again");
    }

    /** No signature covers the age. */
    @Test
    void whoMakesAWordOlderThanItIsDoesNotEndItBeforeItsTime() {
      node.receives(0, state("10.0.0.1", "10.0.0.4", 1, 199_000L, 1, 3));
      node.receives(1, state("10.0.0.3", "10.0.0.4", 1, 5L, 1, 3));
      node.runTo(s(150));
      assertEquals(0, count(node, "expired"));
      assertEquals(new LinkId(0), node.node().route(N4));
      node.runTo(s(201));
      assertEquals(1, count(node, "expired"));
    }

    @Test
    void ofItselfItKnowsBetterAndSaysSoWithANewerSequence() {
      node.receives(0, state("10.0.0.1", "10.0.0.2", 57, 1)); // from before a restart
      assertEquals(
          List.of(
              "0 ack 10.0.0.2 #57",
              "0 state n2 #58 [10.0.0.1, 10.0.0.3]",
              "1 state n2 #58 [10.0.0.1, 10.0.0.3]"),
          said(node));
      node.receives(1, state("10.0.0.3", "10.0.0.2", 57, 1));
      assertEquals(1, count(node, "refused-stale"));
      node.receives(1, state("10.0.0.3", "10.0.0.2", 58, 1, 3));
      node.runTo(s(1));
      assertEquals(2, count(node, "refused-stale"));
    }

    @Test
    void aNodeThatAnOperationMadeIsLearnt() {
      node.does(new Command.KnowNetwork(WITH_N9));
      node.receives(0, state("10.0.0.1", "10.0.0.1", 1, 2, 4, 9));
      node.receives(0, state("10.0.0.1", "10.0.0.9", 1, 1));
      node.runTo(s(1));
      int address = Address.parse("10.0.0.9");
      assertEquals(new LinkId(0), node.node().route(address));
      var facts = node.does(new Command.Show(Command.Subject.ROUTES)).facts().byKey();
      assertTrue(facts.toString().contains("name=n9, hops=2"), facts::toString);
      node.runTo(LinkStates.AGE_NANOS_MAX + s(1));
      assertNull(node.node().route(address), "and forgotten");
    }

    @Test
    void aNodeThatNothingMadeIsNeitherTakenNorAcknowledgedNorPassedOn() {
      node.receives(0, state("10.0.0.1", "10.0.0.9", 1, 1));
      node.runTo(ms(100));
      assertEquals(List.of(), said(node));
      assertEquals(1, count(node, "refused-unknown-origin"));
      assertEquals(0, count(node, "taken"));
      node.does(new Command.KnowNetwork(WITH_N9));
      node.receives(0, state("10.0.0.1", "10.0.0.9", 1, 1));
      assertEquals("0 ack 10.0.0.9 #1", said(node).getFirst(), "it comes again and is taken");
    }

    @Test
    void whatWasSaidOfALinkCountsAsSoonAsAnOperationHasMadeIt() {
      node.receives(0, state("10.0.0.1", "10.0.0.1", 1, 2, 3)); // n1 -- n3, and no more n1 -- n4
      node.receives(1, state("10.0.0.3", "10.0.0.3", 1, 2, 4, 1));
      node.receives(1, state("10.0.0.3", "10.0.0.4", 1, 3));
      node.runTo(s(1));
      assertEquals(2, count(node, "refused-unknown-link"));
      assertEquals(new LinkId(0), node.node().route(Address.parse("10.0.0.1")));
      cutLink0(node);
      node.runTo(s(3));
      assertNull(node.node().route(Address.parse("10.0.0.1")), "there is no link n1 -- n3");
      node.does(
          new Command.KnowNetwork(
              new NetworkGraph(
                  List.of(
                      new Vertex(Address.parse("10.0.0.1"), "n1", neighbours(2, 4, 3)),
                      new Vertex(N2, "n2", neighbours(1, 3)),
                      new Vertex(Address.parse("10.0.0.3"), "n3", neighbours(2, 4, 1)),
                      new Vertex(N4, "n4", neighbours(1, 3))))));
      node.runTo(s(4));
      assertEquals(new LinkId(1), node.node().route(Address.parse("10.0.0.1")), "now there is");
    }

    /** Of two equally good neighbours the one whose name comes first is taken. */
    @Test
    void noNodeGetsTrafficByTheNameThatItGivesItself() {
      LinkState named = new LinkState(Address.parse("10.0.0.3"), 0, 1, 0, "a", neighbours(2, 4));
      node.receives(1, Packet.message(0, named).from("10.0.0.3").to("10.0.0.2"));
      node.runTo(s(1));
      assertEquals(new LinkId(0), node.node().route(N4), "by n1, as the file has it");
    }

    @Test
    void anotherThatSpeaksInItsNameWhileItRunsIsAnEvent() {
      node.runTo(s(11));
      node.receives(0, state("10.0.0.1", "10.0.0.2", 57, 1));
      String event = "event=origin-contested link=0 part=0 sequence=57 own=0 age=0.000";
      assertTrue(node.told().stream().anyMatch(line -> line.contains(event)));
      node.receives(1, state("10.0.0.3", "10.0.0.2", 57, 1));
      assertEquals(1, count(node, "contested"), "the same, by another way");
      node.runTo(s(12) - 1);
      node.receives(0, state("10.0.0.1", "10.0.0.2", 59, 1));
      assertEquals(2, count(node, "contested"));
      assertEquals(
          1,
          node.told().stream().filter(line -> line.contains("origin-contested")).count(),
          "it is told once a second");
    }

    @Test
    void whatItMayHaveSaidBeforeItWasStartedIsNoEventUntilThatIsTooOftenOrTooOld() {
      node.runTo(s(100));
      for (int sequence = 10; sequence <= 40; sequence += 10) {
        node.receives(0, state("10.0.0.1", "10.0.0.2", sequence, 120_000L, 1));
        node.runTo(node.world().nowNanos() + s(1));
      }
      assertEquals(1, count(node, "contested"), "the fourth");
      node.receives(0, state("10.0.0.1", "10.0.0.2", 100, 200_000L, 1));
      assertEquals(1, count(node, "refused-too-old"));
    }
  }

  @Nested
  class ComingAndGoing {
    @Test
    void aNewcomerSaysWhomItFoundAndIsToldEverything() {
      try (TestNode node =
          TestNode.named("n5", "10.0.0.2")
              .link("10.0.0.1", link -> link.hello(s(60)))
              .network(
                  new NetworkGraph(
                      List.of(
                          new Vertex(Address.parse("10.0.0.1"), "n1", neighbours(4)),
                          new Vertex(N4, "n4", neighbours(1)))))
              .build()) {
        node.started();
        assertEquals(List.of(), said(node));
        node.receives(0, hello("10.0.0.1", LONG_MILLIS));
        assertEquals(List.of("0 state n5 #1 [10.0.0.1]"), said(node));
        node.receives(0, state("10.0.0.1", "10.0.0.1", 1, 2, 4));
        node.runTo(s(1));
        assertEquals(new LinkId(0), node.node().route(N4));
      }
    }

    @Test
    void aLinkThatIsAddedCountsWhenItIsUpAndOneThatIsRemovedNoMore() {
      try (TestNode node = up(inRing().build())) {
        LinkConfig added = TestLink.to(2, N4).config();
        node.node().addLink(0, added);
        node.runTo(s(1));
        assertEquals(List.of(), said(node));
        node.receives(2, hello("10.0.0.4", LONG_MILLIS));
        node.receives(2, state("10.0.0.4", "10.0.0.4", 1, 1, 3, 2));
        node.runTo(s(2));
        assertEquals(new LinkId(2), node.node().route(N4));
        assertTrue(said(node).contains("0 state n2 #1 [10.0.0.1, 10.0.0.3, 10.0.0.4]"));
        node.node().removeLink(s(2), new LinkId(2));
        node.oversleepTo(s(2));
        assertEquals(new LinkId(0), node.node().route(N4));
        assertTrue(said(node).contains("0 state n2 #2 [10.0.0.1, 10.0.0.3]"));
      }
    }

    @Test
    void withoutTheNetworkRoutesStayAsTheyAre() {
      try (TestNode node =
          TestNode.named("n2", "10.0.0.2")
              .link("10.0.0.1", link -> link.hello(s(60)))
              .link("10.0.0.3", link -> link.hello(s(60)))
              .tellingOfHellos()
              .build()) {
        up(node);
        cutLink0(node);
        assertEquals(List.of(), said(node));
        assertEquals(new LinkId(0), node.node().route(Address.parse("10.0.0.1")));
        node.skip();
        node.receives(1, state("10.0.0.3", "10.0.0.4", 1, 3));
        node.expect("arrival", "drop reason=bad-message");
      }
    }

    @Test
    void manyNeighboursAreSaidInParts() {
      TestNode.Builder star = TestNode.named("n2", "10.0.0.2").network(RING);
      IntStream.range(0, 200)
          .forEach(leaf -> star.link("10.1.0." + leaf, link -> link.hello(s(60))));
      try (TestNode node = star.build()) {
        node.started().does(new Command.Go());
        said(node);
        IntStream.range(0, 200)
            .forEach(leaf -> node.receives(leaf, hello("10.1.0." + leaf, LONG_MILLIS)));
        node.runTo(s(1));
        assertEquals(200, neighboursToldTo(node, 0));
        node.world().forgetSent();
      }
    }

    private int neighboursToldTo(TestNode node, int link) {
      SequencedMap<Integer, Integer> ofPart = new LinkedHashMap<>();
      for (FakeWorld.Sent sent : node.world().sent()) {
        if (sent.link().number() == link && sent.message() instanceof LinkState state) {
          ofPart.put(state.part(), state.neighbours().size());
        }
      }
      assertEquals(List.of(0, 1), ofPart.keySet().stream().sorted().toList());
      return ofPart.values().stream().mapToInt(count -> count).sum();
    }
  }
}
