// SPDX-License-Identifier: Apache-2.0
package rani.aqm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import rani.aqm.RioConfig.Coupling;
import rani.aqm.RioConfig.Thresholds;
import rani.fixture.Packet;
import rani.queue.DequeueDecision;
import rani.queue.MonitoredQueue;
import rani.queue.QueueConfig;
import rani.queue.Rate;
import rani.wire.Dscp;
import rani.wire.FlowIdentity;
import rani.world.Streams;
import rani.world.Verdict;

/** What the golden series of RIO does not tell apart: which average a packet is judged by. */
class RioTest {
  private static final Thresholds NEVER = new Thresholds(98, 99, 0.1);

  private final MonitoredQueue queue =
      new MonitoredQueue(8, FlowIdentity.FIVE_TUPLE, QueueConfig.NO_LIMIT);

  private static Rio rio(Coupling coupling) {
    return rio(RedRules.OF_1993, coupling);
  }

  private static Rio rio(RedRules rules, Coupling coupling) {
    List<Thresholds> table = List.of(new Thresholds(4, 5, 0.1), new Thresholds(2, 3, 0.1), NEVER);
    return new Rio(
        new RioConfig(rules, coupling, 1, 1000, table),
        Rate.packetsPerSecond(1),
        Streams.of(1, "n1", "queue"));
  }

  private Verdict arrives(Rio rio, int dscp) {
    var frame = Packet.datagram().dscp(dscp).frame();
    Verdict verdict = rio.decide(0, queue, frame);
    if (verdict.joins()) {
      rio.joined(queue, queue.add(0, frame, 0, 0));
    } else {
      frame.release();
    }
    return verdict;
  }

  @AfterEach
  void nothingIsLeft() {
    while (queue.frames() > 0) {
      queue.remove(queue.head()).release();
    }
  }

  /** The first finds the server idle; by weight 1 the average is what waits. */
  private Rio with(Coupling coupling, int... dscps) {
    return with(RedRules.OF_1993, coupling, dscps);
  }

  private Rio with(RedRules rules, Coupling coupling, int... dscps) {
    Rio rio = rio(rules, coupling);
    for (int dscp : dscps) {
      assertEquals(Verdict.ENQUEUE, arrives(rio, dscp));
    }
    return rio;
  }

  @Test
  void coupledAPacketMeetsThoseThatAreDroppedLessReadily() {
    Rio rio = with(Coupling.RIO_C, 10, 10, 10, 0, 0);
    assertEquals(Verdict.ENQUEUE, arrives(rio, 10), "three of its own wait");
    assertEquals(3, rio.averageFrames());
    assertEquals(Verdict.DROP_FORCED, arrives(rio, 12), "four green ones wait");
    assertEquals(Verdict.ENQUEUE, arrives(rio, 14));
    assertEquals(6, rio.averageFrames());
  }

  @Test
  void decoupledItMeetsItsOwnAlone() {
    Rio rio = with(Coupling.RIO_D, 10, 10, 10, 0, 0);
    assertEquals(Verdict.ENQUEUE, arrives(rio, 12));
    assertEquals(0, rio.averageFrames());
  }

  @Test
  void weightedItMeetsEverybody() {
    Rio rio = with(Coupling.WRED, 0, 0, 0, 0, 0);
    assertEquals(Verdict.DROP_FORCED, arrives(rio, 10));
    assertEquals(5, rio.averageFrames());
    assertFalse(rio.aboveMaxTh(), "not beyond it yet");
  }

  /** dsRED drops for certain above max_th, 1993's RED from max_th on. */
  @Test
  void atMaxThExactlyNs2LeavesItToChance() {
    for (RedRules rules : RedRules.values()) {
      // three wait, and 3 is the max_th of precedence 1; its max_p is 0.1
      Rio rio = with(rules, Coupling.WRED, 0, 0, 0);
      Verdict expected = rules == RedRules.NS_2 ? Verdict.ENQUEUE : Verdict.DROP_FORCED;
      assertEquals(expected, arrives(rio, 12));
      assertEquals(3, rio.averageFrames());
      nothingIsLeft();
    }
  }

  @Test
  void aFullBufferTakesNobody() {
    Rio rio = with(Coupling.RIO_D, 0, 0, 0, 0, 0, 0, 0, 0);
    assertEquals(Verdict.OVERFLOW, arrives(rio, 10));
  }

  @Test
  void whatLeavesIsNotCounted() {
    Rio rio = with(Coupling.RIO_C, 10, 10, 10, 10);
    int place = rio.next(queue);
    assertEquals(DequeueDecision.SEND, rio.leaves(0, queue, place));
    queue.remove(place).release();
    assertEquals(Verdict.ENQUEUE, arrives(rio, Dscp.EXPEDITED));
    assertEquals(3, rio.averageFrames());
  }

  @Test
  void settingsThatCannotBeAreRefused() {
    List<Thresholds> table = RioConfig.DEFAULT.precedences();
    assertThrows(IllegalArgumentException.class, () -> new Thresholds(5, 5, 0.1));
    assertThrows(IllegalArgumentException.class, () -> new Thresholds(1, 5, 0));
    assertThrows(
        IllegalArgumentException.class,
        () -> new RioConfig(RedRules.OF_1993, Coupling.WRED, 0, 1000, table));
    assertThrows(
        IllegalArgumentException.class,
        () -> new RioConfig(RedRules.OF_1993, Coupling.WRED, 1, 0, table));
    assertThrows(
        IllegalArgumentException.class,
        () -> new RioConfig(RedRules.OF_1993, Coupling.WRED, 1, 1, table.subList(0, 2)));
    assertTrue(RioConfig.DEFAULT.precedences().equals(table));
  }
}
