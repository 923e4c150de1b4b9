// SPDX-License-Identifier: Apache-2.0
package rani.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static rani.aqm.RedRules.OF_1993;
import static rani.fixture.Nanos.ms;
import static rani.fixture.Nanos.s;

import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import rani.aqm.RedConfig;
import rani.fixture.Packet;
import rani.fixture.TestMessage;
import rani.fixture.TestNode;
import rani.fixture.TestService;
import rani.queue.QueueConfig;
import rani.queue.Rate;
import rani.service.Fate;
import rani.service.FrameView;
import rani.service.ServiceContext;
import rani.service.ServiceProvider;
import rani.wire.Address;
import rani.wire.FlowIdentity;
import rani.wire.FlowKey;
import rani.wire.UdpFlow;
import rani.world.DropReason;
import rani.world.LinkId;
import rani.world.Reply;

/** Services on node 10.0.0.2 between 10.0.0.1 (link 0) and 10.0.0.3 (link 1). */
class MenuTest {
  private static final int THERE = Address.parse("10.0.0.3");
  private static final int HERE = Address.parse("10.0.0.2");

  private static TestNode node(ServiceProvider... menu) {
    return TestNode.named("n2", "10.0.0.2")
        .link("10.0.0.1")
        .link("10.0.0.3")
        .menu(menu)
        .build()
        .started();
  }

  private static Packet forThisNode() {
    return Packet.datagram().from("10.0.0.1").to("10.0.0.2");
  }

  private static Packet transit() {
    return Packet.datagram().from("10.0.0.1").to("10.0.0.3");
  }

  private static void send(TestService service, long nowNanos, int to, int port) {
    service
        .context()
        .sendDatagram(nowNanos, new UdpFlow(to, 5000, port), 1_000_000, Unpooled.EMPTY_BUFFER, 10);
  }

  private static Reply tell(TestNode node, TestService service) {
    return node.does(new Command.Tell(service.name(), "act", List.of()));
  }

  private static String fact(TestNode node, String service, String name) {
    Object facts =
        node.does(new Command.Show(Command.Subject.SERVICES))
            .facts()
            .byKey()
            .getOrDefault(service, "none");
    return facts instanceof Map<?, ?> map && map.containsKey(name)
        ? String.valueOf(map.get(name))
        : "no fact " + name + " in " + facts;
  }

  private static IllegalStateException broken() {
    return new IllegalStateException("broken");
  }

  @Nested
  class Order {
    private final List<String> started = new ArrayList<>();

    private TestService service(int number, String name) {
      return new TestService(number, name)
          .onStart(now -> started.add(name))
          .onStop(now -> started.add("-" + name));
    }

    @Test
    void dependenciesStartFirstAndStopLast() {
      TestNode node =
          node(
              service(1, "c").needs("b", "a"),
              service(2, "b").needs("a"),
              service(3, "a"),
              service(4, "d"));
      assertEquals(List.of("a", "b", "c", "d"), started);
      started.clear();
      node.close();
      assertEquals(List.of("-d", "-c", "-b", "-a"), started);
    }

    @Test
    void aMenuThatLacksADependencyIsRefusedByName() {
      Exception refusal =
          assertThrows(
              IllegalArgumentException.class, () -> node(service(1, "lgc").needs("active-filter")));
      assertTrue(String.valueOf(refusal.getMessage()).contains("`lgc` needs [active-filter]"));
    }

    @Test
    void dependenciesInACircleAreRefused() {
      assertThrows(
          IllegalArgumentException.class,
          () -> node(service(1, "a").needs("b"), service(2, "b").needs("a")));
    }

    @Test
    void twoServicesOfOneNumberAreRefused() {
      assertThrows(IllegalArgumentException.class, () -> node(service(1, "a"), service(1, "b")));
    }

    @Test
    void goReachesEveryService() {
      TestService one = service(1, "a");
      TestService other = service(2, "b");
      try (TestNode node = node(one, other)) {
        node.does(new Command.Go());
        assertEquals(List.of("start", "go"), one.calls());
        assertEquals(List.of("start", "go"), other.calls());
      }
    }
  }

  @Nested
  class Packets {
    @Test
    void anActivePacketReachesTheServiceItNamesAtItsDestination() {
      TestService service = new TestService(7, "ping");
      try (TestNode node = node(service)) {
        node.receives(0, forThisNode().act(7)).expect("arrival", "delivery at=ping");
        node.receives(0, transit().act(7)).expect("arrival", "verdict", "departure link=1");
        assertEquals(List.of("start", "packet"), service.calls());
      }
    }

    @Test
    void aServiceThatActsAtEveryHopSeesWhatPasses() {
      TestService service =
          new TestService(7, "probe").everyHop().onPacket((now, packet) -> Fate.FORWARD);
      try (TestNode node = node(service)) {
        node.receives(0, transit().act(7)).expect("arrival", "verdict", "departure link=1");
        service.onPacket((now, packet) -> Fate.HOLD);
        node.receives(0, transit().act(7)).expect("arrival", "verdict", "departure link=1");
        service.onPacket((now, packet) -> Fate.CONSUME);
        node.receives(0, transit().act(7)).expect("arrival", "delivery at=probe");
        service.onPacket((now, packet) -> Fate.DISCARD);
        node.receives(0, transit().act(7)).expect("arrival", "drop reason=discarded link=0");
        service.onPacket((now, packet) -> Fate.REFUSE);
        node.receives(0, transit().act(7)).expect("arrival", "drop reason=bad-message link=0");
        node.receives(0, transit()).expect("arrival", "verdict", "departure link=1");
        assertEquals(6, service.calls().size(), "passive packets are not shown");
      }
    }

    @Test
    void aDatagramReachesWhoeverListensOnItsPort() {
      TestService service = new TestService(7, "sink");
      service.onStart(now -> service.context().listen(7000));
      try (TestNode node = node(service)) {
        node.receives(0, forThisNode().ports(1, 7000)).expect("arrival", "delivery at=sink");
        node.receives(0, forThisNode().ports(1, 7001)).expect("arrival", "drop reason=no-listener");
        node.receives(0, forThisNode().protocol(27, new byte[18]));
        node.expect("arrival", "drop reason=no-listener");
        var spoiled = forThisNode().ports(1, 7000).data((byte) 1).frame();
        node.receives(0, spoiled.setByte(44, 2)).expect("arrival", "drop reason=bad-checksum");
      }
    }

    @Test
    void aPortBelongsToOneService() {
      TestService first = new TestService(1, "first");
      TestService second = new TestService(2, "second");
      first.onStart(now -> first.context().listen(7000));
      second.onStart(now -> second.context().listen(7000));
      try (TestNode node = node(first, second)) {
        assertEquals("0", fact(node, "first", "failures"));
        assertEquals("1", fact(node, "second", "failures"));
      }
    }

    @Test
    void aViewIsGoodForItsCallOnly() {
      List<FrameView> kept = new ArrayList<>();
      TestService service =
          new TestService(7, "keeper")
              .onPacket(
                  (now, packet) -> {
                    assertEquals(Address.parse("10.0.0.1"), packet.source());
                    assertEquals(HERE, packet.destination());
                    assertEquals(new LinkId(0), packet.link());
                    assertEquals(7, packet.service());
                    assertEquals(28, packet.length());
                    kept.add(packet);
                    return Fate.CONSUME;
                  });
      try (TestNode node = node(service)) {
        node.receives(0, forThisNode().act(7)).expect("arrival", "delivery at=keeper");
        assertThrows(IllegalStateException.class, () -> kept.getFirst().source());
      }
    }
  }

  @Nested
  class Loopback {
    @Test
    void aPacketToThisNodeIsDeliveredAtTheEndOfTheCall() {
      TestService asked = new TestService(1, "asked");
      TestService asking = new TestService(2, "asking");
      List<String> order = new ArrayList<>();
      asked.onPacket(
          (now, packet) -> {
            order.add("asked");
            assertEquals(HERE, packet.prevNode());
            return Fate.CONSUME;
          });
      asking.onWake(
          (now, timer) -> {
            asking.context().sendMessage(now, HERE, 1, new TestMessage(1));
            order.add("asking is done");
          });
      try (TestNode node = node(asked, asking)) {
        tell(node, asking);
        assertEquals(List.of("asking is done", "asked"), order);
        node.expect("origin from=10.0.0.2 to=10.0.0.2", "delivery at=asked");
      }
    }

    /** A service that answers itself for ever keeps its own node busy, and time goes on. */
    @Test
    void whatIsLeftAfterManyIsDeliveredInTheNextWake() {
      TestService echo = new TestService(1, "echo");
      int[] left = {3 * Node.LOOPBACK_MAX};
      echo.onPacket(
          (now, packet) -> {
            if (--left[0] > 0) {
              echo.context().sendMessage(now, HERE, new TestMessage(1));
            }
            return Fate.CONSUME;
          });
      echo.onWake((now, timer) -> echo.context().sendMessage(now, HERE, new TestMessage(1)));
      try (TestNode node = node(echo)) {
        tell(node, echo);
        assertEquals(2 * Node.LOOPBACK_MAX, left[0]);
        assertEquals(1, node.node().framesInside());
        node.runTo(0);
        assertEquals(0, left[0]);
        assertEquals(0, node.node().framesInside());
      }
    }

    @Test
    void tooManyAtOnceAreDropped() {
      TestService flood = new TestService(1, "flood");
      flood.onWake(
          (now, timer) -> {
            for (int packet = 0; packet < Node.LOOPBACK_MAX + 5; packet++) {
              send(flood, now, HERE, 9);
            }
          });
      try (TestNode node = node(flood)) {
        tell(node, flood);
        assertEquals(5, node.ledger().drops(DropReason.QUEUE_FULL));
        assertEquals(Node.LOOPBACK_MAX, node.ledger().drops(DropReason.NO_LISTENER));
      }
    }
  }

  @Nested
  class Containment {
    private final TestService fragile = new TestService(7, "fragile");

    @Test
    void aFailureIsCountedAndTheNodeForwardsOn() {
      fragile.onPacket(
          (now, packet) -> {
            throw broken();
          });
      try (TestNode node = node(fragile)) {
        node.receives(0, forThisNode().act(7));
        node.expect(
            "arrival",
            "note service=fragile event=failure count=1",
            "drop reason=service-failed link=0");
        assertEquals("1", fact(node, "fragile", "failures"));
        assertEquals(
            "java.lang.IllegalStateException: broken", fact(node, "fragile", "last-failure"));
        assertEquals("false", fact(node, "fragile", "suspended"));
        node.receives(0, transit()).expect("arrival", "verdict", "departure link=1");
      }
    }

    @Test
    void threeFailuresInARowSuspend() {
      fragile.onPacket(
          (now, packet) -> {
            throw broken();
          });
      try (TestNode node = node(fragile)) {
        for (int failure = 0; failure < 3; failure++) {
          node.receives(0, forThisNode().act(7));
        }
        assertEquals("true", fact(node, "fragile", "suspended"));
        int calls = fragile.calls().size();
        node.skip();
        node.receives(0, forThisNode().act(7)).expect("arrival", "drop reason=service-failed");
        assertEquals(calls, fragile.calls().size(), "it is not called any more");
        node.receives(0, transit()).expect("arrival", "verdict", "departure link=1");
      }
    }

    @Test
    void aSuccessBetweenFailuresForgivesThem() {
      int[] calls = {0};
      fragile.onPacket(
          (now, packet) -> {
            if (++calls[0] % 3 != 0) {
              throw broken();
            }
            return Fate.CONSUME;
          });
      try (TestNode node = node(fragile)) {
        for (int packet = 0; packet < 9; packet++) {
          node.receives(0, forThisNode().act(7));
        }
        assertEquals("6", fact(node, "fragile", "failures"));
        assertEquals("false", fact(node, "fragile", "suspended"));
      }
    }

    @Test
    void aFailureInPassingLetsThePacketGoOn() {
      fragile
          .everyHop()
          .onPacket(
              (now, packet) -> {
                throw broken();
              });
      try (TestNode node = node(fragile)) {
        node.receives(0, transit().act(7));
        node.expect("arrival", "note service=fragile event=failure", "verdict", "departure link=1");
      }
    }

    @Test
    void everyKindOfCallIsContained() {
      fragile
          .onStart(
              now -> {
                fragile.context().setTimer(0, ms(10));
                throw broken();
              })
          .onGo(
              now -> {
                throw broken();
              })
          .onWake(
              (now, timer) -> {
                throw broken();
              });
      try (TestNode node = node(fragile)) {
        node.does(new Command.Go());
        node.expect("note service=fragile event=failure count=2");
        node.expectAt(
            ms(10),
            "note service=fragile event=failure count=3",
            "note service=fragile event=suspended");
      }
    }

    @Test
    void aVerbThatFailsIsARefusal() {
      fragile.onWake(
          (now, timer) -> {
            throw broken();
          });
      try (TestNode node = node(fragile)) {
        Reply reply = tell(node, fragile);
        assertFalse(reply.ok());
        assertTrue(reply.message().contains("broken"), reply::message);
      }
    }

    @Test
    void aSuspendedServicesTimersRest() {
      fragile
          .onStart(
              now -> {
                for (int timer = 0; timer < 5; timer++) {
                  fragile.context().setTimer(timer, ms(10 + timer));
                }
              })
          .onWake(
              (now, timer) -> {
                throw broken();
              });
      try (TestNode node = node(fragile)) {
        node.runTo(s(1));
        assertEquals(List.of("start", "wake 0", "wake 1", "wake 2"), fragile.calls());
      }
    }

    @Test
    void whatIsBeyondABudgetIsTheServicesFailure() {
      fragile.onWake(
          (now, timer) -> {
            for (int packet = 0; packet <= ServiceContext.PACKETS_PER_CALL_MAX; packet++) {
              send(fragile, now, THERE, 9);
            }
          });
      try (TestNode node = node(fragile)) {
        assertFalse(tell(node, fragile).ok());
        assertEquals(ServiceContext.PACKETS_PER_CALL_MAX, node.sent().size());
        fragile.onWake((now, timer) -> fragile.context().setTimer(ServiceContext.TIMERS_MAX, 0));
        assertFalse(tell(node, fragile).ok());
        fragile.onWake((now, timer) -> fragile.context().setTimer(-1, 0));
        assertFalse(tell(node, fragile).ok());
        assertEquals("true", fact(node, "fragile", "suspended"));
      }
    }

    @Test
    void portsAreBudgeted() {
      fragile.onWake(
          (now, timer) -> {
            for (int port = 1; port <= ServiceContext.PORTS_MAX + 1; port++) {
              fragile.context().listen(port);
            }
          });
      try (TestNode node = node(fragile)) {
        assertFalse(tell(node, fragile).ok());
        node.receives(0, forThisNode().ports(1, ServiceContext.PORTS_MAX));
        node.receives(0, forThisNode().ports(1, ServiceContext.PORTS_MAX + 1));
        assertEquals(1, node.ledger().drops(DropReason.NO_LISTENER));
      }
    }

    @Test
    void aDatagramThatNoHeaderCanHoldIsTheServicesFailure() {
      for (long lifetime : new long[] {-1, 1L << 32}) {
        fragile.onWake(
            (now, timer) ->
                fragile
                    .context()
                    .sendDatagram(
                        now, new UdpFlow(THERE, 1, 2), lifetime, Unpooled.EMPTY_BUFFER, 0));
        try (TestNode node = node(fragile)) {
          assertFalse(tell(node, fragile).ok(), "lifetime " + lifetime);
          assertEquals(0, node.ledger().origins() - 2, "nothing but hellos was made");
        }
      }
    }
  }

  @Nested
  class Told {
    private final TestService watcher = new TestService(7, "watcher");

    private TestNode congested(RedConfig.Action action) {
      RedConfig red =
          new RedConfig(
              OF_1993, 1, 0.5, 1, 1, action, true, RedConfig.Spacing.UNIFORM, false, 500, false);
      return TestNode.named("n2", "10.0.0.2")
          .link("10.0.0.1")
          .link(
              "10.0.0.3",
              link ->
                  link.rate(Rate.packetsPerSecond(10))
                      .queue(new QueueConfig(4, FlowIdentity.SOURCE_NODE, red)))
          .menu(watcher)
          .build()
          .started();
    }

    @Test
    void everyKindOfCongestionIsTold() {
      try (TestNode node = congested(RedConfig.Action.MARK)) {
        for (int packet = 0; packet < 4; packet++) {
          node.receives(0, transit().ecn(2)); // serve, wait, mark, drop
        }
        node.runTo(s(1));
        node.receives(0, transit());
        assertEquals(
            List.of("start", "marked", "early-drop", "above-max", "below-max"), watcher.calls());
      }
    }

    @Test
    void aLongQueueIsToldToWhomeverItIsLongEnoughFor() {
      TestService other = new TestService(8, "other");
      try (TestNode node =
          TestNode.named("n2", "10.0.0.2")
              .link("10.0.0.1")
              .link(
                  "10.0.0.3",
                  link -> link.rate(Rate.packetsPerSecond(10)).queue(QueueConfig.dropTail(4)))
              .menu(watcher, other)
              .build()
              .started()) {
        watcher.context().watchQueues(2);
        other.context().watchQueues(4);
        for (int packet = 0; packet < 6; packet++) {
          node.receives(0, transit()); // serve, four wait, drop
        }
        assertEquals(List.of("start", "queue-length", "queue-length", "overflow"), watcher.calls());
        assertEquals(List.of("start", "overflow"), other.calls());

        node.runTo(s(1));
        node.does(new Command.StopService("watcher"));
        for (int packet = 0; packet < 5; packet++) {
          node.receives(0, transit());
        }
        assertEquals("stop", watcher.calls().getLast());
        assertThrows(IllegalArgumentException.class, () -> other.context().watchQueues(0));
      }
    }

    @Test
    void theQueueIsShownAsItIs() {
      try (TestNode node = congested(RedConfig.Action.NONE)) {
        Packet other = transit().from("10.0.0.9").prevNode("10.0.0.1");
        node.receives(0, transit()).receives(0, transit());
        node.receives(0, other).receives(0, other).receives(0, other);
        List<String> seen = new ArrayList<>();
        watcher.onCongestion(
            (now, kind, queue, packet) -> {
              var greediest = queue.greediest(FlowIdentity.SOURCE_NODE);
              seen.add(queue.name() + " " + queue.frames() + " " + queue.flows() + " " + greediest);
            });
        node.receives(0, transit());
        String greediest =
            "Greediest[flow=10.0.0.9, frames=3, destination="
                + THERE
                + ", prevNode="
                + Address.parse("10.0.0.1")
                + "]";
        assertEquals(
            List.of("link-1 4 2 " + greediest, "link-1 4 2 " + greediest), seen, "overflow, above");
      }
    }

    @Test
    void congestionCausedByTheAnswerIsNotTold() {
      watcher.onCongestion((now, kind, queue, packet) -> send(watcher, now, THERE, 9));
      try (TestNode node = congested(RedConfig.Action.DROP)) {
        for (int packet = 0; packet < 3; packet++) {
          node.receives(0, transit());
        }
        assertEquals(List.of("start", "early-drop"), watcher.calls());
        assertEquals(2, node.ledger().drops(DropReason.RED_EARLY), "the answer was dropped, too");
      }
    }

    /** Ten thousand packets in a call are the budget, not ten thousand answers in a life. */
    @Test
    void theBudgetOfPacketsIsThatOfOneCall() {
      watcher.onCongestion(
          (now, kind, queue, packet) -> {
            for (int answer = 0; answer < 100; answer++) {
              watcher.context().sendMessage(now, Address.parse("10.0.0.1"), new TestMessage(1));
            }
          });
      try (TestNode node = congested(RedConfig.Action.DROP)) {
        for (int packet = 0; packet < 2 + 2 * ServiceContext.PACKETS_PER_CALL_MAX / 100; packet++) {
          node.receives(0, transit());
        }
        assertEquals("0", fact(node, "watcher", "failures"));
      }
    }

    /** Being told in between, of congestion that its packets cause, buys it no more of them. */
    @Test
    void whatACallCausesDoesNotRenewItsBudget() {
      watcher.onWake(
          (now, timer) -> {
            for (int packet = 0; packet <= ServiceContext.PACKETS_PER_CALL_MAX; packet++) {
              send(watcher, now, THERE, 9);
            }
          });
      try (TestNode node = congested(RedConfig.Action.DROP)) {
        assertFalse(tell(node, watcher).ok());
        assertTrue(watcher.calls().size() >= ServiceContext.PACKETS_PER_CALL_MAX, "it was told");
      }
    }

    @Test
    void aFailureWhileBeingToldIsContained() {
      watcher.onCongestion(
          (now, kind, queue, packet) -> {
            throw broken();
          });
      try (TestNode node = congested(RedConfig.Action.DROP)) {
        for (int packet = 0; packet < 10; packet++) {
          node.receives(0, transit());
        }
        assertEquals("true", fact(node, "watcher", "suspended"));
        assertEquals("3", fact(node, "watcher", "failures"));
      }
    }

    @Test
    void aFilterForThisNodesOwnPacketsCatchesThem() {
      watcher.onWake((now, timer) -> send(watcher, now, THERE, 9));
      try (TestNode node = node(watcher)) {
        watcher.context().filter(0, null, FlowKey.ofSource(HERE), s(1));
        node.skip();
        tell(node, watcher);
        node.expect("origin from=10.0.0.2 to=10.0.0.3", "drop reason=filtered from=10.0.0.2");
      }
    }

    @Test
    void aServiceFindsItsWayAround() {
      try (TestNode node = node(watcher)) {
        ServiceContext context = watcher.context();
        assertEquals("n2", context.nodeName());
        assertEquals(HERE, context.address());
        assertEquals(new LinkId(1), context.linkTo(THERE));
        assertEquals(THERE, context.neighbour(new LinkId(1)));
        assertEquals(new LinkId(0), context.route(Address.parse("10.0.0.1")));
        assertEquals(null, context.route(Address.parse("10.9.9.9")));
        assertEquals(null, context.linkTo(Address.parse("10.9.9.9")));
        node.expectNothing();
      }
    }
  }
}
