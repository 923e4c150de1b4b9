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

  @Test
  void bitsPerSecondFollowFromTheLengthForPacketsAlone() {
    assertEquals(320_000, Rate.packetsPerSecond(40).bitsPerSecondOf(1000));
    assertEquals(2e6, Rate.bitsPerSecond(2e6).bitsPerSecondOf(1000));
    assertEquals(Double.POSITIVE_INFINITY, Rate.UNLIMITED.bitsPerSecondOf(1000));
  }

  /** 40 packet/s is 320 kbit/s of 1000 B: less of longer packets, more of shorter ones. */
  @ParameterizedTest
  @CsvSource({
    "100, 1000, true, false",
    "1000, 1500, false, true",
    "100, 1500, true, true",
    "1000, 1000, false, false"
  })
  void packetsAreSlowerThanBitsForShortOnes(
      int shortest, int longest, boolean packetsAreSlower, boolean bitsAreSlower) {
    Rate packets = Rate.packetsPerSecond(40);
    Rate bits = Rate.bitsPerSecond(320_000);
    assertEquals(packetsAreSlower, packets.isSlowerThan(bits, shortest, longest));
    assertEquals(bitsAreSlower, bits.isSlowerThan(packets, shortest, longest));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -1, Double.NaN, Double.NEGATIVE_INFINITY})
  void whatIsNoRateIsRefused(double value) {
    assertThrows(IllegalArgumentException.class, () -> Rate.bitsPerSecond(value));
  }
}
