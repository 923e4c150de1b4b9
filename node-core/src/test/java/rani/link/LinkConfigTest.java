// SPDX-License-Identifier: Apache-2.0
package rani.link;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rani.fixture.TestLink;

/** An mtu is 68…65,535 bytes (RFC 791), hellos are 10 ms…60 s apart. */
class LinkConfigTest {
  private static LinkConfig config(int mtuBytes, long helloNanos) {
    return TestLink.to(0, 1).mtuBytes(mtuBytes).hello(helloNanos).config();
  }

  @ParameterizedTest
  @CsvSource({"68, 10000000", "65535, 60000000000"})
  void theLimitsAreWithin(int mtuBytes, long helloNanos) {
    assertDoesNotThrow(() -> config(mtuBytes, helloNanos));
  }

  @ParameterizedTest
  @CsvSource({"67, 10000000", "65536, 10000000", "68, 9999999", "68, 60000000001"})
  void whatIsBeyondThemIsRefused(int mtuBytes, long helloNanos) {
    assertThrows(IllegalArgumentException.class, () -> config(mtuBytes, helloNanos));
  }
}
