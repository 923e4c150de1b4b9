// SPDX-License-Identifier: Apache-2.0
package rani.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static rani.fixture.Nanos.s;

import java.util.Random;
import java.util.stream.IntStream;
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
  void asManyFlowsAsTheLimitHasAreKnownAndNoMore() {
    for (int flow = 0; flow < MADE_UP; flow++) {
      flows.note(flow, flow, 7);
    }
    long known = IntStream.range(0, MADE_UP).filter(flow -> flows.has(MADE_UP, flow, 7)).count();
    assertEquals(ForwardedFlows.FLOWS_MAX, known);
  }

  @Test
  void whoMakesUpFlowsNeverDrivesOutOneThatSendsAsOften() {
    Random dice = new Random(1);
    for (int packet = 0; packet < MADE_UP; packet++) {
      flows.note(packet, 42, 7);
      assertTrue(flows.has(packet, 42, 7));
      for (int other = 0; other < 3; other++) {
        flows.note(packet, dice.nextInt(), dice.nextInt());
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
