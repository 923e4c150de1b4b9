// SPDX-License-Identifier: Apache-2.0
package rani.aqm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.LinkedHashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import rani.fixture.Packet;
import rani.queue.DequeueDecision;
import rani.queue.MonitoredQueue;
import rani.queue.QueueConfig;
import rani.wire.FlowIdentity;
import rani.wire.FlowKey;
import rani.world.Streams;

/** What the golden series of FQ-CoDel does not reach. */
class FqCodelTest {
  private final MonitoredQueue queue =
      new MonitoredQueue(1000, FlowIdentity.FIVE_TUPLE, QueueConfig.NO_LIMIT);
  private final FqCodel discipline =
      new FqCodel(FqCodelConfig.DEFAULT, Streams.of(1, "n1", "queue"));

  private void arrives(int port, int lengthBytes) {
    discipline.joined(
        queue, queue.add(0, Packet.datagram().ports(port, 7).length(lengthBytes).frame(), 0, 0));
  }

  @Test
  void flowsThatDifferInOnePortAloneHaveQueuesOfTheirOwn() {
    for (int port = 5000; port < 5100; port++) {
      for (int packet = 0; packet < 3; packet++) {
        arrives(port, 1514); // a quantum each, so that turns alternate
      }
    }
    Set<FlowKey> firstTurns = new LinkedHashSet<>();
    for (int turn = 0; turn < 100; turn++) {
      int place = discipline.next(queue);
      firstTurns.add(FlowIdentity.FIVE_TUPLE.of(queue.frame(place)));
      assertEquals(DequeueDecision.SEND, discipline.leaves(0, queue, place));
      queue.remove(place).release();
    }
    // Of 100 balls in 1024 bins about 5 share one.
    assertTrue(firstTurns.size() >= 85, firstTurns.size() + " of 100 flows had a turn");
  }

  @Test
  void theLongestGivesUpHalfOfWhatItHas() {
    MonitoredQueue full = new MonitoredQueue(21, FlowIdentity.FIVE_TUPLE, QueueConfig.NO_LIMIT);
    for (int packet = 0; packet < 20; packet++) {
      discipline.joined(
          full, full.add(0, Packet.datagram().ports(5000, 7).length(1000).frame(), 0, 0));
    }
    discipline.joined(
        full, full.add(0, Packet.datagram().ports(5001, 7).length(1000).frame(), 0, 0));
    int given = 0;
    for (int place = discipline.makesRoom(full);
        place != MonitoredQueue.NOWHERE;
        place = discipline.makesRoom(full)) {
      assertEquals(full.head(), place, "from the head");
      full.remove(place).release();
      given++;
    }
    assertEquals(10, given);
  }

  @Test
  void settingsThatCannotBeAreRefused() {
    CodelConfig codel = CodelConfig.DEFAULT;
    assertThrows(IllegalArgumentException.class, () -> new CodelConfig(0, 10, false));
    assertThrows(IllegalArgumentException.class, () -> new CodelConfig(11, 10, false));
    assertThrows(IllegalArgumentException.class, () -> new FqCodelConfig(codel, 0, 1514));
    assertThrows(IllegalArgumentException.class, () -> new FqCodelConfig(codel, 65_537, 1514));
    assertThrows(IllegalArgumentException.class, () -> new FqCodelConfig(codel, 1024, 0));
  }
}
