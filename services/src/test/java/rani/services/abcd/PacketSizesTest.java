// SPDX-License-Identifier: Apache-2.0
package rani.services.abcd;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PacketSizesTest {
  private static final PacketSizes SIZES = new PacketSizes(1000, 200, 200, 500_000, 100_000, 3);

  /** papers' ABCD §4.1, Step 2: "reducing the packet size by 200 Bytes for each 0.1 Mb/s". */
  @ParameterizedTest
  @CsvSource({
    "2000000, 1000",
    "500000, 1000",
    "400001, 1000",
    "400000, 800",
    "300000, 600",
    "200000, 400",
    "100000, 200",
    "0, 200"
  })
  void eachStepBelowTheThresholdTakesItsPart(long bitsPerSecond, int bytes) {
    assertEquals(bytes, SIZES.of(bitsPerSecond));
  }

  @Test
  void itFallsAtOnceAndRisesByOneStepAfterThree() {
    PacketSizes.Ladder ladder = SIZES.ladder();
    assertEquals(400, ladder.next(200_000));
    assertEquals(400, ladder.next(600_000));
    assertEquals(400, ladder.next(600_000));
    assertEquals(600, ladder.next(600_000));
    assertEquals(600, ladder.next(600_000));
    assertEquals(600, ladder.next(300_000)); // what allows no more breaks the row
    assertEquals(600, ladder.next(600_000));
    assertEquals(600, ladder.next(600_000));
    assertEquals(800, ladder.next(600_000));
  }

  @Test
  void theLeastIsNoMoreThanTheFullSize() {
    assertThrows(
        IllegalArgumentException.class, () -> new PacketSizes(500, 600, 200, 500_000, 100_000, 3));
  }
}
