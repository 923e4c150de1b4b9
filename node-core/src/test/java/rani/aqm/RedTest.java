// SPDX-License-Identifier: Apache-2.0
package rani.aqm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static rani.aqm.RedRules.OF_1993;
import static rani.fixture.Nanos.ms;
import static rani.fixture.Nanos.s;

import io.netty.buffer.ByteBuf;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import rani.aqm.RedConfig.Action;
import rani.aqm.RedConfig.Spacing;
import rani.fixture.FixedRandom;
import rani.fixture.Packet;
import rani.queue.DropTail;
import rani.queue.MonitoredQueue;
import rani.queue.QueueConfig;
import rani.queue.Rate;
import rani.wire.FlowIdentity;
import rani.world.Streams;
import rani.world.Verdict;

/**
 * With a weight of 1 the average is the queue, so that a test can set it. One packet a millisecond
 * arrives and does not join; the server is busy throughout.
 */
class RedTest {
  private static final Rate DRAIN = Rate.packetsPerSecond(40);
  private static final int MEAN_BYTES = 500;

  private final FixedRandom dice = new FixedRandom();
  private long now;

  private static RedConfig settings(double weight, double minTh, double maxTh, double maxP) {
    return new RedConfig(
        OF_1993,
        weight,
        minTh,
        maxTh,
        maxP,
        Action.MARK,
        false,
        Spacing.UNIFORM,
        false,
        MEAN_BYTES,
        false);
  }

  private static RedConfig with(RedConfig c, Action action, boolean gentle, Spacing spacing) {
    return new RedConfig(
        c.rules(),
        c.weight(),
        c.minThFrames(),
        c.maxThFrames(),
        c.maxP(),
        action,
        gentle,
        spacing,
        c.byteMode(),
        c.meanPacketBytes(),
        c.adaptive());
  }

  private static RedConfig byBytes(RedConfig c) {
    return new RedConfig(
        c.rules(),
        c.weight(),
        c.minThFrames(),
        c.maxThFrames(),
        c.maxP(),
        c.action(),
        c.gentle(),
        c.spacing(),
        true,
        c.meanPacketBytes(),
        c.adaptive());
  }

  private static RedConfig byNs2(RedConfig c) {
    return new RedConfig(
        RedRules.NS_2,
        c.weight(),
        c.minThFrames(),
        c.maxThFrames(),
        c.maxP(),
        c.action(),
        c.gentle(),
        c.spacing(),
        c.byteMode(),
        c.meanPacketBytes(),
        c.adaptive());
  }

  private static RedConfig adaptive(RedConfig c) {
    return new RedConfig(
        c.rules(),
        c.weight(),
        c.minThFrames(),
        c.maxThFrames(),
        c.maxP(),
        c.action(),
        c.gentle(),
        c.spacing(),
        c.byteMode(),
        c.meanPacketBytes(),
        true);
  }

  private static MonitoredQueue queueOf(int frames, int lengthBytes, int limit) {
    MonitoredQueue queue =
        new MonitoredQueue(limit, FlowIdentity.SOURCE_NODE, QueueConfig.NO_LIMIT);
    for (int frame = 0; frame < frames; frame++) {
      queue.add(0, Packet.datagram().length(lengthBytes).frame(), 0, 0);
    }
    return queue;
  }

  private static ByteBuf arrival(int ecn) {
    return Packet.datagram().length(MEAN_BYTES).ecn(ecn).frame();
  }

  /** RED whose server is busy: its first packet is in service. */
  private Red busy(RedConfig config, RandomGenerator random) {
    Red red = new Red(config, DRAIN, random);
    assertEquals(Verdict.ENQUEUE, red.decide(now, queueOf(0, MEAN_BYTES, 1), arrival(0)));
    return red;
  }

  private Verdict decide(Red red, MonitoredQueue queue, int ecn) {
    now += ms(1);
    return red.decide(now, queue, arrival(ecn));
  }

  @Nested
  class Verdicts {
    /** min_th 5, max_th 15, max_p 0.1: at 10 the chance is 0.05 for the first packet. */
    @ParameterizedTest
    @CsvSource({
      // action, gentle, ecn, average, dice, verdict
      "NONE, false, 0,  4, 0.0,    ENQUEUE",
      "NONE, false, 0, 10, 0.0,    ENQUEUE",
      "NONE, false, 2, 40, 0.0,    ENQUEUE",
      "DROP, false, 0,  4, 0.0,    ENQUEUE",
      "DROP, false, 0,  5, 0.0,    ENQUEUE", // at min_th the chance is still 0
      "DROP, false, 0, 10, 0.0499, DROP_EARLY",
      "DROP, false, 0, 10, 0.0501, ENQUEUE",
      "DROP, false, 2, 10, 0.0,    DROP_EARLY",
      "DROP, false, 0, 14, 0.0899, DROP_EARLY",
      "DROP, false, 0, 14, 0.0901, ENQUEUE",
      "DROP, false, 0, 15, 0.9999, DROP_FORCED",
      "DROP, false, 0, 40, 0.9999, DROP_FORCED",
      "DROP, true,  0, 15, 0.0999, DROP_EARLY", // gentle: 0.1 at max_th …
      "DROP, true,  0, 15, 0.1001, ENQUEUE",
      "DROP, true,  0, 20, 0.3999, DROP_EARLY", // … 0.1 + 0.9 / 3 a third further …
      "DROP, true,  0, 20, 0.4001, ENQUEUE",
      "DROP, true,  0, 30, 0.9999, DROP_FORCED", // … and 1 at 2 max_th
      "MARK, false, 0, 10, 0.0499, DROP_EARLY",
      "MARK, false, 1, 10, 0.0499, MARK",
      "MARK, false, 2, 10, 0.0499, MARK",
      "MARK, false, 3, 10, 0.0499, MARK",
      "MARK, false, 2, 10, 0.0501, ENQUEUE",
      "MARK, false, 2, 15, 0.9999, DROP_FORCED",
      "MARK, true,  2, 20, 0.3999, MARK",
      "MARK, true,  0, 20, 0.3999, DROP_EARLY",
      "MARK, true,  2, 30, 0.9999, DROP_FORCED"
    })
    void followFromAverageActionAndChance(
        Action action, boolean gentle, int ecn, int average, double shown, Verdict verdict) {
      RedConfig config = with(settings(1, 5, 15, 0.1), action, gentle, Spacing.UNIFORM);
      Red red = busy(config, dice.show(shown));
      assertEquals(verdict, decide(red, queueOf(average, MEAN_BYTES, 100), ecn));
      assertEquals(average, red.averageFrames());
      assertEquals(average > 15, red.aboveMaxTh());
    }

    @Test
    void aFullBufferOverflowsWhateverTheAverageSays() {
      for (Action action : Action.values()) {
        RedConfig config = with(settings(0.001, 5, 15, 0.1), action, false, Spacing.UNIFORM);
        Red red = busy(config, dice.show(0));
        assertEquals(Verdict.OVERFLOW, decide(red, queueOf(20, MEAN_BYTES, 20), 2));
      }
    }

    @Test
    void withoutActionNothingIsDroppedBeforeTheBufferIsFull() {
      RedConfig config = with(settings(1, 1, 2, 1), Action.NONE, false, Spacing.UNIFORM);
      Red red = busy(config, dice.show(0));
      for (int queued = 0; queued < 50; queued++) {
        assertEquals(Verdict.ENQUEUE, decide(red, queueOf(queued, MEAN_BYTES, 50), 0));
      }
      assertEquals(Verdict.OVERFLOW, decide(red, queueOf(50, MEAN_BYTES, 50), 0));
      assertTrue(red.aboveMaxTh());
    }

    @Test
    void inByteModeTheChanceGrowsWithThePacket() {
      RedConfig config =
          byBytes(with(settings(1, 1, 16, 0.15), Action.DROP, false, Spacing.UNIFORM));
      MonitoredQueue queue = queueOf(2, 1000, 100); // 2000 bytes count as 4 mean packets
      ByteBuf large = Packet.datagram().length(1500).frame(); // 3 means: 3 · 0.03
      assertEquals(Verdict.DROP_EARLY, busy(config, dice.show(0.0899)).decide(now, queue, large));
      assertEquals(Verdict.ENQUEUE, busy(config, dice.show(0.0901)).decide(now, queue, large));
      ByteBuf small = Packet.datagram().length(50).frame();
      assertEquals(Verdict.DROP_EARLY, busy(config, dice.show(0.0029)).decide(now, queue, small));
      assertEquals(Verdict.ENQUEUE, busy(config, dice.show(0.0031)).decide(now, queue, small));
      Red red = busy(config, dice.show(0.99));
      red.decide(now, queue, large);
      assertEquals(4, red.averageFrames());
    }
  }

  @Nested
  class Average {
    @ParameterizedTest
    @CsvSource({"0.02, 40, 1000", "0.002, 3, 333", "0.5, 1, 1", "0.02, 40, 0.4", "0.1, 7, 12.5"})
    void decaysWithIdleTimeByTheClosedForm(double weight, int queued, double idleMillis) {
      Red red = busy(settings(weight, 1000, 2000, 0.1), dice);
      double average = 0;
      MonitoredQueue queue = queueOf(queued, MEAN_BYTES, 100);
      for (int arrivals = 0; arrivals < 20; arrivals++) {
        decide(red, queue, 0);
        average = (1 - weight) * average + weight * queued;
      }
      assertEquals(average, red.averageFrames(), 1e-12 * average);
      red.idle(now);
      long idleNanos = (long) (idleMillis * 1e6);
      now += idleNanos;
      red.decide(now, queueOf(0, MEAN_BYTES, 1), arrival(0));
      double m = idleNanos / 1e9 * 40;
      double expected = average * Math.pow(1 - weight, m);
      assertEquals(expected, red.averageFrames(), 1e-12 * expected, "m = " + m + " is no integer");
    }

    @Test
    void countsAnIdleTimeOnce() {
      Red red = busy(settings(0.5, 100, 200, 0.1), dice);
      decide(red, queueOf(8, MEAN_BYTES, 10), 0);
      red.idle(now);
      now += ms(25); // one packet's time: m = 1
      red.decide(now, queueOf(0, MEAN_BYTES, 10), arrival(0));
      assertEquals(2, red.averageFrames(), 1e-12);
      decide(red, queueOf(0, MEAN_BYTES, 10), 0);
      assertEquals(1, red.averageFrames(), 1e-12, "a busy server and an empty queue: q = 0");
    }

    @Test
    void isNotAgedByAnIdleTimeOfNoTime() {
      Red red = busy(settings(0.5, 100, 200, 0.1), dice);
      decide(red, queueOf(8, MEAN_BYTES, 10), 0);
      red.idle(now);
      red.decide(now, queueOf(0, MEAN_BYTES, 10), arrival(0));
      assertEquals(4, red.averageFrames());
    }

    /** What is dropped at an idle server does not end its idle time. */
    @Test
    void goesOnDecayingWhileTheServerStaysIdle() {
      RedConfig config = with(settings(0.5, 1, 1.5, 0.1), Action.DROP, false, Spacing.UNIFORM);
      Red red = busy(config, dice.show(0.5));
      for (int arrivals = 0; arrivals < 40; arrivals++) {
        decide(red, queueOf(64, MEAN_BYTES, 100), 0);
      }
      MonitoredQueue empty = queueOf(0, MEAN_BYTES, 100);
      red.idle(now);
      now += ms(25);
      assertEquals(Verdict.DROP_FORCED, red.decide(now, empty, arrival(0)));
      assertEquals(32, red.averageFrames(), 1e-9);
      now += ms(100); // m = 4
      assertEquals(Verdict.DROP_FORCED, red.decide(now, empty, arrival(0)));
      assertEquals(2, red.averageFrames(), 1e-9);
      now += ms(50);
      assertEquals(Verdict.ENQUEUE, red.decide(now, empty, arrival(0)));
      assertEquals(0.5, red.averageFrames(), 1e-9);
    }

    @Test
    void isANumberAtTheFirstInstantOfAnUnlimitedServer() {
      for (long first : new long[] {0, -s(1), s(1)}) {
        Red red = new Red(settings(1, 5, 15, 0.1), Rate.UNLIMITED, dice);
        assertEquals(Verdict.ENQUEUE, red.decide(first, queueOf(0, MEAN_BYTES, 1), arrival(0)));
        assertEquals(0, red.averageFrames());
      }
    }
  }

  @Nested
  class Spacings {
    private static final int GAPS = 100_000;

    /** 99.9th percentile of chi-square with 7 degrees of freedom. */
    private static final double CHI_SQUARE_7 = 24.32;

    /** p_b is exactly 1/8: the average 1 of max_th 8 with a max_p of 1. */
    private int[] gaps(Spacing spacing) {
      RedConfig config = with(settings(1, 0, 8, 1), Action.DROP, false, spacing);
      Red red = busy(config, Streams.of(1993, "gateway", spacing.name()));
      MonitoredQueue queue = queueOf(1, MEAN_BYTES, 10);
      ByteBuf frame = arrival(0);
      int[] seen = new int[32];
      int gap = 0;
      for (int counted = -1; counted < GAPS; ) {
        gap++;
        if (red.decide(now, queue, frame) == Verdict.DROP_EARLY) {
          counted++;
          seen[gap] += counted > 0 ? 1 : 0; // the first does not follow another
          gap = 0;
        }
      }
      return seen;
    }

    /** 1993, §7: "X is uniform on {1, 2, …, 1/p_b}". */
    @Test
    void ofFloydAndJacobsonAreUniformFromOneToOneInP() {
      assertUniform(gaps(Spacing.UNIFORM), 1, 8);
    }

    /** ns-2's wait: 1/p_b different gaps, none shorter than 1/p_b. */
    @Test
    void withWaitAreUniformFromOneInPToTwoInP() {
      assertUniform(gaps(Spacing.WAIT), 8, 15);
    }

    private void assertUniform(int[] seen, int from, int to) {
      double expected = (double) GAPS / (to - from + 1);
      double chiSquare = 0;
      for (int gap = 0; gap < seen.length; gap++) {
        if (gap < from || gap > to) {
          assertEquals(0, seen[gap], "gaps of " + gap);
        } else {
          chiSquare += (seen[gap] - expected) * (seen[gap] - expected) / expected;
        }
      }
      assertTrue(chiSquare < CHI_SQUARE_7, "chi-square " + chiSquare);
    }

    @Test
    void beginAnewBelowMinTh() {
      RedConfig config = with(settings(1, 1, 9, 1), Action.DROP, false, Spacing.UNIFORM);
      Red red = busy(config, dice.show(0.9));
      MonitoredQueue between = queueOf(2, MEAN_BYTES, 10); // p_b = 1/8
      for (int arrivals = 0; arrivals < 6; arrivals++) {
        assertEquals(Verdict.ENQUEUE, decide(red, between, 0));
      }
      assertEquals(Verdict.ENQUEUE, decide(red, queueOf(0, MEAN_BYTES, 10), 0));
      dice.show(0.126); // more than the first packet's 1/8, less than the seventh's 1/2
      assertEquals(Verdict.ENQUEUE, decide(red, between, 0));
    }
  }

  /** 1993, figure 2: "mark the arriving packet, count ← 0" beyond max_th, too. */
  @ParameterizedTest
  @EnumSource(RedRules.class)
  void gapsBeginAnewBehindAPacketThatIsDroppedByForce(RedRules rules) {
    RedConfig plain = with(settings(1, 1, 9, 1), Action.DROP, false, Spacing.UNIFORM);
    Red red = busy(rules == RedRules.NS_2 ? byNs2(plain) : plain, dice.show(0.9));
    MonitoredQueue between = queueOf(2, MEAN_BYTES, 10); // p_b = 1/8
    for (int arrivals = 0; arrivals < 6; arrivals++) {
      assertEquals(Verdict.ENQUEUE, decide(red, between, 0));
    }
    assertEquals(Verdict.DROP_FORCED, decide(red, queueOf(9, MEAN_BYTES, 10), 0));
    dice.show(0.15); // more than the first's 1/8 and 1/7, less than the seventh's 1/2
    assertEquals(Verdict.ENQUEUE, decide(red, between, 0));
  }

  /** In byte mode by the book of 1993, p_b first takes the packet's length, then is spread. */
  @Nested
  class ByteMode {
    /** 8 mean packets of bytes wait: p_b is 8/64 for a mean packet. */
    private final RedConfig config =
        byBytes(with(settings(1, 0, 64, 1), Action.DROP, false, Spacing.UNIFORM));

    private final MonitoredQueue queue = queueOf(8, MEAN_BYTES, 100);

    private Verdict decide(Red red, int length, double shown) {
      dice.show(shown);
      return red.decide(now, queue, Packet.datagram().length(length).frame());
    }

    @Test
    void aPacketOfTwiceTheLengthHasTwiceTheChanceBeforeItIsSpread() {
      Red red = busy(config, dice.show(0.9));
      assertEquals(Verdict.ENQUEUE, decide(red, MEAN_BYTES, 0.9));
      // p_b 1/4 after two arrivals: 1/2, where 1/8 spread and then doubled is 1/3
      assertEquals(Verdict.DROP_EARLY, decide(red, 2 * MEAN_BYTES, 0.49));
    }

    @Test
    void whatIsCertainStaysSoForASmallPacket() {
      Red red = busy(config, dice.show(0.9));
      for (int arrivals = 1; arrivals < 79; arrivals++) { // with the one that found it idle
        assertEquals(Verdict.ENQUEUE, decide(red, MEAN_BYTES / 10, 0.501));
      }
      assertEquals(Verdict.DROP_EARLY, decide(red, MEAN_BYTES / 10, 0.999), "80 times 1/80");
    }
  }

  /** Where ns-2's book says something else than that of 1993. */
  @Nested
  class ByNs2 {
    /** p_b is 1/8 with two waiting: the average 2 of min_th 1 and max_th 9 with a max_p of 1. */
    private RedConfig config(Spacing spacing) {
      return byNs2(with(settings(1, 1, 9, 1), Action.DROP, false, spacing));
    }

    private final MonitoredQueue two = queueOf(2, MEAN_BYTES, 100);

    private Verdict decide(Red red, MonitoredQueue queue, double shown) {
      dice.show(shown);
      return RedTest.this.decide(red, queue, 0);
    }

    @Test
    void withAtMostOnePacketWaitingNoneIsChosen() {
      RedConfig steep = byNs2(with(settings(0.01, 0, 0.5, 1), Action.DROP, false, Spacing.UNIFORM));
      for (int waiting : new int[] {0, 1}) {
        Red red = busy(steep, dice);
        MonitoredQueue many = queueOf(90, MEAN_BYTES, 100);
        while (red.averageFrames() < 5) {
          decide(red, many, 0.99);
        }
        assertEquals(Verdict.DROP_FORCED, decide(red, two, 0));
        assertEquals(Verdict.ENQUEUE, decide(red, queueOf(waiting, MEAN_BYTES, 100), 0));
        assertTrue(red.aboveMaxTh());
      }
    }

    @Test
    void withOneByteOfAPacketMoreWaitingInByteModeItMayBe() {
      RedConfig bytes = byBytes(settings(1, 0.1, 0.5, 1));
      Red red = busy(byNs2(with(bytes, Action.DROP, false, Spacing.UNIFORM)), dice);
      assertEquals(Verdict.DROP_FORCED, decide(red, queueOf(1, MEAN_BYTES, 100), 0));
      assertEquals(Verdict.ENQUEUE, decide(red, queueOf(0, MEAN_BYTES, 100), 0));
    }

    /** red.cc: "if (edv_.v_ave >= edp_.th_min && qlen > 1)", and beyond th_max ">=", too. */
    @Test
    void atItsThresholdsTheAverageIsBeyondThem() {
      Red red = busy(byNs2(with(settings(1, 2, 9, 1), Action.DROP, false, Spacing.UNIFORM)), dice);
      assertEquals(Verdict.ENQUEUE, decide(red, two, 0)); // the first at min_th or more is spared
      assertEquals(Verdict.DROP_EARLY, decide(red, queueOf(3, MEAN_BYTES, 100), 0));
      assertEquals(Verdict.DROP_FORCED, decide(red, queueOf(9, MEAN_BYTES, 100), 0.9999));
    }

    @ParameterizedTest
    @CsvSource({"0, 1", "24, 1", "26, 2", "49, 2", "51, 3", "130, 6"})
    void anIdleTimeCountsWholePacketsAndThenTheArrivalTakesItsStep(int idleMillis, int steps) {
      Red red = busy(byNs2(settings(0.5, 100, 200, 0.1)), dice);
      RedTest.this.decide(red, queueOf(64, MEAN_BYTES, 100), 0);
      red.idle(now);
      now += ms(idleMillis); // a packet takes 25 ms
      red.decide(now, queueOf(0, MEAN_BYTES, 100), arrival(0));
      assertEquals(32 * Math.pow(0.5, steps), red.averageFrames(), 1e-12);
    }

    @Test
    void theFirstArrivalAboveMinThIsSparedAndSoIsTheFirstAfterFewerWaited() {
      Red red = busy(config(Spacing.UNIFORM), dice);
      MonitoredQueue few = queueOf(1, MEAN_BYTES, 100); // the average is min_th, but one waits
      MonitoredQueue none = queueOf(0, MEAN_BYTES, 100);
      for (MonitoredQueue before : new MonitoredQueue[] {none, few, none}) {
        assertEquals(Verdict.ENQUEUE, decide(red, before, 0));
        assertEquals(Verdict.ENQUEUE, decide(red, two, 0), "the first");
        assertEquals(Verdict.DROP_EARLY, decide(red, two, 0));
        assertEquals(Verdict.DROP_EARLY, decide(red, two, 0), "one drop spares no other");
      }
    }

    @Test
    void theSparedArrivalAndTheOneInHandAreCounted() {
      Red red = busy(config(Spacing.UNIFORM), dice);
      decide(red, two, 0.99);
      // count 2: 1/8 / (1 - 2/8) = 1/6
      assertEquals(Verdict.ENQUEUE, decide(red, two, 0.167));
      // count 3: 1/8 / (1 - 3/8) = 1/5
      assertEquals(Verdict.DROP_EARLY, decide(red, two, 0.199));
      // count 1: 1/8 / (1 - 1/8) = 1/7
      assertEquals(Verdict.ENQUEUE, decide(red, two, 0.143));
    }

    @Test
    void dropsWaitForOneInPArrivals() {
      Red red = busy(config(Spacing.of(RedRules.NS_2)), dice);
      for (int count = 1; count < 8; count++) {
        assertEquals(Verdict.ENQUEUE, decide(red, two, 0), "count " + count);
      }
      assertEquals(Verdict.DROP_EARLY, decide(red, two, 0));
      for (int count = 1; count < 15; count++) {
        assertEquals(Verdict.ENQUEUE, decide(red, two, 0.99), "count " + count);
      }
      assertEquals(Verdict.DROP_EARLY, decide(red, two, 0.99), "count 15: 1/8 / (2 - 15/8) = 1");
    }

    @Test
    void aFullBufferBeginsTheCountAgain() {
      Red red = busy(config(Spacing.WAIT), dice);
      for (int count = 1; count < 7; count++) {
        assertEquals(Verdict.ENQUEUE, decide(red, two, 0));
      }
      assertEquals(Verdict.OVERFLOW, decide(red, queueOf(2, MEAN_BYTES, 2), 0.99));
      for (int count = 1; count < 8; count++) {
        assertEquals(Verdict.ENQUEUE, decide(red, two, 0), "count " + count);
      }
      assertEquals(Verdict.DROP_EARLY, decide(red, two, 0));
    }

    @Test
    void inByteModeWholeMeanPacketsAreCountedAndTheChanceIsScaledLast() {
      RedConfig bytes = byBytes(with(settings(1, 1, 9, 1), Action.DROP, false, Spacing.UNIFORM));
      Red red = busy(byNs2(bytes), dice);
      ByteBuf half = Packet.datagram().length(MEAN_BYTES / 2).frame();
      red.decide(now, two, half); // spared: half a mean packet
      dice.show(0.0626);
      // 1 mean packet: 1/8 / (1 - 1/8) / 2 = 1/14
      assertEquals(Verdict.DROP_EARLY, red.decide(now, two, half));
      dice.show(0.0626);
      // 0 mean packets: 1/8 / 2 = 1/16
      assertEquals(Verdict.ENQUEUE, red.decide(now, two, half));
      dice.show(0.999);
      for (int arrivals = 2; arrivals < 14; arrivals++) {
        assertEquals(Verdict.ENQUEUE, red.decide(now, two, half), "arrival " + arrivals);
      }
      // 7 mean packets: 1/8 / (1 - 7/8) is 1, and stays so
      assertEquals(Verdict.DROP_EARLY, red.decide(now, two, half));
    }

    @Test
    void maxPMovesHalfASecondAfterItsLastMove() {
      RedConfig adapting = adaptive(settings(1, 10, 20, 0.1)); // target 14 … 16
      Red red = busy(byNs2(adapting), dice.show(0.99));
      now += ms(700);
      RedTest.this.decide(red, queueOf(15, MEAN_BYTES, 100), 0); // nothing to move for
      RedTest.this.decide(red, queueOf(17, MEAN_BYTES, 100), 0);
      assertEquals(0.11, red.maxP(), 1e-12);
      now += ms(498);
      RedTest.this.decide(red, queueOf(17, MEAN_BYTES, 100), 0);
      assertEquals(0.11, red.maxP(), 1e-12);
      RedTest.this.decide(red, queueOf(17, MEAN_BYTES, 100), 0);
      assertEquals(0.11, red.maxP(), 1e-12, "half a second is not yet more");
      RedTest.this.decide(red, queueOf(13, MEAN_BYTES, 100), 0);
      assertEquals(0.099, red.maxP(), 1e-12);
    }

    @Test
    void gentleClimbsFromTheConfiguredMaxP() {
      RedConfig gentle =
          adaptive(with(settings(1, 10, 20, 0.1), Action.DROP, true, Spacing.UNIFORM));
      Red red = busy(byNs2(gentle), dice.show(0.999));
      MonitoredQueue above = queueOf(19, MEAN_BYTES, 100);
      for (int arrivals = 0; arrivals < 25_000; arrivals++) {
        decide(red, above, 0.999);
      }
      assertTrue(red.maxP() > 0.49);
      MonitoredQueue beyond = queueOf(21, MEAN_BYTES, 100); // 0.1 + 0.9 / 20 = 0.145
      while (decide(red, beyond, 0.999) != Verdict.DROP_EARLY) {}
      // count 1: 0.145 / (1 - 0.145) = 0.1696
      assertEquals(Verdict.ENQUEUE, decide(red, beyond, 0.17));
    }
  }

  @Nested
  class Adaptive {
    private final RedConfig config = adaptive(settings(1, 10, 20, 0.1)); // target 14 … 16

    @ParameterizedTest
    @ValueSource(ints = {14, 15, 16})
    void leavesMaxPInTheMiddleAlone(int average) {
      Red red = busy(config, dice.show(0.9));
      MonitoredQueue queue = queueOf(average, MEAN_BYTES, 100);
      for (int arrivals = 0; arrivals < 3000; arrivals++) {
        decide(red, queue, 0);
      }
      assertEquals(0.1, red.maxP());
    }

    @Test
    void raisesMaxPEveryHalfSecondAboveTheTarget() {
      Red red = busy(config, dice.show(0.9));
      MonitoredQueue queue = queueOf(17, MEAN_BYTES, 100);
      double[] after = new double[3];
      for (int arrivals = 1; arrivals <= 1500; arrivals++) {
        decide(red, queue, 0);
        after[(arrivals - 1) / 500] = red.maxP();
        int steps = arrivals / 500;
        assertTrue(red.maxP() <= 0.1 + 0.01 * steps + 1e-12, "not sooner");
      }
      assertEquals(0.13, red.maxP(), 1e-12);
      assertEquals(0.12, after[2] - 0.01, 1e-12);
      for (int arrivals = 0; arrivals < 25_000; arrivals++) {
        decide(red, queue, 0);
      }
      assertEquals(0.5, red.maxP(), 1e-12, "the top");
    }

    @Test
    void stepsByAQuarterOfASmallMaxP() {
      Red red = busy(adaptive(settings(1, 10, 20, 0.02)), dice.show(0.9));
      now += ms(500);
      decide(red, queueOf(17, MEAN_BYTES, 100), 0);
      assertEquals(0.025, red.maxP(), 1e-12);
    }

    @Test
    void lowersMaxPByATenthBelowTheTarget() {
      Red red = busy(config, dice.show(0.9));
      MonitoredQueue queue = queueOf(13, MEAN_BYTES, 100);
      for (int arrivals = 0; arrivals < 1000; arrivals++) {
        decide(red, queue, 0);
      }
      assertEquals(0.1 * 0.9 * 0.9, red.maxP(), 1e-12);
      for (int arrivals = 0; arrivals < 50_000; arrivals++) {
        decide(red, queue, 0);
      }
      assertEquals(0.01, red.maxP(), 1e-12, "the bottom");
    }

    @Test
    void movesTheChance() {
      Red red = busy(config, dice.show(0.9));
      MonitoredQueue queue = queueOf(19, MEAN_BYTES, 100);
      for (int arrivals = 0; arrivals < 25_000; arrivals++) {
        decide(red, queue, 0);
      }
      // max_p 0.5 at 19 of 10 … 20: 0.45, where 0.1 would have given 0.09
      decide(red, queueOf(0, MEAN_BYTES, 100), 0);
      dice.show(0.44);
      assertEquals(Verdict.DROP_EARLY, decide(red, queueOf(19, MEAN_BYTES, 100), 0));
    }

    @Test
    void isOffUnlessAskedFor() {
      Red red = busy(settings(1, 10, 20, 0.1), dice.show(0.9));
      MonitoredQueue queue = queueOf(19, MEAN_BYTES, 100);
      for (int arrivals = 0; arrivals < 5000; arrivals++) {
        decide(red, queue, 0);
      }
      assertEquals(0.1, red.maxP());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "0, 5, 15, 0.1, 500",
    "1.1, 5, 15, 0.1, 500",
    "NaN, 5, 15, 0.1, 500",
    "0.02, -1, 15, 0.1, 500",
    "0.02, 15, 15, 0.1, 500",
    "0.02, NaN, 15, 0.1, 500",
    "0.02, 5, 15, 0, 500",
    "0.02, 5, 15, 1.1, 500",
    "0.02, 5, 15, 0.1, 0"
  })
  void settingsWithoutSenseAreRefused(
      double weight, double minTh, double maxTh, double maxP, int meanBytes) {
    assertThrows(
        IllegalArgumentException.class,
        () ->
            new RedConfig(
                OF_1993,
                weight,
                minTh,
                maxTh,
                maxP,
                Action.DROP,
                false,
                Spacing.UNIFORM,
                false,
                meanBytes,
                false));
  }

  @Test
  void dropTailTakesWhatFits() {
    DropTail dropTail = new DropTail();
    assertEquals(Verdict.ENQUEUE, dropTail.decide(0, queueOf(9, 100, 10), arrival(0)));
    assertEquals(9, dropTail.averageFrames());
    assertEquals(Verdict.OVERFLOW, dropTail.decide(0, queueOf(10, 100, 10), arrival(0)));
    assertEquals(10, dropTail.averageFrames());
    assertFalse(dropTail.aboveMaxTh());
  }

  @Test
  void aConfigurationMakesItsDiscipline() {
    QueueConfig red = new QueueConfig(10, FlowIdentity.SOURCE_NODE, settings(1, 5, 15, 0.1));
    assertTrue(red.discipline(DRAIN, dice, dice) instanceof Red);
    assertTrue(QueueConfig.dropTail(10).discipline(DRAIN, dice, dice) instanceof DropTail);
  }
}
