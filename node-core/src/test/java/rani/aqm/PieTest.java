// SPDX-License-Identifier: Apache-2.0
package rani.aqm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import rani.fixture.Packet;
import rani.queue.MonitoredQueue;
import rani.queue.QueueConfig;
import rani.wire.FlowIdentity;
import rani.world.Streams;
import rani.world.Verdict;

/** What the golden series of PIE does not reach. */
class PieTest {
  private static final long MS = 1_000_000;
  private static final long YEAR = 365L * 24 * 3600 * 1000 * MS;

  private final MonitoredQueue queue =
      new MonitoredQueue(1000, FlowIdentity.FIVE_TUPLE, QueueConfig.NO_LIMIT);
  private final Pie pie = new Pie(PieConfig.DEFAULT, Streams.of(1, "n1", "queue"));

  /** A packet leaves that has waited so long. */
  private void leaves(long nowNanos, long waitedNanos) {
    int place = queue.add(nowNanos - waitedNanos, Packet.datagram().length(1000).frame(), 0, 0);
    pie.leaves(nowNanos, queue, place);
    queue.remove(place).release();
  }

  private Verdict arrives(long nowNanos) {
    var frame = Packet.datagram().length(1000).frame();
    Verdict verdict = pie.decide(nowNanos, queue, frame);
    frame.release();
    return verdict;
  }

  @Test
  void theProbabilityFollowsTheDelayAndItsGrowth() {
    leaves(10 * MS, 35 * MS);
    arrives(15 * MS);
    // 0.125/s of 20 ms too much, and 1.25/s of 35 ms more than before, over 2048.
    assertEquals((0.125 * 0.020 + 1.25 * 0.035) / 2048, pie.probability(), 1e-15);
    arrives(30 * MS);
    double second = 0.125 * 0.020 / 128; // it is above 10^-5 by now
    assertEquals((0.125 * 0.020 + 1.25 * 0.035) / 2048 + second, pie.probability(), 1e-15);
  }

  @Test
  void aDelayThatLastsCostsNothingBeforeTheBurstIsOver() {
    for (int packet = 0; packet < 10; packet++) {
      queue.add(0, Packet.datagram().length(1000).frame(), 0, 0);
    }
    leaves(1, 15_000 * MS);
    assertEquals(Verdict.ENQUEUE, arrives(149 * MS));
    long dropped = 0;
    for (long now = 151; now < 1151; now++) {
      dropped += arrives(now * MS) == Verdict.DROP_EARLY ? 1 : 0;
    }
    assertEquals(1.0, pie.probability());
    assertEquals(1000, dropped, 200, "of 1000");
    while (queue.frames() > 0) {
      queue.remove(queue.head()).release();
    }
  }

  @Test
  void aSilenceOfAYearIsMadeUpForAtOnce() {
    leaves(1, 15_000 * MS);
    arrives(1000 * MS);
    pie.idle(1000 * MS);
    assertEquals(Verdict.ENQUEUE, arrives(YEAR));
    assertEquals(0, pie.probability());
    assertEquals(Verdict.ENQUEUE, arrives(YEAR - MS), "a clock that was late is no matter");
  }

  @Test
  void settingsThatCannotBeAreRefused() {
    assertThrows(IllegalArgumentException.class, () -> new PieConfig(0, 1, 1, false));
    assertThrows(IllegalArgumentException.class, () -> new PieConfig(1, 0, 1, false));
    assertThrows(IllegalArgumentException.class, () -> new PieConfig(1, 1, -1, false));
  }
}
