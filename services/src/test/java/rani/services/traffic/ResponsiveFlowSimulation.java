// SPDX-License-Identifier: Apache-2.0
package rani.services.traffic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static rani.fixture.Nanos.MILLI;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import rani.fixture.VirtualNetwork;
import rani.link.ImpairmentConfig;
import rani.services.probe.Menus;

/** Whatever a wire does to a responsive flow, it delivers every packet and ends. */
class ResponsiveFlowSimulation {
  private static final int SINK = VirtualNetwork.address(2);
  private static final long PACKETS = 120;
  private static final ImpairmentConfig ROUGH =
      new ImpairmentConfig(20 * MILLI, 15 * MILLI, 0.1, 0.1, 0.1, 0.02);

  static LongStream seeds() {
    return LongStream.rangeClosed(1, 50);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void everyPacketIsDeliveredAndTheFlowEnds(long seed) {
    VirtualNetwork network = pair(ROUGH).go(seed).runUntilDone();

    assertEquals(PACKETS, network.fact("n2", "sink", "distinct.10.0.0.1"));
    assertEquals(PACKETS, network.fact("n1", "source", "acknowledged"));
    assertEquals(0L, network.fact("n2", "sink", "malformed"));
    long arrived = (Long) network.fact("n2", "sink", "packets");
    assertEquals(PACKETS, arrived - (Long) network.fact("n2", "sink", "duplicates"));
    assertTrue((Long) network.fact("n1", "source", "retransmitted") > 0, "some were lost");
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void onAWireThatOnlyTakesTimeEveryPacketIsSentOnce(long seed) {
    ImpairmentConfig calm = new ImpairmentConfig(20 * MILLI, 15 * MILLI, 0, 0, 0, 0);
    VirtualNetwork network = pair(calm).go(seed).runUntilDone();

    assertEquals(PACKETS, network.fact("n1", "source", "sent"));
    assertEquals(List.of(), network.lines(" drop "));
  }

  /**
   * Round trips of 1.2 s that do not vary, longer than the least time-out: a timer that comes down
   * to the round trip, without the clock's granularity (RFC 6298, 2.3), falls together with the
   * answer.
   */
  @Test
  void onALongWireThatIsAlwaysTheSameNothingIsSentAgain() {
    VirtualNetwork network =
        new VirtualNetwork()
            .node("n1", Menus.responsive(SINK, "packets", 300, "window", 1))
            .node("n2", Menus.sink())
            .link("n1", "n2", ImpairmentConfig.ofDelay(600 * MILLI))
            .go(1)
            .runUntilDone();

    assertEquals(300L, network.fact("n1", "source", "acknowledged"));
    assertEquals(0L, network.fact("n1", "source", "retransmitted"));
  }

  private static VirtualNetwork pair(ImpairmentConfig wire) {
    return new VirtualNetwork()
        .node("n1", Menus.responsive(SINK, "packets", PACKETS, "ssthresh", 8))
        .node("n2", Menus.sink())
        .link("n1", "n2", wire);
  }
}
