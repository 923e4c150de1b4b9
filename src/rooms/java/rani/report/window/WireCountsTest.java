// SPDX-License-Identifier: Apache-2.0
package rani.report.window;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.Random;
import org.junit.jupiter.api.Test;

class WireCountsTest {
  /** A link that has lost so many packets before it is read; then it loses none. */
  private static void readALink(long lostBefore, int delayTicks, long seed) {
    Random random = new Random(seed);
    WireCounts counts = new WireCounts();
    ArrayDeque<Integer> wire = new ArrayDeque<>();
    long out = 1000 + lostBefore;
    long in = 1000;
    for (int tick = -delayTicks; tick < 0; tick++) {
      wire.add(1); // what is on the wire at the first reading
      out++;
    }
    long base = out;
    long arrived = 0;
    assertEquals(0, counts.more(out, in, false));
    for (int tick = 0; tick < 200; tick++) {
      in += delayTicks > 0 ? wire.remove() : 0;
      long read = in; // the receiver is read first, the sender a moment later
      int sends = tick < 150 ? random.nextInt(4) : 0;
      wire.add(sends);
      out += sends;
      in += delayTicks == 0 ? wire.remove() : 0;
      arrived += counts.more(out, read, false);
      assertTrue(arrived <= out - base, "arrived " + arrived + " of " + (out - base));
    }
    assertEquals(out - base, arrived, "in the end all that was sent");
  }

  @Test
  void withoutLossArrivedNeverExceedsSentAndIsAllOfItInTheEnd() {
    for (long seed = 0; seed < 50; seed++) {
      readALink(0, (int) seed % 7, seed);
      readALink(13, (int) seed % 7, seed);
    }
  }

  @Test
  void whatIsLostSinceIsMissing() {
    WireCounts counts = new WireCounts();
    assertEquals(0, counts.more(100, 100, false));
    assertEquals(50, counts.more(150, 150, false));
    assertEquals(40, counts.more(200, 190, false), "10 lost or under way");
    assertEquals(10, counts.more(210, 200, false));
  }

  @Test
  void aNodeThatBeganAgainBeginsANewCount() {
    WireCounts counts = new WireCounts();
    assertEquals(0, counts.more(100, 90, false));
    assertEquals(0, counts.more(5, 91, false));
    assertEquals(3, counts.more(8, 94, false));
  }

  @Test
  void aWireThatDuplicatesMayDeliverMoreThanWasSent() {
    WireCounts counts = new WireCounts();
    assertEquals(0, counts.more(100, 100, true));
    assertEquals(12, counts.more(110, 112, true));
  }
}
