// SPDX-License-Identifier: Apache-2.0
package rani.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RateTest {
  @ParameterizedTest
  @CsvSource({
    "2e6, 1000, 4_000_000",
    "1e9, 1500, 12_000",
    "1e9, 28, 224",
    "64000, 65535, 8_191_875_000",
    "1, 65535, 524_280_000_000_000",
    "3, 1, 2_666_666_666"
  })
  void bitsTakeTimeByLength(double bitsPerSecond, int lengthBytes, String nanos) {
    assertEquals(
        Long.parseLong(nanos.replace("_", "")),
        Rate.bitsPerSecond(bitsPerSecond).serviceNanos(lengthBytes));
  }

  @ParameterizedTest
  @CsvSource({"40, 25_000_000", "200, 5_000_000", "0.5, 2_000_000_000", "3, 333_333_333"})
  void packetsTakeTheSameTimeWhateverTheirLength(double packetsPerSecond, String nanos) {
    Rate rate = Rate.packetsPerSecond(packetsPerSecond);
    assertEquals(Long.parseLong(nanos.replace("_", "")), rate.serviceNanos(20));
    assertEquals(rate.serviceNanos(20), rate.serviceNanos(65_535));
  }

  @Test
  void anUnlimitedRateTakesNone() {
    assertTrue(Rate.UNLIMITED.isUnlimited());
    assertEquals(0, Rate.UNLIMITED.serviceNanos(65_535));
  }

  @Test
  void packetsPerSecondFollowFromTheLengthForBitsAlone() {
    assertEquals(250, Rate.bitsPerSecond(2e6).packetsPerSecondOf(1000));
    assertEquals(40, Rate.packetsPerSecond(40).packetsPerSecondOf(1000));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -1, Double.NaN, Double.NEGATIVE_INFINITY})
  void whatIsNoRateIsRefused(double value) {
    assertThrows(IllegalArgumentException.class, () -> Rate.bitsPerSecond(value));
  }
}
