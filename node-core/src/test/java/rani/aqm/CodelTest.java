// SPDX-License-Identifier: Apache-2.0
package rani.aqm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static rani.fixture.Nanos.ms;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import rani.fixture.Packet;
import rani.queue.DequeueDecision;
import rani.queue.MonitoredQueue;
import rani.queue.QueueConfig;
import rani.wire.FlowIdentity;

/**
 * The boundaries of RFC 8289 §5, at a target of 5 ms and an interval of 100 ms; {@code
 * CodelDeparturesGolden} has the long runs.
 */
class CodelTest {
  private static final long INTERVAL = ms(100);

  private final MonitoredQueue queue =
      new MonitoredQueue(1000, FlowIdentity.FIVE_TUPLE, QueueConfig.NO_LIMIT);
  private final Codel codel = new Codel(new CodelConfig(ms(5), INTERVAL, false));

  CodelTest() {
    for (int packet = 0; packet < 20; packet++) {
      queue.add(0, Packet.datagram().length(1000).frame(), 0, 0);
    }
  }

  @AfterEach
  void letGo() {
    while (queue.frames() > 0) {
      queue.remove(queue.head()).release();
    }
  }

  /** What is said of the head, which leaves if it is let go. */
  private DequeueDecision at(long nowNanos) {
    DequeueDecision leaving = codel.leaves(nowNanos, queue, queue.head());
    queue.remove(queue.head()).release();
    return leaving;
  }

  /** "else if (now >= first_above_time_) r.ok_to_drop = true" */
  @Test
  void aDelayThatLastedForJustAnIntervalDrops() {
    assertEquals(DequeueDecision.SEND, at(ms(50)));
    assertEquals(DequeueDecision.SEND, at(ms(150) - 1));
    assertEquals(DequeueDecision.DROP, at(ms(150)));
    assertEquals(DequeueDecision.SEND, at(ms(150)), "the one behind it is let go");
  }

  /** "if (r.sojourn_time < TARGET …) first_above_time_ = 0": at the target it stays. */
  @Test
  void aDelayOfJustTheTargetIsTooLong() {
    assertEquals(DequeueDecision.SEND, at(ms(5)));
    assertEquals(DequeueDecision.DROP, at(ms(105)));
  }

  /** "while (now >= drop_next_ && dropping_)", drop_next_ an interval later at count 1. */
  @Test
  void theNextIsDroppedAtItsTime() {
    enter(ms(150));
    assertEquals(DequeueDecision.SEND, at(ms(250) - 1));
    assertEquals(DequeueDecision.DROP, at(ms(250)));
    assertEquals(DequeueDecision.SEND, at(ms(250)), "the next is due 70.7 ms later");
  }

  /**
   * "if (delta > 1 && now - drop_next_ < 16 * INTERVAL) count_ = delta": two were dropped after the
   * first, so that dropping begins again with spacings of 100 ms / √2, but not after 16 intervals.
   */
  @Test
  void droppingGoesOnWhereItWasWithinSixteenIntervals() {
    long next = dropThree();
    leave(next);
    long again = next + 16 * INTERVAL - 1;
    enter(again);
    assertEquals(DequeueDecision.SEND, at(again + (long) (INTERVAL / Math.sqrt(2)) - 1));
    assertEquals(DequeueDecision.DROP, at(again + (long) (INTERVAL / Math.sqrt(2))));
  }

  @Test
  void afterSixteenIntervalsItBeginsAtOneAgain() {
    long next = dropThree();
    leave(next);
    long again = next + 16 * INTERVAL;
    enter(again);
    assertEquals(DequeueDecision.SEND, at(again + INTERVAL - 1));
    assertEquals(DequeueDecision.DROP, at(again + INTERVAL));
  }

  /** Dropping begins at a time before which the delay has lasted long enough. */
  private void enter(long nowNanos) {
    at(nowNanos - INTERVAL);
    assertEquals(DequeueDecision.DROP, at(nowNanos));
    assertEquals(DequeueDecision.SEND, at(nowNanos));
  }

  /** When the next is due: 250 ms + (1/√2 + 1/√3) · 100 ms. */
  private long dropThree() {
    enter(ms(150));
    long second = ms(250);
    assertEquals(DequeueDecision.DROP, at(second));
    long third = second + (long) (INTERVAL / Math.sqrt(2));
    assertEquals(DequeueDecision.SEND, at(third - 1));
    assertEquals(DequeueDecision.DROP, at(third));
    assertEquals(DequeueDecision.SEND, at(third));
    return third + (long) (INTERVAL / Math.sqrt(3));
  }

  /** A packet that has not waited ends dropping. */
  private void leave(long nowNanos) {
    int place = queue.add(nowNanos, Packet.datagram().length(1000).frame(), 0, 0);
    assertEquals(DequeueDecision.SEND, codel.leaves(nowNanos, queue, place));
    queue.remove(place).release();
  }
}
