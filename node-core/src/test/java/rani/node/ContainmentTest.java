// SPDX-License-Identifier: Apache-2.0
package rani.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static rani.fixture.Nanos.ms;
import static rani.fixture.Nanos.s;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import rani.fixture.Packet;
import rani.fixture.TestNode;
import rani.fixture.TestService;
import rani.queue.Rate;
import rani.service.Fate;
import rani.service.ServiceContext;
import rani.service.ServiceProvider;
import rani.wire.Address;
import rani.wire.FlowKey;
import rani.wire.UdpFlow;
import rani.world.DropReason;
import rani.world.LinkId;
import rani.world.Reply;

/** What services do wrong on node 10.0.0.2 between 10.0.0.1 (link 0) and 10.0.0.3 (link 1). */
class ContainmentTest {
  private static final int HERE = Address.parse("10.0.0.2");
  private static final int THERE = Address.parse("10.0.0.3");

  private final TestService fragile = new TestService(7, "fragile");

  private static TestNode node(ServiceProvider... menu) {
    return TestNode.named("n2", "10.0.0.2")
        .link("10.0.0.1")
        .link("10.0.0.3")
        .menu(menu)
        .build()
        .started();
  }

  private static Packet transit() {
    return Packet.datagram().from("10.0.0.1").to("10.0.0.3");
  }

  private static Packet forThisNode() {
    return Packet.datagram().from("10.0.0.1").to("10.0.0.2");
  }

  private Reply act(TestNode node) {
    return node.does(new Command.Tell(fragile.name(), "act", List.of()));
  }

  private void send(long nowNanos, int to) {
    fragile
        .context()
        .sendDatagram(nowNanos, new UdpFlow(to, 5000, 9), 1_000_000, Unpooled.EMPTY_BUFFER, 10);
  }

  private static Map<?, ?> facts(TestNode node, String service) {
    Reply reply = node.does(new Command.Show(Command.Subject.SERVICES));
    return (Map<?, ?>) reply.facts().byKey().getOrDefault(service, Map.of());
  }

  private Object fact(TestNode node, String name) {
    Object value = facts(node, "fragile").get(name);
    return value == null ? "no " + name : value;
  }

  private void assertForwards(TestNode node) {
    node.skip().receives(0, transit()).expect("arrival", "verdict", "departure link=1");
  }

  @Nested
  class Thrown {
    static List<Supplier<Error>> errors() {
      return List.of(
          StackOverflowError::new,
          () -> new AssertionError("no"),
          () -> new NoClassDefFoundError("rani/gone/Class"),
          () -> new ExceptionInInitializerError("static"));
    }

    @ParameterizedTest
    @MethodSource("errors")
    void anErrorIsContainedAsAnExceptionIs(Supplier<Error> error) {
      fragile.onPacket(
          (now, packet) -> {
            throw error.get();
          });
      try (TestNode node = node(fragile)) {
        node.receives(0, forThisNode().act(7));
        node.expect("arrival", "note service=fragile event=failure", "drop reason=service-failed");
        assertEquals(1L, fact(node, "failures"));
        assertForwards(node);
      }
    }

    @Test
    void whatRecursesForEverIsContained() {
      fragile.onPacket((now, packet) -> Endless.recurse(packet.length()) ? Fate.HOLD : Fate.REFUSE);
      try (TestNode node = node(fragile)) {
        node.receives(0, forThisNode().act(7));
        assertEquals("java.lang.StackOverflowError", fact(node, "last-failure"));
        assertForwards(node);
      }
    }

    @Test
    void aSneakyCheckedExceptionIsContained() {
      fragile.onWake((now, timer) -> Sneaky.raise(new java.io.IOException("unseen")));
      try (TestNode node = node(fragile)) {
        assertEquals("the service failed: java.io.IOException: unseen", act(node).message());
      }
    }

    @Test
    void anExceptionThatCannotBePrintedIsContained() {
      fragile.onWake(
          (now, timer) -> {
            throw new IllegalStateException() {
              private static final long serialVersionUID = 1;

              @Override
              public String toString() {
                throw new IllegalStateException("again");
              }
            };
          });
      try (TestNode node = node(fragile)) {
        assertTrue(act(node).message().contains("ContainmentTest"));
      }
    }

    /** No one can go on then; see the verdict of a live node's JVM. */
    @Test
    void exhaustedMemoryIsNobodysToContain() {
      OutOfMemoryError exhausted = new OutOfMemoryError("heap");
      fragile.onWake(
          (now, timer) -> {
            throw exhausted;
          });
      try (TestNode node = node(fragile)) {
        assertSame(exhausted, assertThrows(OutOfMemoryError.class, () -> act(node)));
        fragile.onWake((now, timer) -> {});
      }
    }

    /** The node's own state would be half changed. */
    @Test
    void anErrorWithinTheNodeIsNotTheServices() {
      fragile.onWake((now, timer) -> send(now, THERE));
      try (TestNode node = node(fragile)) {
        node.world().failSends(new AssertionError("the wire"));
        assertThrows(AssertionError.class, () -> act(node));
        node.world().failSends(null);
        assertEquals(0L, fact(node, "failures"));
      }
    }
  }

  @Nested
  class Asked {
    @Test
    void factsThatThrowDoNotBreakTheShow() {
      TestService sound = new TestService(8, "sound");
      fragile.telling(
          () -> {
            throw new IllegalStateException("broken");
          });
      try (TestNode node = node(fragile, sound)) {
        assertEquals(1L, fact(node, "failures"));
        assertEquals(false, facts(node, "sound").get("suspended"));
        assertEquals(3L, fact(node, "failures"));
        assertEquals(true, fact(node, "suspended"));
        assertForwards(node);
      }
    }

    @Test
    void buffersThatCannotBeCountedAreNone() {
      try (TestNode node = node(fragile)) {
        fragile.holding(
            () -> {
              throw new IllegalStateException("broken");
            });
        assertEquals(0, node.node().heldBuffers());
        fragile.holding(() -> 0);
      }
    }

    @Test
    void aCallWithinOneThatFailsIsNoSuccess() {
      int[] congestions = {0};
      fragile.onStart(now -> fragile.context().watchQueues(1));
      fragile.onCongestion((now, kind, queue, packet) -> congestions[0]++);
      fragile.onPacket(
          (now, packet) -> {
            send(now, THERE);
            send(now, THERE);
            throw new IllegalStateException("broken");
          });
      TestNode.Builder slow =
          TestNode.named("n2", "10.0.0.2")
              .link("10.0.0.1")
              .link("10.0.0.3", link -> link.rate(Rate.packetsPerSecond(1)))
              .menu(fragile);
      try (TestNode node = slow.build().started()) {
        for (int i = 0; i < ServiceContext.FAILURES_MAX; i++) {
          node.receives(0, forThisNode().act(7));
        }
        assertTrue(congestions[0] >= ServiceContext.FAILURES_MAX, "each call caused another");
        assertEquals(true, fact(node, "suspended"));
      }
    }

    @Test
    void whatIsSentAsATransmissionBeginsIsRefused() {
      fragile.onStart(now -> fragile.context().watchTransmissions());
      fragile.onTransmission(now -> send(now, THERE));
      TestNode.Builder slow =
          TestNode.named("n2", "10.0.0.2")
              .link("10.0.0.1")
              .link("10.0.0.3", link -> link.rate(Rate.packetsPerSecond(1)))
              .menu(fragile);
      try (TestNode node = slow.build().started()) {
        node.receives(0, transit());
        assertEquals(1L, fact(node, "failures"));
        assertEquals(
            "java.lang.IllegalStateException: nothing may be sent while a transmission begins",
            fact(node, "last-failure"));
        assertEquals(List.of("start", "transmission"), fragile.calls());
        assertEquals(1, node.ledger().inside());
      }
    }

    @Test
    void nobodyWaitsForAServiceThatCannotSayWhetherItIsBusy() {
      try (TestNode node = node(fragile)) {
        fragile.busy(
            () -> {
              throw new IllegalStateException("broken");
            });
        assertFalse(node.node().isBusy());
        assertFalse(node.node().isBusy());
        assertFalse(node.node().isBusy());
        assertEquals(true, fact(node, "suspended"));
      }
    }

    @Test
    void anAnswerDoesNotForgiveFailures() {
      fragile.onPacket(
          (now, packet) -> {
            throw new IllegalStateException("broken");
          });
      try (TestNode node = node(fragile)) {
        for (int packet = 0; packet < ServiceContext.FAILURES_MAX; packet++) {
          node.receives(0, forThisNode().act(7));
          assertFalse(node.node().isBusy());
        }
        assertEquals(true, fact(node, "suspended"));
      }
    }
  }

  @Nested
  class Suspended {
    private TestNode suspended() {
      TestNode node = node(fragile.everyHop());
      fragile.onWake(
          (now, timer) -> {
            throw new IllegalStateException("broken");
          });
      for (int failure = 0; failure < ServiceContext.FAILURES_MAX; failure++) {
        act(node);
      }
      return node.skip();
    }

    @Test
    void atATransitNodeItIsAsIfTheServiceWereNotThere() {
      try (TestNode node = suspended()) {
        node.receives(0, transit().act(7)).expect("arrival", "verdict", "departure link=1");
        node.receives(0, forThisNode().act(7)).expect("arrival", "drop reason=service-failed");
      }
    }

    @Test
    void whatItHadDivertedGoesOnItsWay() {
      try (TestNode node = node(fragile)) {
        FlowKey flow = FlowKey.ofSource(Address.parse("10.0.0.1"));
        fragile.context().divert(0, new LinkId(0), flow, s(100));
        node.receives(0, transit()).receives(0, transit());
        assertEquals(2, node.node().framesInside());
        fragile.onDiverted(
            (now, packet) -> {
              throw new IllegalStateException("broken");
            });
        for (int failure = 0; failure < ServiceContext.FAILURES_MAX; failure++) {
          node.receives(0, transit());
        }
        assertEquals(0, node.node().framesInside());
        assertEquals(5, node.sent().size());
        assertForwards(node);
      }
    }

    @Test
    void aVerbIsRefusedWithTheReason() {
      try (TestNode node = suspended()) {
        assertEquals(
            "service `fragile` is suspended: java.lang.IllegalStateException: broken",
            act(node).message());
      }
    }

    @Test
    void anOperatorBringsItBack() {
      try (TestNode node = suspended()) {
        fragile.onWake((now, timer) -> {});
        Reply reply = node.does(new Command.RestartService("fragile"));
        assertTrue(reply.ok(), reply::message);
        assertEquals(false, reply.facts().byKey().get("suspended"));
        assertEquals(0L, reply.facts().byKey().get("failures"));
        node.expect("note service=node event=restart-service by=operator name=fragile");
        assertTrue(act(node).ok());
      }
    }

    @Test
    void whatDoesNotStartAgainStaysSuspended() {
      try (TestNode node = suspended()) {
        fragile.onStart(
            now -> {
              fragile.context().listen(7000);
              throw new IllegalStateException("still");
            });
        Reply reply = node.does(new Command.RestartService("fragile"));
        assertEquals(
            "service `fragile` did not start: java.lang.IllegalStateException: still",
            reply.message());
        assertEquals(true, fact(node, "suspended"));
        node.skip().receives(0, forThisNode().ports(1, 7000));
        node.expect("arrival", "drop reason=no-listener");
      }
    }

    @Test
    void whatIsNotThereIsNotRestarted() {
      try (TestNode node = suspended()) {
        Reply reply = node.does(new Command.RestartService("fragil"));
        assertEquals("no service `fragil` here; there is [fragile]", reply.message());
      }
    }
  }

  @Nested
  class Budgets {
    /** Refusals are exceptions, and a service can swallow these. */
    @Test
    void whoeverSwallowsTheRefusalHasFailedAllTheSame() {
      fragile.onWake(
          (now, timer) -> {
            for (int packet = 0; packet < ServiceContext.PACKETS_PER_CALL_MAX + 5; packet++) {
              try {
                send(now, HERE);
              } catch (IllegalStateException refusedAsExpected) {
                continue;
              }
            }
          });
      try (TestNode node = node(fragile)) {
        assertFalse(act(node).ok());
        assertEquals(1L, fact(node, "failures"));
        assertEquals(5L, fact(node, "refused-packets"));
      }
    }

    @Test
    void aServiceThatHoardsBuffersIsSuspended() {
      List<ByteBuf> hoard = new ArrayList<>();
      fragile
          .holding(hoard::size)
          .onPacket(
              (now, packet) -> {
                while (hoard.size() <= ServiceContext.HELD_BUFFERS_MAX) {
                  hoard.add(fragile.context().buffers().buffer(1));
                }
                return Fate.CONSUME;
              })
          .onStop(now -> hoard.removeIf(ByteBuf::release));
      try (TestNode node = node(fragile)) {
        int packets = ServiceBudget.CALLS_PER_COUNT + ServiceContext.FAILURES_MAX;
        for (int packet = 0; packet < packets; packet++) {
          node.receives(0, forThisNode().act(7));
        }
        assertEquals(true, fact(node, "suspended"));
        assertEquals(
            "a service holds at most 131072 buffers, not 131073", fact(node, "last-failure"));
        assertForwards(node);
      }
    }

    @Test
    void diversionsAreBudgeted() {
      int[] got = {0};
      fragile.onWake(
          (now, timer) -> {
            for (int flow = 0; flow <= ServiceContext.DIVERSIONS_MAX; flow++) {
              fragile
                  .context()
                  .divert(now, new LinkId(0), FlowKey.ofSource(0x0b000000 + flow), s(100));
              got[0]++;
            }
          });
      try (TestNode node = node(fragile)) {
        assertFalse(act(node).ok());
        assertEquals(ServiceContext.DIVERSIONS_MAX, got[0]);
        assertEquals(1L, fact(node, "refused-diversions"));
      }
    }

    @Test
    void factsShowWhatIsUsed() {
      fragile.onWake(
          (now, timer) -> {
            if (timer < 0) {
              fragile.context().setTimer(2, ms(50));
              fragile.context().listen(7000);
              send(now, THERE);
            }
          });
      try (TestNode node = node(fragile)) {
        act(node);
        Map<?, ?> budgets = (Map<?, ?>) fact(node, "budgets");
        assertEquals(Map.of("used", 1L, "max", 1_000_000L), budgets.get("packets-in-second"));
        assertEquals(Map.of("used", 3L, "max", 1024L), budgets.get("timers"));
        assertEquals(Map.of("used", 1L, "max", 8192L), budgets.get("ports"));
        assertEquals(Map.of("used", 0L, "max", 131_072L), budgets.get("held-buffers"));
        node.runTo(s(2));
        budgets = (Map<?, ?>) fact(node, "budgets");
        assertEquals(Map.of("used", 0L, "max", 1_000_000L), budgets.get("packets-in-second"));
      }
    }
  }

  @Nested
  class Blocked {
    @Test
    void aServiceThatHeldItsNodeUpIsSuspendedAtOnce() {
      try (TestNode node = node(fragile)) {
        node.world().nextCallBlocks(ms(1200));
        node.receives(0, forThisNode().act(7));
        node.expect(
            "arrival",
            "note service=fragile event=blocked seconds=1.200000000",
            "note service=fragile event=suspended",
            "delivery at=fragile");
        assertEquals(1L, fact(node, "blocked"));
        assertEquals("it blocked its node for 1.200000000 s", fact(node, "last-failure"));
        node.skip().receives(0, forThisNode().act(7));
        node.expect("arrival", "drop reason=service-failed");
        assertEquals(1, node.ledger().drops(DropReason.SERVICE_FAILED));
        assertForwards(node);
      }
    }

    @Test
    void theWorldKnowsWhomTheNodeCalls() {
      fragile.onPacket(
          (now, packet) -> {
            assertEquals("fragile", String.join(" ", openCalls));
            return Fate.CONSUME;
          });
      try (TestNode node = node(fragile)) {
        openCalls = node.world().openCalls();
        node.receives(0, forThisNode().act(7)).expect("arrival", "delivery at=fragile");
        assertEquals(List.of(), node.world().openCalls());
      }
    }

    private List<String> openCalls = List.of();
  }

  /** What has no end, as far as it goes. */
  private static final class Endless {
    static boolean recurse(int depth) {
      return depth < 0 || recurse(depth + 1) && recurse(depth + 2);
    }
  }

  /** Throws what no signature allows. */
  private static final class Sneaky {
    static void raise(Exception checked) {
      Sneaky.<IllegalStateException>raiseAs(checked);
    }

    @SuppressWarnings("unchecked") // the whole point: the compiler takes it for another
    private static <E extends Exception> void raiseAs(Exception checked) throws E {
      throw (E) checked;
    }
  }
}
