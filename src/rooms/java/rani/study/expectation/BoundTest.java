// SPDX-License-Identifier: Apache-2.0
package rani.study.expectation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rani.study.expectation.Bound.Relation;

class BoundTest {

  @ParameterizedTest
  @CsvSource({
    "ABOVE, 1e-9, 0, true", // a nanosecond, in seconds
    "ABOVE, 0, 0, false",
    "EQUALS, 1e-9, 0, false",
    "BELOW, -1e-12, 0, true",
    "AT_MOST, 1e-9, 0, false",
    "AT_MOST, 0.100000001, 0.1, false",
    "AT_MOST, 0.30000000000000004, 0.3, true",
    "EQUALS, 0.30000000000000004, 0.3, true",
    "ABOVE, 0.30000000000000004, 0.3, false",
    "AT_LEAST, 0.3, 0.30000000000000004, true",
    "EQUALS, 1000000000000.1, 1000000000000, true",
    "EQUALS, 1000000010000, 1000000000000, false",
  })
  void onlyTheLastDigitsAreRoundedOff(
      Relation relation, double value, double limit, boolean holds) {
    assertEquals(holds, new Bound(relation, List.of()).holds(value, limit, limit));
  }
}
