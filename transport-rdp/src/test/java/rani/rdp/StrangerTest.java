// SPDX-License-Identifier: Apache-2.0
package rani.rdp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import rani.rdp.congestion.CongestionConfig;
import rani.rdp.fixture.Kind;

/** A peer that knows the documents and not this code is understood, and understands. */
class StrangerTest {
  private static final double LOSS = 0.1;
  private static final int COUNT = 200;

  @ParameterizedTest
  @EnumSource
  void aStrangerTakesMessages(Kind kind) {
    TwoEnds ends = new TwoEnds(1, TwoEnds.Wire.clean(0));
    var stranger = new Stranger(ends, 7000, LOSS, new ArrayList<>());
    var numbers = new DeliveryTest.Numbers(ends, COUNT, 500);
    ends.left().endpoint().connect(0, TwoEnds.RIGHT, 7000, withEverything(kind), numbers);
    ends.runUntil(3600 * TwoEnds.SECOND);
    assertEquals(all(), stranger.received);
    assertEquals(CloseReason.CLOSED, numbers.closed);
    assertTrue(stranger.closed);
    assertEquals(0, ends.liveBytes());
  }

  @ParameterizedTest
  @EnumSource
  void aStrangerSendsMessages(Kind kind) {
    TwoEnds ends = new TwoEnds(1, TwoEnds.Wire.clean(0));
    var kept = new DeliveryTest.Kept();
    ends.left().endpoint().listen(7000, withEverything(kind), (now, connection) -> kept);
    var stranger = new Stranger(ends, 2000, LOSS, new ArrayList<>(all()));
    stranger.call(7000);
    ends.runUntil(3600 * TwoEnds.SECOND);
    assertEquals(all(), kept.numbers);
    assertEquals(CloseReason.CLOSED_BY_PEER, kept.closed);
    assertTrue(stranger.closed);
    assertEquals(0, ends.liveBytes());
  }

  /** What is not in the RFCs is asked for; a peer that has none of it must do without. */
  private static RdpConfig withEverything(Kind kind) {
    return RdpConfig.DEFAULT
        .with(new RdpConfig.Wire(0, true, false, true))
        .with(CongestionConfig.DEFAULT.with(kind.provider()));
  }

  private static List<Integer> all() {
    return IntStream.range(0, COUNT).boxed().toList();
  }
}
