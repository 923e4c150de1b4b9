// SPDX-License-Identifier: Apache-2.0
package rani.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static rani.aqm.RedRules.OF_1993;
import static rani.fixture.Nanos.ms;
import static rani.fixture.Nanos.s;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rani.aqm.CodelConfig;
import rani.aqm.RedConfig;
import rani.fixture.Packet;
import rani.fixture.TestPort;
import rani.queue.QueueConfig;
import rani.queue.Rate;
import rani.wire.Address;
import rani.wire.FlowIdentity;
import rani.wire.Frame;
import rani.wire.Ipv4Header;
import rani.wire.RaniHeader;
import rani.world.DropReason;

class LinkPortTest {
  /** 25 ms a packet. */
  private static final Rate SLOW = Rate.packetsPerSecond(40);

  private static final QueueConfig ROOM = QueueConfig.dropTail(100);

  private static Packet packet(int id) {
    return Packet.datagram().id(id);
  }

  @Nested
  class Pacing {
    @AutoClose private final TestPort port = TestPort.of(SLOW, ROOM);

    @Test
    void oneFrameLeavesAfterAnother() {
      port.arrives(packet(1)).arrives(packet(2)).arrives(packet(3));
      port.expect("0ms enqueue 1 behind 0", "0ms enqueue 2 behind 0", "0ms enqueue 3 behind 1");
      port.runTo(s(1)).expect("25ms departs 1", "50ms departs 2", "75ms departs 3");
    }

    /** 64 bytes at 100 Gbit/s take 5.12 ns, a hundred and one of them 517.12. */
    @Test
    void partsOfNanosecondsAddUp() {
      try (TestPort fast = TestPort.of(Rate.bitsPerSecond(100e9), QueueConfig.dropTail(200))) {
        for (int number = 0; number <= 100; number++) {
          fast.arrives(packet(number).length(64));
        }
        assertEquals("517 100", fast.runTo(s(1)).fates("departs").getLast());
      }
    }

    @Test
    void serviceTakesTimeByLength() {
      try (TestPort bits = TestPort.of(Rate.bitsPerSecond(1e6), ROOM)) {
        bits.arrives(packet(1).length(1000)).arrives(packet(2).length(250)).skip();
        bits.runTo(s(1)).expect("8ms departs 1", "10ms departs 2");
      }
    }

    @Test
    void anIdleServerBeginsWhenAFrameComes() {
      port.arrives(packet(1)).runTo(ms(990)).skip();
      port.arrives(packet(2)).runTo(s(2));
      port.expect("990ms enqueue 2 behind 0", "1015ms departs 2");
    }

    @Test
    void lateTimersDoNotSlowTheLink() {
      for (int id = 1; id <= 4; id++) {
        port.arrives(packet(id));
      }
      port.skip();
      port.oversleepTo(ms(60)).expect("60ms departs 1 late 35ms", "60ms departs 2 late 10ms");
      port.runTo(s(1)).expect("75ms departs 3", "100ms departs 4");
    }

    @Test
    void whatIsMadeUpForIsBounded() {
      for (int id = 1; id <= 8; id++) {
        port.arrives(packet(id));
      }
      port.skip();
      // Frame 2's service begins at 900 ms at the earliest, not at 25 ms.
      port.oversleepTo(s(1))
          .expect(
              "1000ms departs 1 late 975ms",
              "1000ms departs 2 late 75ms",
              "1000ms departs 3 late 50ms",
              "1000ms departs 4 late 25ms",
              "1000ms departs 5");
      port.runTo(s(2)).expect("1025ms departs 6", "1050ms departs 7", "1075ms departs 8");
    }

    @Test
    void latenessIsMeasured() {
      for (int id = 1; id <= 4; id++) {
        port.arrives(packet(id));
      }
      port.oversleepTo(ms(26)).oversleepTo(ms(53)).runTo(s(1));
      LatenessHistogram lateness = port.port().lateness();
      assertEquals(4, lateness.departures());
      assertEquals(1, lateness.late(), "3 ms is more than a tenth of 25 ms, 1 ms is not");
      assertEquals(ms(3), lateness.maxNanos());
      assertEquals(ms(3), lateness.quantileNanos(1));
      assertEquals(0, lateness.quantileNanos(0.5));
    }

    @Test
    void moreThanOneDrainsWorthIsDrained() {
      try (TestPort fast = TestPort.of(Rate.packetsPerSecond(1e6), ROOM)) {
        for (int id = 0; id < 100; id++) {
          fast.arrives(packet(id));
        }
        fast.oversleepTo(ms(1));
        assertEquals(100, fast.world().sent().size());
      }
    }

    @Test
    void sixtyFourLeaveBeforeOtherTimersHaveTheirTurn() {
      try (TestPort fast = TestPort.of(Rate.packetsPerSecond(1e6), ROOM)) {
        for (int id = 0; id < 100; id++) {
          fast.arrives(packet(id));
        }
        fast.oversleepTo(ms(1), 1);
        assertEquals(64, fast.world().sent().size());
      }
    }

    @Test
    void anUnlimitedRateLetsEverythingPassAtOnce() {
      try (TestPort open = TestPort.of(Rate.UNLIMITED, QueueConfig.dropTail(1))) {
        open.arrives(packet(1)).arrives(packet(2));
        open.expect(
            "0ms enqueue 1 behind 0", "0ms departs 1", "0ms enqueue 2 behind 0", "0ms departs 2");
        assertEquals(0, open.port().lateness().departures(), "nothing was due");
      }
    }
  }

  @Nested
  class TwoStages {
    @Test
    void theNodesQueueIsDrainedIntoTheLinksPort() {
      try (TestPort port = TestPort.ofNode(SLOW, ROOM, Rate.packetsPerSecond(200))) {
        port.arrives(packet(1)).arrives(packet(2));
        port.runTo(s(1))
            .expect(
                "0ms node enqueue 1 behind 0",
                "0ms node enqueue 2 behind 0",
                "25ms link-3 enqueue 1 behind 0",
                "30ms departs 1",
                "50ms link-3 enqueue 2 behind 0",
                "55ms departs 2");
      }
    }

    @Test
    void withoutARateOfItsOwnTheLinkIsPassedAtOnce() {
      try (TestPort port = TestPort.ofNode(SLOW, ROOM, Rate.UNLIMITED)) {
        port.arrives(packet(1).lifetimeMicros(30_000)).skip();
        port.runTo(s(1)).expect("25ms link-3 enqueue 1 behind 0", "25ms departs 1");
        assertEquals(5_000, lifetime(port), "the time in both stages counts");
      }
    }

    @Test
    void whatTheNodesQueueLosesNeverSeesTheLink() {
      try (TestPort port = TestPort.ofNode(SLOW, QueueConfig.dropTail(1), Rate.UNLIMITED)) {
        port.arrives(packet(1)).arrives(packet(2)).arrives(packet(3));
        port.expect(
            "0ms node enqueue 1 behind 0",
            "0ms node enqueue 2 behind 0",
            "0ms node overflow 3 behind 1",
            "0ms drop 3 queue-full",
            "0ms tells overflow 3");
      }
    }
  }

  @Nested
  class Control {
    /** Packets of 64 bytes in half of the bucket. */
    private static final int HALF = ControlTokenBucket.BURST_BYTES_MIN / 2 / 64;

    @AutoClose private final TestPort port = TestPort.of(SLOW, QueueConfig.dropTail(2));

    @Test
    void passesBesideAFullQueue() {
      port.arrives(packet(1)).arrives(packet(2)).arrives(packet(3)).arrives(packet(4)).skip();
      port.passes(packet(9).control()).expect("0ms departs 9");
      assertEquals(2, port.port().queue().frames());
      port.runTo(s(1)).expect("25ms departs 1", "50ms departs 2", "75ms departs 3");
    }

    /** 5 % of 40 packets of 1,500 bytes a second are 24 kbit/s: 64 bytes in 21.3 ms. */
    @Test
    void beyondItsShareItGoesTheWayOfData() {
      pass(HALF);
      port.passes(small(2)).expect("0ms enqueue 2 behind 0");
      port.runTo(21_333_333).passes(small(3));
      port.expect("21333333ns enqueue 3 behind 0");
      port.runTo(21_333_334).passes(small(4)).expect("21333334ns departs 4");
      port.runTo(s(1)).expect("25ms departs 2", "50ms departs 3");
      assertEquals(HALF + 1, port.port().control().besidePackets());
      assertEquals(2, port.port().control().queuedPackets());
    }

    @Test
    void whatIsSavedUpIsBounded() {
      pass(HALF);
      port.runTo(s(100)).skip();
      pass(HALF);
      port.passes(small(2)).expect("100000ms enqueue 2 behind 0");
    }

    @Test
    void whatANodeSaysToItsNeighbourHasTheOtherHalf() {
      pass(HALF);
      for (int said = 0; said < HALF; said++) {
        port.says(small(1), ControlTokenBucket.Kind.LINK_STATE);
        port.world().forgetSent();
      }
      port.skip();
      port.says(small(2), ControlTokenBucket.Kind.LINK_STATE).expect("0ms enqueue 2 behind 0");
      port.says(small(3), ControlTokenBucket.Kind.HELLO).expect("0ms departs 3");
    }

    @Test
    void theShareFollowsTheRate() {
      pass(HALF);
      port.port().change(Rate.bitsPerSecond(1e6), 0);
      // 50 kbit/s: 512 bits in 10.24 ms.
      port.runTo(10_239_999).passes(small(2)).expect("10239999ns enqueue 2 behind 0");
      port.runTo(10_240_000).passes(small(3)).expect("10240us departs 3");
    }

    @Test
    void aNodesQueueHasAShareOfItsOwn() {
      try (TestPort both = TestPort.ofNode(SLOW, ROOM, Rate.bitsPerSecond(9600))) {
        both.passes(small(1)).expect("0ms departs 1");
        for (int passed = 1; passed < HALF; passed++) {
          both.passes(small(1));
          both.world().forgetSent();
        }
        both.runTo(ms(30)).skip();
        both.passes(small(2)).expect("30ms node enqueue 2 behind 0"); // the link's is used up
        assertEquals(0, both.port().control().queuedPackets());
        assertEquals(1, both.link().control().queuedPackets());
      }
    }

    private Packet small(int id) {
      return packet(id).length(64).control();
    }

    private void pass(int packets) {
      for (int number = 0; number < packets; number++) {
        port.passes(small(1));
        port.world().forgetSent();
      }
      assertEquals(0, port.port().holds());
      port.skip();
    }
  }

  @Nested
  class Departure {
    /** Lifetime before, time here, delay of the link, lifetime after; 0 = expired. */
    @ParameterizedTest
    @CsvSource({
      "10_000_000, 0, 0, 9_999_999", // at least 1 µs a hop
      "10_000_000, 999, 0, 9_999_999",
      "10_000_000, 1_999, 0, 9_999_999", // whole microseconds
      "10_000_000, 2_000, 0, 9_999_998",
      "10_000_000, 5_000_000, 1_000_000, 9_994_000",
      "10_000_000, 600, 600, 9_999_999", // the sum is rounded, not its parts
      "6_000, 5_000_000, 1_000_000, 0",
      "6_001, 5_000_000, 1_000_000, 1",
      "1, 0, 0, 0",
      "2, 0, 0, 1",
      "4_294_967_295, 0, 0, 4_294_967_294"
    })
    void takesTimeAndDelayOffTheLifetime(String before, String here, String delay, String after) {
      long left = number(after);
      try (TestPort port = TestPort.of(Rate.UNLIMITED, ROOM, number(delay))) {
        port.runTo(number(here)).arrives(packet(1).lifetimeMicros(number(before)), 0);
        assertEquals(left == 0 ? 1 : 0, port.ledger().drops(DropReason.EXPIRED));
        if (left > 0) {
          assertEquals(left, lifetime(port));
        }
      }
    }

    private long number(String text) {
      return Long.parseLong(text.replace("_", ""));
    }

    @Test
    void countsTheTimeInQueueAndService() {
      try (TestPort port = TestPort.of(SLOW, ROOM)) {
        port.arrives(packet(1).lifetimeMicros(30_000)).arrives(packet(2).lifetimeMicros(50_000));
        port.skip();
        port.runTo(s(1)).expect("25ms departs 1", "50ms drop 2 expired");
        assertEquals(5_000, lifetime(port));
      }
    }

    @Test
    void writesPrevNodeAndNothingElse() {
      try (TestPort port = TestPort.of(Rate.UNLIMITED, ROOM)) {
        port.arrives(packet(5).from("10.0.0.1").prevNode("10.0.0.6").act(9).ecn(2).ttl(200));
        ByteBuf frame = port.world().sent().getFirst().frame();
        assertEquals("10.0.0.7", Address.text(RaniHeader.prevNode(frame, 0)));
        assertEquals(TestPort.LINK, RaniHeader.prevLink(frame, 0));
        ByteBuf before =
            packet(5).from("10.0.0.1").prevNode("10.0.0.6").act(9).ecn(2).ttl(200).frame();
        assertEquals(before.slice(0, 4), frame.slice(0, 4));
        assertEquals(before.slice(14, 30), frame.slice(14, 30));
      }
    }
  }

  /**
   * With a weight of 1 the average is the queue. At an average of 1 every packet is chosen, at 2 by
   * force; beyond 1 the queue is above max_th.
   */
  @Nested
  class Verdicts {
    private static QueueConfig red(RedConfig.Action action, int limit) {
      RedConfig red =
          new RedConfig(
              OF_1993, 1, 0.5, 1, 1, action, true, RedConfig.Spacing.UNIFORM, false, 500, false);
      return new QueueConfig(limit, FlowIdentity.SOURCE_NODE, red);
    }

    @Test
    void areActedOnAndThenTold() {
      try (TestPort port = TestPort.of(SLOW, red(RedConfig.Action.MARK, 100))) {
        for (int id = 1; id <= 4; id++) {
          port.arrives(packet(id).ecn(2));
        }
        port.arrives(packet(5).ecn(0));
        port.expect(
            "0ms enqueue 1 behind 0",
            "0ms enqueue 2 behind 0",
            "0ms mark 3 behind 1",
            "0ms tells marked 3",
            "0ms drop-forced 4 behind 2",
            "0ms drop 4 red-forced",
            "0ms crosses above-max",
            "0ms tells early-drop 4",
            "0ms tells above-max 4",
            "0ms drop-forced 5 behind 2",
            "0ms drop 5 red-forced",
            "0ms tells early-drop 5",
            "0ms tells above-max 5");
        port.runTo(ms(60)).arrives(packet(6));
        port.runTo(ms(61)).arrives(packet(7));
        port.expect(
            "25ms departs 1",
            "50ms departs 2",
            "60ms enqueue 6 behind 0",
            "60ms crosses below-max",
            "60ms tells below-max 6",
            "61ms drop-early 7 behind 1",
            "61ms drop 7 red-early",
            "61ms tells early-drop 7");
      }
    }

    /**
     * The server is idle from when its last packet was due, however late it was let go ([1, §4] of
     * {@link rani.aqm.Red}: {@code avg ← (1 − w)^m·avg}, m of the idle time).
     */
    @Test
    void idleTimeCountsFromWhenTheLastPacketWasDue() {
      RedConfig half =
          new RedConfig(
              OF_1993,
              0.5,
              5,
              15,
              0.1,
              RedConfig.Action.DROP,
              false,
              RedConfig.Spacing.UNIFORM,
              false,
              500,
              false);
      QueueConfig queue = new QueueConfig(10, FlowIdentity.SOURCE_NODE, half);
      try (TestPort port = TestPort.of(SLOW, queue)) {
        port.arrives(packet(1)).arrives(packet(2)).arrives(packet(3));
        port.oversleepTo(ms(100)); // due at 25, 50 and 75 ms
        assertEquals(0.5, port.averages().getLast()); // one waited before the third
        port.runTo(ms(125)).arrives(packet(4));
        assertEquals(0.5 / 4, port.averages().getLast(), 1e-12); // two packets of 25 ms
      }
    }

    @Test
    void aMarkedFrameLeavesWithCeAndARightChecksum() {
      try (TestPort port = TestPort.of(SLOW, red(RedConfig.Action.MARK, 100))) {
        for (int id = 1; id <= 3; id++) {
          port.arrives(packet(id).ecn(1));
        }
        port.runTo(s(1));
        int[] expected = {1, 1, Ipv4Header.ECN_CE};
        for (int place = 0; place < 3; place++) {
          ByteBuf frame = port.world().sent().get(place).frame();
          assertEquals(expected[place], Ipv4Header.ecn(frame, Frame.ipv4(frame)));
          assertNull(Frame.check(frame));
        }
      }
    }

    /** RFC 8289: beyond 5 ms from 35 ms on, so that the first to begin after 135 ms is marked. */
    @Test
    void aFrameThatIsMarkedAtTheHeadLeavesWithCeAndIsToldOf() {
      CodelConfig codel = new CodelConfig(ms(5), ms(100), true);
      QueueConfig queue = new QueueConfig(100, FlowIdentity.SOURCE_NODE, codel);
      try (TestPort port = TestPort.of(SLOW, queue)) {
        port.runTo(ms(10));
        for (int id = 1; id <= 9; id++) {
          port.arrives(packet(id).length(1000).ecn(1));
        }
        port.runTo(ms(130)).skip();
        port.runTo(ms(159));
        port.expect("135ms marks 6 after 125ms", "135ms tells marked 6", "135ms departs 5");
        port.runTo(ms(160));
        ByteBuf frame = port.world().sent().getLast().frame();
        assertEquals(Ipv4Header.ECN_CE, Ipv4Header.ecn(frame, Frame.ipv4(frame)));
        assertNull(Frame.check(frame));
      }
    }

    @Test
    void withoutActionTheAverageIsToldAndNothingElseHappens() {
      try (TestPort port = TestPort.of(SLOW, red(RedConfig.Action.NONE, 3))) {
        for (int id = 1; id <= 5; id++) {
          port.arrives(packet(id).ecn(2));
        }
        port.expect(
            "0ms enqueue 1 behind 0",
            "0ms enqueue 2 behind 0",
            "0ms enqueue 3 behind 1",
            "0ms enqueue 4 behind 2",
            "0ms crosses above-max",
            "0ms tells above-max 4",
            "0ms overflow 5 behind 3",
            "0ms drop 5 queue-full",
            "0ms tells overflow 5",
            "0ms tells above-max 5");
      }
    }

    /** The server has no one yet while the next is being chosen; an answer must not be served. */
    @Test
    void whatAnswersADropAtTheHeadWaitsItsTurn() {
      CodelConfig codel = new CodelConfig(1, 1, false);
      try (TestPort port =
          TestPort.of(SLOW, new QueueConfig(100, FlowIdentity.SOURCE_NODE, codel))) {
        for (int id = 1; id <= 6; id++) {
          port.arrives(packet(id));
        }
        int[] answers = {1};
        port.onCongestion(
            () -> {
              if (answers[0]-- > 0) {
                // Not by arrives: the frame that has just been served is still on its way out.
                ByteBuf answer = packet(9).frame(port.world().buffers());
                port.ledger().origin(port.world().nowNanos(), answer);
                port.port().enqueue(port.world().nowNanos(), answer, TestPort.LINK, 0);
              }
            });
        port.runTo(s(1));
        assertTrue(answers[0] < 1, "it was told of a drop");
        assertEquals(0, port.ledger().inside());
        assertTrue(port.fates("departs").getLast().endsWith(" 9"), "the answer left last");
      }
    }

    /**
     * What anyone who is told sends by the same port meets the same average: one crossing, not two.
     */
    @Test
    void aCrossingIsTracedOnceEvenIfItIsAnsweredWithAPacket() {
      try (TestPort port = TestPort.of(SLOW, red(RedConfig.Action.NONE, 100))) {
        for (int id = 1; id <= 3; id++) {
          port.arrives(packet(id));
        }
        port.skip();
        int[] answers = {1};
        port.onCongestion(
            () -> {
              if (answers[0]-- > 0) {
                port.arrives(packet(9));
              }
            });
        port.arrives(packet(4));
        port.expect(
            "0ms enqueue 4 behind 2",
            "0ms crosses above-max",
            "0ms tells above-max 4",
            "0ms enqueue 9 behind 3",
            "0ms tells above-max 9");
      }
    }
  }

  @Nested
  class Buffers {
    @AutoClose private final TestPort port = TestPort.of(SLOW, ROOM);

    @Test
    void aQueuedFrameDoesNotPinItsReceiveBuffer() {
      ByteBuf large = Unpooled.buffer(65_536).writeZero(65_536);
      large.setBytes(1000, packet(1).frame());
      port.arrives(large.retainedSlice(1000, 44), 0);
      assertEquals(1, large.refCnt());
      large.release();
      assertEquals(1, port.world().buffers().live());
      port.runTo(s(1));
      assertNull(Frame.check(port.world().sent().getFirst().frame()));
    }

    /** A queued copy is not what observers are lent, and they read what came. */
    @Test
    void aFrameThatWasCopiedIsToldAsItCame() {
      RedConfig red =
          new RedConfig(
              OF_1993,
              1,
              0.1,
              0.5,
              1,
              RedConfig.Action.NONE,
              false,
              RedConfig.Spacing.UNIFORM,
              false,
              500,
              false);
      QueueConfig queue = new QueueConfig(10, FlowIdentity.SOURCE_NODE, red);
      try (TestPort small = TestPort.of(SLOW, queue)) {
        small.arrives(packet(1)).arrives(packet(2)).skip();
        ByteBuf large = small.world().buffers().buffer(65_536).writeBytes(packet(3).frame());
        small.arrives(large, 0);
        small.expect("0ms enqueue 3 behind 1", "0ms crosses above-max", "0ms tells above-max 3");
      }
    }

    @Test
    void stoppingLetsGoOfQueueAndService() {
      port.arrives(packet(1)).arrives(packet(2)).arrives(packet(3)).skip();
      port.port().stop(port.world().nowNanos(), DropReason.STOPPED);
      port.expect("0ms drop 1 stopped", "0ms drop 2 stopped", "0ms drop 3 stopped");
      assertTrue(port.world().sent().isEmpty());
      port.runTo(s(1)).expect();
    }
  }

  private static long lifetime(TestPort port) {
    ByteBuf frame = port.world().sent().getFirst().frame();
    return RaniHeader.lifetimeMicros(frame, frame.readerIndex());
  }
}
