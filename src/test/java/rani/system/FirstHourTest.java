// SPDX-License-Identifier: Apache-2.0
package rani.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;

/** Does what {@code docs/tutorials/first-hour.md} shows. */
class FirstHourTest extends InWorkplace {
  @Test
  @Execution(CONCURRENT)
  void theFirstHourGoesAsItIsTold() throws IOException {
    place.take("config/topologies/ring-6.yaml");
    new TypedPage(place, "docs/tutorials/first-hour.md").type(15);
    assertEquals(List.of(), place.processes());
  }
}
