// SPDX-License-Identifier: Apache-2.0
package rani.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static rani.fixture.Nanos.s;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class ForwardedFlowsTest {
  private static final int MADE_UP = 1_000_000;

  private final ForwardedFlows flows = new ForwardedFlows();

  @Test
  void whatWasNeverNotedIsNoEvidence() {
    assertFalse(flows.has(0, 1, 2));
    assertFalse(flows.has(Long.MAX_VALUE, 0, 0));
    flows.note(s(1), 1, 2);
    assertFalse(flows.has(s(1), 2, 1));
    assertFalse(flows.has(s(1), 1, 3));
    assertFalse(flows.has(s(1), 0, 0), "an empty place is no flow");
  }

  @Test
  void aFlowIsKnownForTenSecondsAfterItsLastPacket() {
    flows.note(s(1), 1, -2);
    flows.note(s(3), 1, -2);
    assertTrue(flows.has(s(13), 1, -2));
    assertFalse(flows.has(s(13) + 1, 1, -2));
    flows.note(s(20), 1, -2);
    assertTrue(flows.has(s(21), 1, -2));
  }

  @Test
  void ofEachPacketIsToldOnce() {
    assertEquals(0, flows.tellOf(0, 1, 2, 5));
    for (int packet = 0; packet < 10; packet++) {
      flows.note(s(1), 1, 2);
    }
    assertEquals(0, flows.tellOf(s(1), 1, 3, 5), "another flow");
    assertEquals(4, flows.tellOf(s(1), 1, 2, 4));
    assertEquals(6, flows.tellOf(s(1), 1, 2, 65_535));
    assertEquals(0, flows.tellOf(s(1), 1, 2, 1));
    flows.note(s(1), 1, 2);
    assertEquals(1, flows.tellOf(s(2), 1, 2, 65_535));
  }

  /** Whatever was noted up to 4 s ago counts, and nothing that was noted more than 9 s ago. */
  @Property
  void whatIsToldOfHasLatelyGone(
      @ForAll @Size(min = 1, max = 40) List<@IntRange(max = 3000) Integer> gapsMillis,
      @ForAll @LongRange(min = 0, max = 20_000_000_000L) long startNanos) {
    ForwardedFlows noted = new ForwardedFlows();
    List<Long> untold = new ArrayList<>();
    long now = startNanos;
    for (int gap : gapsMillis) {
      now += s(gap) / 1000;
      if (gap % 5 == 0) {
        long at = now;
        long certain = untold.stream().filter(then -> at - then <= s(4)).count();
        long possible = untold.stream().filter(then -> at - then <= s(9)).count();
        int told = noted.tellOf(now, 1, 2, Integer.MAX_VALUE);
        assertTrue(told >= certain && told <= possible, told + " of " + certain + "…" + possible);
        untold.clear();
      } else {
        noted.note(now, 1, 2);
        untold.add(now);
      }
    }
  }

  @Test
  void whoDrivesAFlowOutTakesNoneOfItsPackets() {
    for (int packet = 0; packet < 10; packet++) {
      flows.note(packet, 42, 7);
    }
    for (int flow = 0; flow < MADE_UP; flow++) {
      flows.note(100, flow, 8);
      assertTrue(flows.tellOf(100, flow, 8, 65_535) <= 1);
    }
  }

  @Test
  void asManyFlowsAsTheLimitHasAreKnownAndNoMore() {
    for (int flow = 0; flow < MADE_UP; flow++) {
      flows.note(flow, flow, 7);
    }
    long known = IntStream.range(0, MADE_UP).filter(flow -> flows.has(MADE_UP, flow, 7)).count();
    assertEquals(ForwardedFlows.FLOWS_MAX, known);
  }

  @Test
  void whoMakesUpFlowsNeverDrivesOutOneThatSendsAsOften() {
    Random random = new Random(1);
    for (int packet = 0; packet < MADE_UP; packet++) {
      flows.note(packet, 42, 7);
      assertTrue(flows.has(packet, 42, 7));
      for (int other = 0; other < 3; other++) {
        flows.note(packet, random.nextInt(), random.nextInt());
      }
      assertTrue(flows.has(packet, 42, 7));
    }
  }

  @Test
  void aFlowKeepsOnePlaceOfItsFour() {
    for (int packet = 0; packet < 10; packet++) {
      for (int source = 0; source < ForwardedFlows.FLOWS_MAX / 4; source++) {
        flows.note(packet, source, 7);
      }
    }
    long known =
        IntStream.range(0, ForwardedFlows.FLOWS_MAX / 4).filter(s -> flows.has(9, s, 7)).count();
    assertTrue(
        known > ForwardedFlows.FLOWS_MAX / 4 * 0.95, () -> known + " of a quarter are known");
  }
}
