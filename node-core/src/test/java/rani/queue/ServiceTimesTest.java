// SPDX-License-Identifier: Apache-2.0
package rani.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServiceTimesTest {
  private static final int PACKETS = 1000;

  /** Lengths, 8 bits each, over the rate: what a thousand of them take, in nanoseconds. */
  @ParameterizedTest
  @CsvSource({
    "100e9, 64, 5120",
    "1000e9, 64, 512",
    "1000e9, 124, 992",
    "1000e9, 1500, 12000",
    "10e9, 1000, 800000",
    "9e9, 1000, 888888"
  })
  void shortTimesAreRightInTheMean(double bitsPerSecond, int lengthBytes, long thousandNanos) {
    Rate rate = Rate.bitsPerSecond(bitsPerSecond);
    ServiceTimes times = new ServiceTimes();
    long sum = 0;
    for (int packet = 0; packet < PACKETS; packet++) {
      long nanos = times.nextNanos(rate, lengthBytes);
      long cut = rate.serviceNanos(lengthBytes);
      assertTrue(nanos == cut || nanos == cut + 1, () -> nanos + " ns");
      sum += nanos;
    }
    assertEquals(thousandNanos, sum, 1);
  }

  /** So that what is measured at ordinary rates stays as it is to the nanosecond. */
  @ParameterizedTest
  @CsvSource({"124e6, 40, 2580", "1e6, 1000, 8000000", "1.5e6, 40, 213333", "8e9, 1001, 1001"})
  void timesOfAMicrosecondAndMoreAreCut(double bitsPerSecond, int lengthBytes, long nanos) {
    ServiceTimes times = new ServiceTimes();
    for (int packet = 0; packet < PACKETS; packet++) {
      assertEquals(nanos, times.nextNanos(Rate.bitsPerSecond(bitsPerSecond), lengthBytes));
    }
  }

  @Test
  void packetsOfOtherLengthsTakeOverWhatWasLeft() {
    Rate rate = Rate.bitsPerSecond(1000e9);
    ServiceTimes times = new ServiceTimes();
    assertEquals(0, times.nextNanos(rate, 80)); // 0.64 ns
    assertEquals(1, times.nextNanos(rate, 50)); // 0.40 ns
    assertEquals(0, times.nextNanos(Rate.UNLIMITED, 1500));
    assertEquals(1, times.nextNanos(rate, 120)); // 0.96 ns, and 0.04 left
  }
}
