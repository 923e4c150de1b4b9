// SPDX-License-Identifier: Apache-2.0
package rani.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A live run tells every metric that the same run tells in virtual time, and no other. */
class MetricNamesParity {
  @TempDir private Path temporary;

  /**
   * The names of what a run told. Nothing but the clock differs between the runs, but values do.
   */
  @ParameterizedTest
  @CsvSource({"connection, rdp.goodput.n1", "datagrams, lgc.triggers"})
  void aLiveRunTellsTheSameMetricsAsAVirtualOne(String name, String needed) throws IOException {
    Workplace place = new Workplace(temporary);
    String file = Checkout.file("src/test/resources/metric-names/" + name + ".yaml");
    RunResult virtual = RunResult.of(place.rani("run", file, "--mode=virtual", "--json").run());
    RunResult live = RunResult.of(place.rani("run", file, "--in-process", "--json").run());

    assertEquals(names(virtual), names(live), () -> virtual + "\n" + live);
    assertTrue(names(virtual).contains(needed), () -> "no " + needed + ": " + virtual);
  }

  private static SortedSet<String> names(RunResult result) {
    return new TreeSet<>(List.copyOf(result.expectPassed().field("metrics").propertyNames()));
  }
}
