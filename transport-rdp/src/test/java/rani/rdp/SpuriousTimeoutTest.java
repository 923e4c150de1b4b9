// SPDX-License-Identifier: Apache-2.0
package rani.rdp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static rani.rdp.TwoEnds.MILLISECOND;
import static rani.rdp.TwoEnds.SECOND;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rani.rdp.congestion.CongestionConfig;
import rani.rdp.fixture.Kind;

/** A timer of at least 200 ms, before a receiver that delays its acknowledgements by 100 ms. */
class SpuriousTimeoutTest {
  private static final int PACKET_BYTES = 1000;

  /** 1.5 Mb/s and a queue that overflows, which a scoreboard recovers from without the timer. */
  @ParameterizedTest
  @CsvSource({"10, 10", "50, 20", "50, 50", "100, 5", "100, 50", "200, 5", "300, 20"})
  void theTimerDoesNotExpireForWhatIsOnlyLate(int delayMillis, int queuePackets) {
    RdpConfig config =
        RdpConfig.DEFAULT
            .with(Kind.SACK.config(2, CongestionConfig.SSTHRESH_UNSET, true, false, false))
            .with(
                new RdpConfig.Timers(
                    100 * MILLISECOND, 3 * SECOND, 200 * MILLISECOND, 60 * SECOND, 8, 0, SECOND));
    TwoEnds ends =
        new TwoEnds(1, TwoEnds.Wire.bottleneck(1_500_000, queuePackets, delayMillis * MILLISECOND))
            .mtuBytes(PACKET_BYTES);
    Bulk bulk = Bulk.start(ends, 7000, config);
    ends.runUntil(100 * SECOND);

    assertTrue(ends.left().overflowed > 0);
    assertEquals(0, bulk.statistics().timeouts());
    assertEquals(ends.left().overflowed, bulk.statistics().retransmissions());
  }
}
