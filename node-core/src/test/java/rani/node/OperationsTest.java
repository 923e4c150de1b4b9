// SPDX-License-Identifier: Apache-2.0
package rani.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static rani.fixture.Nanos.ms;
import static rani.fixture.Nanos.s;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import rani.fixture.Packet;
import rani.fixture.TestNode;
import rani.fixture.TestService;
import rani.link.Diversion;
import rani.link.DropList;
import rani.link.ImpairmentConfig;
import rani.link.LinkChange;
import rani.queue.QueueConfig;
import rani.queue.Rate;
import rani.service.NoOptions;
import rani.wire.Address;
import rani.wire.FlowKey;
import rani.wire.FlowSpec;
import rani.wire.Ipv4Header;
import rani.wire.PacketPlan;
import rani.wire.RaniHeader;
import rani.world.DropReason;
import rani.world.LinkId;
import rani.world.Reply;

/** What an operator or a timetable does to node 10.0.0.2 between 10.0.0.1 and 10.0.0.3. */
class OperationsTest {
  private static final LinkId BACK = new LinkId(0);
  private static final LinkId ON = new LinkId(1);
  private static final int THERE = Address.parse("10.0.0.3");

  private static TestNode.Builder between() {
    return TestNode.named("n2", "10.0.0.2")
        .link("10.0.0.1")
        .link("10.0.0.3", link -> link.rate(Rate.packetsPerSecond(10)));
  }

  private static Packet transit() {
    return Packet.datagram().from("10.0.0.1").to("10.0.0.3");
  }

  private static Packet back() {
    return Packet.datagram().from("10.0.0.3").to("10.0.0.1");
  }

  private static Packet forThisNode() {
    return Packet.datagram().from("10.0.0.1").to("10.0.0.2");
  }

  private static Command.Operation rate(double packetsPerSecond) {
    return new Command.SetLink(
        ON,
        new LinkChange(
            Rate.packetsPerSecond(packetsPerSecond), null, null, null, null, null, null, null));
  }

  private static Command.StartService start(TestService service) {
    return new Command.StartService(new NodeConfig.MenuEntry(service, NoOptions.INSTANCE));
  }

  private static void assertRefused(Reply reply, String why) {
    assertFalse(reply.ok());
    assertTrue(reply.message().contains(why), reply::message);
  }

  @Nested
  class Links {
    @Test
    void aNewRateServesWhatWaitsAndLeavesTheFrameInServiceItsTime() {
      try (TestNode node = between().build().started()) {
        node.receives(0, transit().id(1)).receives(0, transit().id(2)).receives(0, transit().id(3));
        node.runTo(ms(50)).skip();

        assertTrue(node.does(rate(100)).ok());

        node.expect("note service=node event=set-link by=operator link=1 rate=100packet/s");
        node.expectAt(ms(100), "departure link=1 late=0 from=10.0.0.1 to=10.0.0.3 proto=17 id=1");
        node.expectAt(ms(110), "departure link=1 late=0 from=10.0.0.1 to=10.0.0.3 proto=17 id=2");
        node.expectAt(ms(120), "departure link=1 late=0 from=10.0.0.1 to=10.0.0.3 proto=17 id=3");
      }
    }

    @Test
    void nobodyOvertakesWhatWaitsWhenTheLimitIsTakenOff() {
      try (TestNode node = between().build().started()) {
        node.receives(0, transit().id(1)).receives(0, transit().id(2));
        node.does(
            new Command.SetLink(
                ON, new LinkChange(Rate.UNLIMITED, null, null, null, null, null, null, null)));
        node.receives(0, transit().id(3)).skip();

        node.expectAt(
            ms(100),
            "departure link=1 late=0 from=10.0.0.1 to=10.0.0.3 proto=17 id=1",
            "departure link=1 late=0 from=10.0.0.1 to=10.0.0.3 proto=17 id=2",
            "departure link=1 late=0 from=10.0.0.1 to=10.0.0.3 proto=17 id=3");
        node.receives(0, transit().id(4));
        node.expect("arrival link=0", "verdict queue=link-1", "departure link=1 late=0");
      }
    }

    @Test
    void onlyTheNamedKnobsMoveAndTheReplyTellsThemAll() {
      try (TestNode node =
          between().link("10.0.0.4", link -> link.delay(ms(20))).build().started()) {
        LinkId link = new LinkId(2);

        Reply reply =
            node.does(
                new Command.SetLink(
                    link, new LinkChange(null, null, null, 0.25, null, null, null, null)));

        assertTrue(reply.ok());
        assertEquals(ms(20), reply.facts().byKey().get("delay-nanos"));
        assertEquals(0.25, reply.facts().byKey().get("loss"));
        assertEquals(
            new ImpairmentConfig(ms(20), 0, 0.25, 0, 0, 0), node.node().wire(link).config());
      }
    }

    @Test
    void aListOfDropsIsCountedFromWhenItIsSet() {
      try (TestNode node = between().build().started()) {
        node.receives(1, back().id(1)).skip();
        LinkChange change =
            LinkChange.ofDrops(DropList.of(FlowSpec.ALL, DropList.Counted.PACKETS, "2..3"));

        Reply reply = node.does(new Command.SetLink(BACK, change));

        assertEquals("2..3", reply.facts().byKey().get("drop"));
        node.expect("note service=node event=set-link by=operator link=0 drop=2..3");
        for (int id = 2; id <= 5; id++) {
          node.receives(1, back().id(id));
          String ends = id == 3 || id == 4 ? "drop reason=listed" : "departure link=0";
          node.expect("arrival link=1", "verdict queue=link-0", ends);
        }
        node.does(
            new Command.SetLink(
                BACK, new LinkChange(null, null, null, 0.5, null, null, null, null)));
        assertEquals(2, node.node().ledger().drops(DropReason.LISTED));
      }
    }

    @Test
    void aLongerWireCostsMoreLife() {
      try (TestNode node = between().build().started()) {
        node.does(
            new Command.SetLink(
                BACK, new LinkChange(null, s(3), null, null, null, null, null, null)));
        node.receives(
            1, Packet.datagram().from("10.0.0.3").to("10.0.0.1").lifetimeMicros(2_999_999));
        node.expect(
            "note service=node event=set-link by=operator link=0 delay=3.000000000",
            "arrival link=1",
            "verdict queue=link-0",
            "drop reason=expired");
      }
    }

    @Test
    void whatDoesNotGoTogetherIsRefusedAndChangesNothing() {
      try (TestNode node = between().build().started()) {
        LinkChange change = new LinkChange(null, null, ms(5), 0.5, null, null, null, null);

        assertRefused(node.does(new Command.SetLink(ON, change)), "jitter at most the delay");

        assertEquals(ImpairmentConfig.NONE, node.node().wire(ON).config());
        node.expect(
            "note service=node event=refused by=operator operation=set-link link=1"
                + " jitter=0.005000000 loss=0.5 why=link-1:_delay_is_at_least_0");
        assertRefused(
            node.does(new Command.SetLink(new LinkId(2), change)), "n2 has 2 links, and no link-2");
      }
    }

    @Test
    void aLinkNeverHidesTheQueueOfItsNode() {
      try (TestNode node =
          TestNode.named("n2", "10.0.0.2")
              .link("10.0.0.3", link -> link.rate(Rate.packetsPerSecond(100)))
              .queue(Rate.packetsPerSecond(40), QueueConfig.dropTail(50))
              .build()
              .started()) {
        Command slower =
            new Command.SetLink(
                BACK,
                new LinkChange(
                    Rate.packetsPerSecond(39), null, null, null, null, null, null, null));

        assertRefused(node.does(slower), "slower (39packet/s) than the node (40packet/s)");
        assertEquals(Rate.packetsPerSecond(100), node.node().port(BACK).rate());
      }
    }

    @Test
    void nothingComesInByACutLinkUntilItIsMended() {
      try (TestNode node = between().build().started()) {
        assertTrue(node.does(new Command.CutLink(BACK)).ok());
        node.skip();
        node.receives(0, transit()).expectNothing();
        assertEquals(1, node.node().wire(BACK).cutOffAtArrival());
        assertEquals(0, node.ledger().arrivals());
        assertRefused(node.does(new Command.CutLink(BACK)), "link-0 is cut already");

        assertTrue(node.does(new Command.MendLink(BACK)).ok());
        node.skip().receives(0, transit());
        node.expect("arrival link=0", "verdict queue=link-1");
        assertRefused(node.does(new Command.MendLink(BACK)), "link-0 is not cut");
      }
    }
  }

  @Nested
  class Filters {
    private static final FlowKey N1 = FlowKey.ofSource(Address.parse("10.0.0.1"));

    @Test
    void anOperatorsFilterDropsItsFlowUntilItsTimeIsOver() {
      try (TestNode node = between().build().started()) {
        Reply reply = node.does(new Command.AddFilter(BACK, false, N1, s(10)));

        assertEquals("[link-0]", reply.facts().byKey().sequencedKeySet().toString());
        node.skip().receives(0, transit());
        node.expect("arrival link=0", "drop reason=filtered");
        assertEquals(1, node.node().rules(BACK).rules().getFirst().caught());
        node.runTo(s(10)).skip().receives(0, transit());
        node.expect("arrival link=0", "verdict queue=link-1");
      }
    }

    @Test
    void oneThatNamesNoLinkIsEverywhereAndIsTakenAwayEverywhere() {
      try (TestNode node = between().build().started()) {
        assertTrue(node.does(new Command.AddFilter(null, false, N1, s(10))).ok());
        node.expect(
            "filter change=install",
            "filter change=install",
            "filter change=install",
            "note service=node event=add-filter by=operator flow=10.0.0.1 for=10.000000000");

        Reply removed = node.does(new Command.RemoveFilter(null, false, N1));

        assertEquals("[own, link-0, link-1]", removed.facts().byKey().sequencedKeySet().toString());
        node.skip().receives(0, transit());
        node.expect("arrival link=0", "verdict queue=link-1");
        assertRefused(node.does(new Command.RemoveFilter(null, false, N1)), "no filter of");
      }
    }

    @Test
    void aRenewedFilterIsNeverShortened() {
      try (TestNode node = between().build().started()) {
        node.does(new Command.AddFilter(BACK, false, N1, s(10)));
        node.does(new Command.AddFilter(BACK, false, N1, s(1)));

        assertEquals(s(10), node.node().rules(BACK).rules().getFirst().untilNanos());
        assertEquals(1, node.node().rules(BACK).rules().size());
      }
    }

    @Test
    void whatIsDivertedIsLeftToItsService() {
      try (TestNode node = between().build().started()) {
        node.node().rules(BACK).divert(0, new Diversion(77, BACK, N1, FlowSpec.ALL), s(10));

        assertRefused(
            node.does(new Command.AddFilter(null, false, N1, s(1))), "diverted at link-0");
        assertRefused(node.does(new Command.RemoveFilter(BACK, false, N1)), "by a service");
        assertTrue(node.node().rules(null).isEmpty(), "nowhere if not everywhere");
        assertRefused(
            node.does(new Command.AddFilter(new LinkId(5), false, N1, s(1))), "no link-5");
      }
    }

    @Test
    void theFlowsOfAQueueAreShownTheGreediestFirst() {
      try (TestNode node = between().build().started()) {
        node.receives(0, transit().id(1));
        node.receives(0, transit().id(2));
        for (int id = 3; id < 6; id++) {
          node.receives(
              0, Packet.datagram().from("10.0.0.4").to("10.0.0.3").prevNode("10.0.0.1").id(id));
        }
        var flows =
            node.node()
                .handle(0, new Command.Show(Command.Subject.FLOWS))
                .facts()
                .byKey()
                .get("link-1");

        assertEquals(
            List.of(
                Map.of("flow", "10.0.0.4", "frames", 3), Map.of("flow", "10.0.0.1", "frames", 1)),
            flows);
      }
    }
  }

  @Nested
  class Injected {
    @Test
    void packetsLeaveOneGapApartAndTheNodeIsBusyUntilTheLast() {
      try (TestNode node = between().build().started()) {
        Reply reply =
            node.does(new Command.Inject(PacketPlan.datagram(THERE, 0, 7, 100), 3, ms(250)));

        assertEquals(new NodeFacts.Injected(1, 2), reply.facts());
        assertTrue(node.node().isBusy());
        node.runTo(ms(499));
        assertTrue(node.node().isBusy());
        node.runTo(ms(500));
        assertFalse(node.node().isBusy());
        node.runTo(s(5));
        assertEquals(3, node.told().stream().filter(line -> line.contains(" origin ")).count());
        assertEquals(100, Ipv4Header.totalLength(node.sent().getFirst().frame(), 16));
      }
    }

    @Test
    void anActiveOneAsksForItsService() {
      try (TestNode node = between().build().started()) {
        node.does(
            new Command.Inject(PacketPlan.datagram(Address.parse("10.0.0.1"), 77, 9, 28), 1, 0));
        node.expect(
            "origin from=10.0.0.2 to=10.0.0.1 proto=17 id=2 len=28 sport=9 dport=9 service=77",
            "verdict queue=link-0",
            "departure link=0",
            "note service=node event=inject by=operator to=10.0.0.1 number=77 dport=9 len=28"
                + " count=1 gap=0.000000000");
        assertTrue(RaniHeader.act(node.sent().getFirst().frame(), 0));
      }
    }

    @Test
    void manyAtOnceAllLeave() {
      try (TestNode node = between().build().started()) {
        node.does(
            new Command.Inject(PacketPlan.datagram(Address.parse("10.0.0.1"), 0, 9, 28), 1000, 0));
        node.runTo(1);
        assertEquals(1000, node.sent().size());
        assertFalse(node.node().isBusy());
      }
    }

    @Test
    void whereThereIsNoWayNothingIsSent() {
      try (TestNode node = between().build().started()) {
        int nowhere = Address.parse("10.9.9.9");
        assertRefused(
            node.does(new Command.Inject(PacketPlan.datagram(nowhere, 0, 9, 28), 1, 0)), "no way");
        for (int k = 0; k < Injections.UNDER_WAY_MAX; k++) {
          assertTrue(
              node.does(new Command.Inject(PacketPlan.datagram(THERE, 0, 9, 28), 2, s(1))).ok());
        }
        assertRefused(
            node.does(new Command.Inject(PacketPlan.datagram(THERE, 0, 9, 28), 2, s(1))),
            "64 injections");
        assertThrows(
            IllegalArgumentException.class,
            () -> new Command.Inject(PacketPlan.datagram(THERE, 0, 9, 27), 1, 0));
        assertThrows(
            IllegalArgumentException.class,
            () -> new Command.Inject(PacketPlan.datagram(THERE, 0, 9, 28), 100_001, 0));
      }
    }
  }

  @Nested
  class Services {
    @Test
    void aStoppedOneIsGoneWithItsPortsTimersAndDiversions() {
      TestService keeper = new TestService(5, "keeper");
      keeper.onStart(now -> keeper.context().listen(7));
      try (TestNode node = between().menu(keeper).build().started()) {
        keeper.context().setTimer(0, s(9));
        FlowKey flow = FlowKey.ofSource(Address.parse("10.0.0.1"));
        keeper.with(context -> context.divert(0, BACK, flow, s(100)));
        node.receives(0, transit()).skip();
        assertEquals(1, node.ledger().inside());

        assertTrue(node.does(new Command.StopService("keeper")).ok());

        node.expect(
            "filter change=remove link=0 flow=10.0.0.1",
            "note service=node event=stop-service by=operator name=keeper",
            "verdict queue=link-1");
        node.receives(0, forThisNode());
        node.expect("arrival link=0", "drop reason=no-listener");
        node.receives(0, forThisNode().act(5));
        node.expect("arrival link=0", "drop reason=no-such-service");
        node.runTo(s(20));
        assertFalse(keeper.calls().contains("wake 0"));
        assertRefused(node.does(new Command.StopService("keeper")), "no service `keeper` here");
        Object facts =
            node.does(new Command.Show(Command.Subject.SERVICES)).facts().byKey().get("keeper");
        assertTrue(facts instanceof Map<?, ?> map && Boolean.TRUE.equals(map.get("stopped")));
      }
    }

    @Test
    void itCanBeStartedAgainAndIsToldThatTrafficHasBegun() {
      TestService service = new TestService(5, "keeper");
      service.onStart(now -> service.context().listen(7));
      try (TestNode node = between().menu(service).build().started()) {
        node.does(new Command.Go());
        long first = service.context().random().nextLong();
        node.does(new Command.StopService("keeper"));

        assertTrue(node.does(start(service)).ok());

        assertEquals(List.of("start", "go", "stop", "start", "go"), service.calls());
        assertFalse(first == service.context().random().nextLong(), "the same dice again");
        node.skip().receives(0, forThisNode());
        node.expect("arrival link=0", "delivery at=keeper");
        assertRefused(node.does(start(service)), "`keeper` is here already");
      }
    }

    @Test
    void oneThatWasNeverOnTheMenuCanBeAddedWithWhatItNeeds() {
      TestService filter = new TestService(6, "filter");
      TestService judge = new TestService(5, "judge").needs("filter");
      try (TestNode node = between().build().started()) {
        assertRefused(node.does(start(judge)), "`judge` needs filter beside it; start that first");
        assertTrue(node.does(start(filter)).ok());
        assertTrue(node.does(start(judge)).ok());
        assertEquals(List.of("start"), judge.calls());
        assertRefused(node.does(start(new TestService(6, "other"))), "`filter` has its number, 6");

        assertRefused(node.does(new Command.StopService("filter")), "`judge` needs `filter`");
        assertTrue(node.does(new Command.StopService("judge")).ok());
        assertTrue(node.does(new Command.StopService("filter")).ok());
      }
    }

    @Test
    void oneThatCannotStartLeavesNothingBehind() {
      TestService owner = new TestService(5, "owner");
      owner.onStart(now -> owner.context().listen(7));
      TestService late = new TestService(6, "late");
      late.onStart(
          now -> {
            late.context().listen(8);
            late.context().listen(7);
          });
      try (TestNode node = between().menu(owner).build().started()) {
        assertRefused(node.does(start(late)), "UDP port 7 belongs to another service");

        node.skip().receives(0, forThisNode().ports(1, 8));
        node.expect("arrival link=0", "drop reason=no-listener");
        late.onStart(now -> {});
        assertTrue(node.does(start(late)).ok());
      }
    }
  }

  @Nested
  class Timetables {
    @Test
    void entriesAreCarriedOutInOrderCountedFromGo() {
      TestNode node =
          between()
              .at(ms(100), new Command.CutLink(ON))
              .at(ms(250), new Command.MendLink(ON))
              .at(ms(250), rate(20))
              .build()
              .started();
      try (node) {
        assertTrue(node.node().isBusy());
        node.runTo(s(3)).skip();
        node.does(new Command.Go());
        node.expectNothing();
        node.expectAt(s(3) + ms(100), "note service=node event=cut-link by=schedule link=1");
        assertTrue(node.node().isBusy());
        node.expectAt(
            s(3) + ms(250),
            "note service=node event=mend-link by=schedule link=1",
            "note service=node event=set-link by=schedule link=1 rate=20packet/s");
        assertFalse(node.node().isBusy());
      }
    }

    @Test
    void whatIsRefusedIsWrittenDownAndTheRestIsDone() {
      TestNode node =
          between()
              .at(ms(1), new Command.StopService("sink"))
              .at(ms(1), new Command.Tell("lgc", "show", List.of()))
              .at(ms(2), new Command.Inject(PacketPlan.datagram(THERE, 0, 9, 28), 1, 0))
              .build()
              .started();
      try (node) {
        node.does(new Command.Go());
        node.runTo(ms(1));
        node.expect(
            "note service=node event=refused by=schedule operation=stop-service name=sink"
                + " why=no_service_sink_here;_there_is_[]",
            "note service=node event=refused by=schedule operation=tell name=lgc verb=show");
        node.runTo(ms(2));
        node.expect("origin", "verdict", "note service=node event=inject by=schedule");
      }
    }

    @Test
    void aStoppedNodeDoesNothingMore() {
      TestNode node =
          between()
              .at(ms(1), new Command.Inject(PacketPlan.datagram(THERE, 0, 9, 28), 10, ms(10)))
              .at(s(1), new Command.CutLink(ON))
              .build()
              .started();
      node.does(new Command.Go());
      node.runTo(ms(15));
      node.close();
      node.skip().runTo(s(9)).expectNothing();
      assertFalse(node.node().isBusy());
      assertRefused(node.does(rate(5)), "the node has stopped");
    }

    @Test
    void aTimetableIsInOrderAndBounded() {
      NodeConfig.Timed late = new NodeConfig.Timed(2, new Command.CutLink(ON));
      NodeConfig.Timed early = new NodeConfig.Timed(1, new Command.MendLink(ON));
      assertThrows(IllegalArgumentException.class, () -> config(List.of(late, early)));
      assertThrows(
          IllegalArgumentException.class, () -> new NodeConfig.Timed(-1, late.operation()));
      assertThrows(
          IllegalArgumentException.class,
          () -> config(Collections.nCopies(NodeConfig.SCHEDULE_MAX + 1, late)));
    }

    private NodeConfig config(List<NodeConfig.Timed> schedule) {
      return new NodeConfig("n", 1, List.of(), null, List.of(), List.of(), schedule, null, 0, null);
    }
  }
}
