// SPDX-License-Identifier: Apache-2.0
package rani.rdp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import org.junit.jupiter.api.Test;
import rani.rdp.congestion.RttEstimator;

/** When a sender must act and when it may not, and what it takes to be sent, by hand. */
class SenderTimersTest {
  private static final long MS = 1_000_000;
  private static final long NEVER = Long.MAX_VALUE;

  private final RttEstimator rtt = new RttEstimator(1000 * MS, 1000 * MS, 60_000 * MS);
  private final SenderTimers times = new SenderTimers(rtt, false);

  private static void assertHeldBackUntil(long nanos, SenderTimers times) {
    assertTrue(times.holdsBack(nanos - 1));
    assertEquals(nanos, times.deadlineNanos());
    assertFalse(times.holdsBack(nanos));
  }

  @Test
  void theFirstSegmentStartsTheTimerAndOthersDoNot() {
    assertEquals(NEVER, times.deadlineNanos());
    times.sent(5 * MS, 4, 100);
    times.sent(7 * MS, 4, 100);
    assertEquals(1005 * MS, times.deadlineNanos());
    assertFalse(times.isTimeoutDue(1005 * MS - 1));
    assertTrue(times.isTimeoutDue(1005 * MS));
    times.restart(9 * MS);
    assertEquals(1009 * MS, times.deadlineNanos());
    times.stopTimer();
    assertEquals(NEVER, times.deadlineNanos());
  }

  /** "for an interval longer than the retransmission timeout" (RFC 5681 §4.1). */
  @Test
  void itIsIdleAfterMoreThanTheTimeout() {
    times.sent(5 * MS, 4, 100);
    assertFalse(times.isIdle(1005 * MS));
    assertTrue(times.isIdle(1005 * MS + 1));
  }

  /** 100 ms over 1.25 · 10 packets are 8 ms for each. */
  @Test
  void thePaceSpreadsAWindowOverFourFifthsOfARoundTrip() {
    SenderTimers paced = new SenderTimers(rtt, true);
    paced.sent(0, 10, 1000);
    assertFalse(paced.holdsBack(0), "no round trip is known yet");
    rtt.sample(100 * MS);
    paced.sent(50 * MS, 10, 1000);
    paced.sent(50 * MS, 10, 1000);
    assertHeldBackUntil(66 * MS, paced);
    assertFalse(paced.takePaceDue(66 * MS - 1));
    assertTrue(paced.takePaceDue(66 * MS));
    assertFalse(paced.takePaceDue(66 * MS), "it is said once");
    paced.sent(90 * MS, 10, 1000);
    assertHeldBackUntil(98 * MS, paced);
  }

  /** 1000 B at 80 kbit/s are 100 ms; after half of them half is owed. */
  @Test
  void aRateThatARouterAsksForIsPaidOff() {
    times.limit(0, 80_000);
    assertFalse(times.holdsBack(0));
    times.sent(0, 10, 1000);
    assertHeldBackUntil(100 * MS, times);
    times.sent(50 * MS, 10, 500);
    assertHeldBackUntil(150 * MS, times);
    times.sent(75 * MS, 10, 500); // 2000 of 8000 bits are paid
    assertHeldBackUntil(200 * MS, times);
    times.sent(400 * MS, 10, 1000);
    assertHeldBackUntil(500 * MS, times);
  }

  @Test
  void anotherRateHoldsForWhatIsOwed() {
    times.limit(0, 80_000);
    times.sent(0, 10, 1000);
    assertTrue(times.holdsBack(50 * MS));
    times.limit(50 * MS, 40_000);
    assertEquals(150 * MS, times.deadlineNanos(), "4000 bit are left");
    times.limit(60 * MS, 0);
    assertEquals(60 * MS, times.deadlineNanos());
    assertFalse(times.holdsBack(60 * MS));
    times.limit(70 * MS, 80_000);
    assertFalse(times.holdsBack(70 * MS), "what was owed is forgotten");
  }

  private static ByteBuf message(int bytes) {
    return Unpooled.buffer().writeZero(bytes);
  }

  @Test
  void theBufferTakesWhatItHasRoomForAndAnEmptyOneAnything() {
    SendQueue queue = new SendQueue(new RdpConfig.Buffers(32, 1000, true, 4));
    assertTrue(queue.offer(message(1500)));
    assertFalse(queue.hasRoom());
    assertFalse(queue.offer(message(0)), "it holds more than it should already");
    queue.remove();
    assertTrue(queue.isEmpty());
    assertFalse(queue.offer(message(1)), "what was sent is held until it is acknowledged");
    queue.letGo(1500);
    assertTrue(queue.offer(message(400)));
    assertTrue(queue.offer(message(600)));
    assertFalse(queue.offer(message(1)));
    assertEquals(2, queue.size());
    queue.letGo(499);
    assertFalse(queue.hasRoom(), "501 of 1000 B");
    queue.letGo(1);
    assertTrue(queue.hasRoom());
  }

  @Test
  void aFewMessagesWaitAtMost() {
    SendQueue queue = new SendQueue(new RdpConfig.Buffers(32, 1000, true, 4));
    ByteBuf first = message(1);
    assertTrue(queue.offer(first) && queue.offer(message(1)));
    assertTrue(queue.hasRoom());
    assertTrue(queue.offer(message(1)));
    assertFalse(queue.hasRoom(), "three of four");
    assertTrue(queue.offer(message(1)));
    assertFalse(queue.offer(message(1)));
    queue.clear();
    assertEquals(0, first.refCnt());
    assertTrue(queue.isEmpty() && queue.hasRoom() && queue.offer(message(1000)));
  }
}
