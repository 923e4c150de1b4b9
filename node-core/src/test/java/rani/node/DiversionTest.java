// SPDX-License-Identifier: Apache-2.0
package rani.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static rani.fixture.Nanos.ms;
import static rani.fixture.Nanos.s;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import rani.fixture.Packet;
import rani.fixture.TestNode;
import rani.fixture.TestService;
import rani.link.Diversion;
import rani.service.Fate;
import rani.wire.Address;
import rani.wire.FlowKey;
import rani.wire.Frame;
import rani.wire.RaniHeader;
import rani.world.DropReason;
import rani.world.LinkId;

/** Node 10.0.0.2 between 10.0.0.1 (link 0) and 10.0.0.3 (link 1), with a service that diverts. */
class DiversionTest {
  private static final LinkId IN = new LinkId(0);
  private static final FlowKey FLOW = FlowKey.ofSource(Address.parse("10.0.0.1"));

  private final TestService shaper = new TestService(9, "shaper");
  private final TestService listener = new TestService(10, "listener").onStart(now -> listen(7000));

  @AutoClose
  private final TestNode node =
      TestNode.named("n2", "10.0.0.2")
          .link("10.0.0.1")
          .link("10.0.0.3")
          .menu(shaper, listener)
          .build()
          .started();

  private @Nullable Diversion diversion;

  private void listen(int port) {
    listener.context().listen(port);
  }

  private void divertUntil(long untilNanos) {
    diversion = shaper.context().divert(node.world().nowNanos(), IN, FLOW, untilNanos);
    assertNotNull(diversion);
    node.skip();
  }

  private Diversion diversion() {
    if (diversion == null) {
      throw new IllegalStateException("nothing is diverted yet");
    }
    return diversion;
  }

  private void flush() {
    shaper.context().flush(node.world().nowNanos(), diversion());
  }

  private void close() {
    shaper.context().close(node.world().nowNanos(), diversion());
  }

  /** Lets the service act from within a call, as it would from its console. */
  private void tell(Runnable action) {
    shaper.onWake((now, timer) -> action.run());
    node.does(new Command.Tell("shaper", "act", List.of()));
  }

  private static Packet packet(int id) {
    return Packet.datagram().from("10.0.0.1").to("10.0.0.3").id(id);
  }

  @Test
  void heldPacketsAreFlushedInOrder() {
    divertUntil(s(10));
    node.receives(0, packet(1)).receives(0, packet(2)).receives(0, packet(3));
    node.expect("arrival link=0", "arrival link=0", "arrival link=0");
    node.runTo(ms(5));
    tell(this::flush);
    node.expect(
        "filter change=remove link=0 flow=10.0.0.1 until=10.000000000 caught=3",
        enqueued(1),
        departed(1),
        enqueued(2),
        departed(2),
        enqueued(3),
        departed(3));
    assertEquals(0, diversion().held());
  }

  @Test
  void whatIsHeldForThisNodeIsNotDeliveredBeyondItsLife() {
    List<Long> left = new ArrayList<>();
    listener.onPacket(
        (now, packet) -> {
          left.add(packet.lifetimeMicros());
          assertEquals(0, packet.arrivedNanos());
          return Fate.CONSUME;
        });
    divertUntil(s(10));
    node.receives(0, packet(1).to("10.0.0.2").ports(1, 7000).lifetimeMicros(10_000_000));
    node.receives(0, packet(2).to("10.0.0.2").ports(1, 7000).lifetimeMicros(4_000_000));
    node.runTo(s(4));
    tell(this::flush);
    assertEquals(List.of(6_000_000L), left, "4 s of 10 s are gone");
    assertEquals(1, node.ledger().drops(DropReason.EXPIRED));
  }

  private static String enqueued(int id) {
    return "verdict queue=link-1 verdict=enqueue queued=0 average=0.0"
        + (" from=10.0.0.1 to=10.0.0.3 proto=17 id=" + id);
  }

  private static String departed(int id) {
    return "departure link=1 late=0 from=10.0.0.1 to=10.0.0.3 proto=17 id=" + id;
  }

  @Test
  void aPacketsLifeGoesOnWhileItIsHeld() {
    divertUntil(s(10));
    node.receives(0, packet(1).lifetimeMicros(10_000_000));
    node.receives(0, packet(2).lifetimeMicros(2_000_000));
    node.runTo(s(4)).skip();
    tell(this::flush);
    ByteBuf frame = node.sent().getFirst().frame();
    assertEquals(6_000_000, RaniHeader.lifetimeMicros(frame, 0), "4 s of 10 s are gone");
    assertEquals(1, node.ledger().drops(DropReason.EXPIRED));
  }

  @Test
  void closingDiscardsWhatIsHeld() {
    divertUntil(s(10));
    node.receives(0, packet(1)).receives(0, packet(2)).skip();
    tell(this::close);
    node.expect(
        "filter change=remove link=0",
        "drop reason=diversion link=0 from=10.0.0.1 to=10.0.0.3 proto=17 id=1",
        "drop reason=diversion link=0 from=10.0.0.1 to=10.0.0.3 proto=17 id=2");
    node.receives(0, packet(3)).expect("arrival", "verdict", "departure link=1");
  }

  @Test
  void othersPassBy() {
    divertUntil(s(10));
    node.receives(0, Packet.datagram().from("10.0.0.9").prevNode("10.0.0.1").to("10.0.0.3"));
    node.expect("arrival", "verdict", "departure link=1");
    node.receives(1, packet(1).prevNode("10.0.0.3").to("10.0.0.1"));
    node.expect("arrival link=1", "verdict", "departure link=0");
  }

  @Test
  void networkControlIsNeverDiverted() {
    divertUntil(s(10));
    node.receives(0, packet(1).control()).expect("arrival", "departure link=1");
  }

  @Test
  void theServiceDecidesPacketByPacket() {
    divertUntil(s(10));
    shaper.onDiverted(
        (now, packet) ->
            switch (id(packet.frame())) {
              case 1 -> Fate.FORWARD;
              case 2 -> Fate.CONSUME;
              case 3 -> Fate.DISCARD;
              case 4 -> Fate.REFUSE;
              default -> Fate.HOLD;
            });
    for (int id = 1; id <= 5; id++) {
      node.receives(0, packet(id));
    }
    node.expect(
        "arrival",
        "verdict",
        "departure link=1",
        "arrival",
        "delivery at=shaper from=10.0.0.1 to=10.0.0.3 proto=17 id=2",
        "arrival",
        "drop reason=discarded link=0",
        "arrival",
        "drop reason=bad-message link=0",
        "arrival");
    assertEquals(1, diversion().held());
  }

  private static int id(ByteBuf frame) {
    return frame.getUnsignedShort(Frame.ipv4(frame) + 4);
  }

  @Test
  void whatWasHeldGoesBeforeThePacketThatMadeTheServiceFlush() {
    divertUntil(s(10));
    shaper.onDiverted(
        (now, packet) -> {
          if (id(packet.frame()) < 3) {
            return Fate.HOLD;
          }
          flush();
          return Fate.FORWARD;
        });
    node.receives(0, packet(1)).receives(0, packet(2)).receives(0, packet(3));
    assertEquals(List.of(1, 2, 3), node.sent().stream().map(sent -> id(sent.frame())).toList());
  }

  @Test
  void aDiversionThatItsServiceHasEndedHoldsNothingMore() {
    divertUntil(s(10));
    shaper.onDiverted(
        (now, packet) -> {
          flush();
          return Fate.HOLD;
        });
    node.receives(0, packet(1));
    assertEquals(1, node.sent().size());
    assertEquals(0, node.node().framesInside());
  }

  /** A flushed packet for this node must not call a service from within another's call. */
  @Test
  void flushedPacketsAreDeliveredWhenNoServiceIsBeingCalled() {
    divertUntil(s(10));
    shaper.onStart(now -> shaper.context().listen(7001));
    node.receives(0, packet(1).to("10.0.0.2").ports(5000, 7000)).skip();
    List<String> order = new ArrayList<>();
    listener.onPacket(
        (now, packet) -> {
          order.add("listener");
          return Fate.CONSUME;
        });
    tell(
        () -> {
          flush();
          order.add("flushed");
        });
    node.expect("filter change=remove", "delivery at=listener");
    assertEquals(List.of("flushed", "listener"), order);
  }

  @Test
  void theHoldIsBounded() {
    divertUntil(s(10));
    for (int id = 0; id < Diversion.HELD_FRAMES_MAX; id++) {
      node.receives(0, packet(id));
    }
    node.skip();
    node.receives(0, packet(1)).expect("arrival", "drop reason=diversion link=0");
    // A small part of a large receive buffer would be copied to be held.
    ByteBuf large = Unpooled.buffer(65_536).writeBytes(packet(2).frame());
    node.receives(0, large.retainedSlice()).expect("arrival", "drop reason=diversion link=0");
    assertEquals(1, large.refCnt());
    large.release();
  }

  @Test
  void anExpiredDiversionKeepsWhatItHoldsForItsService() {
    divertUntil(s(1));
    node.receives(0, packet(1)).skip();
    node.expectAt(s(1), "filter change=expire link=0 flow=10.0.0.1 until=1.000000000 caught=1");
    node.receives(0, packet(2)).expect("arrival", "verdict", "departure link=1");
    tell(this::flush);
    node.expect("verdict", "departure link=1");
  }

  @Test
  void aFlowIsDivertedOnceOnALink() {
    divertUntil(s(10));
    assertNull(listener.context().divert(0, IN, FLOW, s(10)));
    assertFalse(shaper.context().filter(0, IN, FLOW, s(10)));
  }

  @Test
  void aServiceThatIsSuspendedGivesBackWhatItHolds() {
    divertUntil(s(10));
    node.receives(0, packet(1)).skip();
    shaper.onDiverted(
        (now, packet) -> {
          throw new IllegalStateException("broken");
        });
    node.receives(0, packet(2)).receives(0, packet(3));
    assertEquals(2, node.sent().size(), "what it fails to decide goes on");
    node.receives(0, packet(4));
    assertEquals(List.of(2, 3, 1, 4), node.sent().stream().map(sent -> id(sent.frame())).toList());
    node.skip();
    node.receives(0, packet(5)).expect("arrival", "verdict", "departure link=1");
  }

  @Test
  void stoppingTheNodeLetsGoOfWhatIsHeld() {
    divertUntil(s(10));
    node.receives(0, packet(1)).skip();
    node.does(new Command.Stop());
    node.expect("drop reason=stopped link=0");
  }

  @Test
  void whatAServiceFlushesAsItStopsIsLetGoToo() {
    divertUntil(s(10));
    shaper.onStop(now -> flush());
    node.receives(0, packet(1)).skip();
    node.does(new Command.Stop());
    node.expect("filter change=remove", "drop reason=stopped link=0");
  }
}
