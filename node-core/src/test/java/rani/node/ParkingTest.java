// SPDX-License-Identifier: Apache-2.0
package rani.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static rani.fixture.Nanos.ms;
import static rani.fixture.Nanos.s;

import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import rani.fixture.Packet;
import rani.fixture.TestMessage;
import rani.fixture.TestNode;
import rani.fixture.TestService;
import rani.link.Diversion;
import rani.service.Fate;
import rani.service.ServiceContext;
import rani.wire.Frame;
import rani.wire.RaniHeader;
import rani.world.DropReason;
import rani.world.LinkId;

/** Active packets that wait for their service, and those that one service hands to another. */
class ParkingTest {
  private static final LinkId IN = new LinkId(0);

  private final TestService keeper = new TestService(9, "keeper").everyHop();
  private final TestService other = new TestService(10, "other").everyHop();

  @AutoClose
  private final TestNode node =
      TestNode.named("n2", "10.0.0.2")
          .link("10.0.0.1")
          .link("10.0.0.3")
          .menu(keeper, other)
          .build()
          .started();

  private boolean takesOver;

  private static Packet active(int id) {
    return Packet.datagram().from("10.0.0.1").to("10.0.0.3").id(id).act(9);
  }

  private static int id(ByteBuf frame) {
    return frame.getUnsignedShort(Frame.ipv4(frame) + 4);
  }

  private List<Integer> sent() {
    return node.sent().stream().map(sent -> id(sent.frame())).toList();
  }

  private Diversion parking() {
    return Objects.requireNonNull(keeper.context().parking(IN));
  }

  private void tell(Runnable action) {
    keeper.onWake((now, timer) -> action.run());
    node.does(new Command.Tell("keeper", "act", List.of()));
  }

  private long now() {
    return node.world().nowNanos();
  }

  private void park(int count) {
    parking();
    keeper.onPacket((now, packet) -> Fate.HOLD);
    for (int id = 1; id <= count; id++) {
      node.receives(0, active(id));
    }
  }

  @Test
  void withoutAChannelAHeldPacketGoesOn() {
    keeper.onPacket((now, packet) -> Fate.HOLD);
    node.receives(0, active(1)).expect("arrival", "verdict", "departure link=1");
    node.receives(0, active(2).to("10.0.0.2")).expect("arrival", "delivery at=keeper");
  }

  @Test
  void aReleasedPacketIsShownToItsServiceAgain() {
    park(3);
    node.expect("arrival", "arrival", "arrival");
    List<Integer> shown = new ArrayList<>();
    keeper.onPacket(
        (now, packet) -> {
          shown.add(id(packet.frame()));
          return Fate.FORWARD;
        });
    tell(() -> assertTrue(keeper.context().release(now(), parking(), 1)));
    assertEquals(List.of(2), shown);
    assertEquals(2, parking().held());
    tell(() -> keeper.context().flush(now(), parking()));
    assertEquals(List.of(2, 1, 3), shown);
    assertEquals(List.of(2, 1, 3), sent());
  }

  @Test
  void eachLinkHasAChannelOfItsOwnThatCountsAsADiversion() {
    Diversion first = parking();
    assertEquals(first, parking());
    Diversion second = Objects.requireNonNull(keeper.context().parking(new LinkId(1)));
    keeper.onPacket((now, packet) -> Fate.HOLD);
    node.receives(0, active(1)).receives(1, active(2).prevNode("10.0.0.3").to("10.0.0.1"));
    assertEquals(1, first.held());
    assertEquals(1, second.held());
    assertEquals(2, node.node().diversions().countOf(9));
    assertNull(keeper.context().parking(new LinkId(7)));
    assertEquals(256, ServiceContext.DIVERSIONS_MAX);
  }

  @Test
  void theLifeOfAPacketRunsOn() {
    parking();
    keeper.onPacket((now, packet) -> Fate.HOLD);
    node.receives(0, active(1).lifetimeMicros(10_000_000));
    node.receives(0, active(2).to("10.0.0.2").lifetimeMicros(10_000_000));
    node.receives(0, active(3).lifetimeMicros(2_000_000));
    node.runTo(s(4));
    List<Long> left = new ArrayList<>();
    keeper.onPacket(
        (now, packet) -> {
          left.add(packet.lifetimeMicros());
          return Fate.FORWARD;
        });
    tell(() -> keeper.context().flush(now(), parking()));
    assertEquals(List.of(10_000_000L, 6_000_000L), left, "in transit it is reduced as it departs");
    assertEquals(6_000_000, RaniHeader.lifetimeMicros(node.sent().getFirst().frame(), 0));
    assertEquals(1, node.ledger().drops(DropReason.EXPIRED));
  }

  @Test
  void aFullChannelDrops() {
    park(Diversion.HELD_FRAMES_MAX);
    node.skip();
    node.receives(0, active(1)).expect("arrival", "drop reason=diversion link=0");
    tell(() -> keeper.context().close(now(), parking()));
    assertEquals(Diversion.HELD_FRAMES_MAX + 1, node.ledger().drops(DropReason.DIVERSION));
  }

  @Test
  void whatIsHeldGoesOnWhenTheServiceIsSuspendedOrStopped() {
    park(1);
    keeper.onPacket(
        (now, packet) -> {
          throw new IllegalStateException("broken");
        });
    node.receives(0, active(2)).receives(0, active(3)).receives(0, active(4));
    assertEquals(List.of(2, 3, 4, 1), sent());
    node.does(new Command.RestartService("keeper"));
    park(1);
    node.does(new Command.StopService("keeper"));
    assertEquals(5, node.sent().size());
    assertEquals(0, node.node().framesInside());
  }

  @Test
  void whatIsHeldGoesOnWhenItsLinkIsRemoved() {
    park(1);
    node.does(new Command.RemoveLink(IN));
    assertEquals(List.of(1), sent());
    assertNull(keeper.context().parking(IN));
  }

  /** Two packets that release each other come to an end, though no time passes. */
  @Test
  void packetsDoNotReleaseEachOtherForever() {
    park(1);
    keeper.onPacket(
        (now, packet) -> {
          keeper.context().flush(now, parking());
          parking();
          return Fate.HOLD;
        });
    node.receives(0, active(2));
    assertEquals(2, node.ledger().drops(DropReason.DIVERSION));
    node.skip();
  }

  @Test
  void aMessageIsHeldToo() {
    park(0);
    node.receives(0, Packet.message(9, new TestMessage(7)).from("10.0.0.1").to("10.0.0.3"));
    assertEquals(1, parking().held());
  }

  private void handOverTo(int number) {
    keeper.onPacket(
        (now, packet) -> {
          takesOver = keeper.context().handOver(number);
          return Fate.FORWARD;
        });
  }

  @Test
  void theOtherServiceDecidesAboutAPacketThatIsHandedOver() {
    handOverTo(10);
    node.receives(0, active(1)).expect("arrival", "delivery at=other");
    node.receives(0, active(2).to("10.0.0.2")).expect("arrival", "delivery at=other");
    other.onPacket((now, packet) -> Fate.REFUSE);
    node.receives(0, active(3)).expect("arrival", "drop reason=bad-message");
    other.onPacket((now, packet) -> Fate.FORWARD);
    node.receives(0, active(4)).expect("arrival", "verdict", "departure link=1");
    assertEquals(List.of("start", "packet", "packet", "packet", "packet"), other.calls());
  }

  @Test
  void theOtherServiceHoldsWhatItWasHandedInItsOwnChannel() {
    handOverTo(10);
    Diversion channel = Objects.requireNonNull(other.context().parking(IN));
    other.onPacket((now, packet) -> Fate.HOLD);
    node.receives(0, active(1));
    assertEquals(1, channel.held());
    assertEquals(0, parking().held());
    node.runTo(ms(1));
    other.onPacket((now, packet) -> Fate.DISCARD);
    other.onWake((now, timer) -> other.context().flush(now, channel));
    node.skip().does(new Command.Tell("other", "act", List.of()));
    node.expect("drop reason=discarded");
    assertEquals(2, keeper.calls().stream().filter("packet"::equals).count());
  }

  @Test
  void aHandOverThatLeadsNowhereIsIgnored() {
    handOverTo(9);
    node.receives(0, active(1)).expect("arrival", "verdict", "departure link=1");
    assertFalse(takesOver);
    handOverTo(11);
    node.receives(0, active(2)).expect("arrival", "verdict", "departure link=1");
    assertFalse(takesOver);
    handOverTo(10);
    other.onPacket(
        (now, packet) -> {
          throw new IllegalStateException("broken");
        });
    node.receives(0, active(3)).receives(0, active(4)).receives(0, active(5)).skip();
    assertTrue(takesOver);
    node.receives(0, active(6).to("10.0.0.2")).expect("arrival", "delivery at=keeper");
    assertFalse(takesOver, "it is suspended");
  }

  /** One hand-over a packet: the second service cannot give it back. */
  @Test
  void aPacketIsHandedOverOnce() {
    handOverTo(10);
    other.onPacket(
        (now, packet) -> {
          boolean _ = other.context().handOver(9);
          return Fate.FORWARD;
        });
    node.receives(0, active(1)).expect("arrival", "verdict", "departure link=1");
    assertEquals(List.of("start", "packet"), keeper.calls());
    keeper.onPacket((now, packet) -> Fate.CONSUME);
    node.receives(0, active(2)).expect("arrival", "delivery at=keeper");
  }

  @Test
  void aServiceThatFailsHandsNothingOver() {
    keeper.onPacket(
        (now, packet) -> {
          boolean _ = keeper.context().handOver(10);
          throw new IllegalStateException("broken");
        });
    node.receives(0, active(1)).skip();
    assertEquals(List.of("start"), other.calls());
  }
}
