// SPDX-License-Identifier: Apache-2.0
package rani.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static rani.fixture.Nanos.ms;
import static rani.fixture.Nanos.s;

import org.junit.jupiter.api.Test;
import rani.fixture.Packet;
import rani.fixture.TestPort;
import rani.queue.QueueConfig;
import rani.queue.Rate;

/** A port whose link follows a trace: before go, as it changes, and what leaves it. */
class TracedLinkTest {
  private static final QueueConfig ROOM = QueueConfig.dropTail(100);

  private static Packet packet(int id) {
    return Packet.datagram().id(id).length(1000);
  }

  private static TracedLink steps(long[] times, long[] rates, long[] delays, double[] losses) {
    return new TracedLink("t", new StepTrace(times, rates, delays, losses), false, 0, 0);
  }

  private static LinkChange rate(Rate rate) {
    return new LinkChange(rate, null, null, null, null, null, null, null);
  }

  @Test
  void noOpportunityComesBeforeGo() {
    DeliveryTrace every = new DeliveryTrace(new int[] {10}, ms(1));
    try (TestPort port = TestPort.of(new TracedLink("t", every, true, 0, ms(10)), ROOM)) {
      port.arrives(packet(1)).runTo(ms(95)).skip();
      port.port().go(ms(95), ms(95));
      port.runTo(s(1)).expect("105ms departs 1");
    }
  }

  @Test
  void theRateOfAPortIsTheMean() {
    TracedLink trace =
        new TracedLink(
            "t",
            new StepTrace(
                new long[] {0, s(1)},
                new long[] {3_000_000, 1_000_000},
                new long[0],
                new double[0]),
            true,
            0,
            s(4));
    assertEquals(Rate.bitsPerSecond(1.5e6), trace.meanRate());
    try (TestPort port = TestPort.of(trace, ROOM)) {
      assertEquals(Rate.bitsPerSecond(1.5e6), port.link().rate());
    }
  }

  @Test
  void aRateThatIsSetEndsTheFollowingAlsoWhereALinkStandsStill() {
    TracedLink trace =
        steps(new long[] {0, ms(10)}, new long[] {8_000_000, 0}, new long[0], new double[0]);
    try (TestPort port = TestPort.of(trace, ROOM)) {
      port.port().go(0, 0);
      port.runTo(ms(5)).arrives(packet(1)).runTo(ms(20)).arrives(packet(2)).arrives(packet(3));
      port.runTo(s(10)).skip();
      assertNotNull(port.link().followed());
      assertEquals(2, port.link().holds(), "they wait for what never comes");
      port.link().change(Rate.bitsPerSecond(1e6), 0);
      port.link().leaveTrace(s(10), rate(Rate.bitsPerSecond(1e6)));
      assertNull(port.link().followed());
      port.runTo(s(11)).expect("10008ms departs 2", "10016ms departs 3");
    }
  }

  @Test
  void aLateTimerCatchesUpWithTheTraceForATenthOfASecond() {
    DeliveryTrace every = new DeliveryTrace(new int[] {10}, ms(1));
    TracedLink loop = new TracedLink("t", every, true, 0, ms(10));
    try (TestPort port = TestPort.of(loop, ROOM)) {
      port.port().go(0, 0);
      for (int id = 1; id <= 40; id++) {
        port.arrives(Packet.datagram().id(id).length(1500));
      }
      port.skip().oversleepTo(ms(300));
      assertEquals(11, port.fates("departs").size(), "one was due at 10 ms, ten from 210 on");
      port.runTo(s(1)).skip();
    }
  }

  @Test
  void delayAndLossAreThoseOfTheStepInWhichAPacketLeaves() {
    TracedLink trace =
        steps(
            new long[] {0, ms(100), ms(200)},
            new long[0],
            new long[] {ms(5), ms(50), ms(7)},
            new double[] {0, 1, 0});
    try (TestPort port = TestPort.of(trace, ROOM)) {
      assertTrue(port.link().rate().isUnlimited());
      assertEquals(ms(5), port.wire().config().delayNanos());
      port.port().go(ms(10), ms(10));
      port.runTo(ms(109)).arrives(packet(1));
      assertEquals(ms(5), port.wire().config().delayNanos());
      port.runTo(ms(110)).arrives(packet(2));
      assertEquals(
          ImpairmentConfig.ofDelay(ms(50)).delayNanos(), port.wire().config().delayNanos());
      assertEquals(1, port.wire().config().loss());
      port.runTo(ms(210)).arrives(packet(3));
      assertEquals(ImpairmentConfig.ofDelay(ms(7)), port.wire().config());
    }
  }

  @Test
  void aDelayThatIsSetStaysAndLossGoesOn() {
    TracedLink trace =
        steps(
            new long[] {0, ms(100)},
            new long[0],
            new long[] {ms(5), ms(50)},
            new double[] {0, 0.5});
    try (TestPort port = TestPort.of(trace, ROOM)) {
      port.port().go(0, 0);
      LinkChange set = new LinkChange(null, ms(30), null, null, null, null, null, null);
      port.wire().configure(set.over(port.wire().config()));
      port.link().leaveTrace(0, set);
      port.runTo(ms(100)).arrives(packet(1));
      assertEquals(ms(30), port.wire().config().delayNanos());
      assertEquals(0.5, port.wire().config().loss());
    }
  }

  @Test
  void aJitterThatSomeDelayOfTheTraceForbidsIsRefused() {
    TracedLink trace =
        steps(new long[] {0, 1}, new long[0], new long[] {ms(5), ms(3)}, new double[0]);
    assertEquals("", trace.refusal(ms(3)));
    assertTrue(trace.refusal(ms(4)).contains("jitter is at most the delay"));
  }

  @Test
  void tracesThatCannotBeAreRefused() {
    DeliveryTrace every = new DeliveryTrace(new int[] {10}, ms(1));
    assertThrows(IllegalArgumentException.class, () -> new DeliveryTrace(new int[] {0}, 1));
    assertThrows(IllegalArgumentException.class, () -> new DeliveryTrace(new int[] {2, 1}, 1));
    assertThrows(IllegalArgumentException.class, () -> new TracedLink("t", every, true, 0, ms(9)));
    assertThrows(
        IllegalArgumentException.class,
        () -> new StepTrace(new long[] {0}, new long[] {0}, new long[0], new double[0]));
    assertThrows(
        IllegalArgumentException.class,
        () -> new StepTrace(new long[] {1}, new long[] {1}, new long[0], new double[0]));
  }
}
