// SPDX-License-Identifier: Apache-2.0
package rani.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rani.study.observe.Observations;
import rani.study.observe.TestPlans;
import rani.study.tracefile.TraceParser;

/** From the notes of a trace to the table of windows. */
class ConnectionsGolden {
  private static final Path GOLDEN = Path.of("resources", "golden");

  @TempDir private Path folder;

  @Test
  void theNotesOfATraceBecomeATableOfWindows() throws Exception {
    Report.write(SampleRun.connected(observed().connections()), folder);

    assertEquals(
        Files.readString(GOLDEN.resolve("connections.csv")),
        Files.readString(folder.resolve("connections.csv")));
  }

  @Test
  void aRunWithoutConnectionsHasNoSuchTable() throws Exception {
    Report.write(SampleRun.moderate(), folder);

    assertFalse(Files.exists(folder.resolve("connections.csv")));
  }

  static Observations observed() throws Exception {
    var run =
        new Observations(
            TestPlans.whole(
                "n2", "link-1", OptionalDouble.empty(), new LinkedHashMap<>(), 100_000_000_000L));
    for (String line : Files.readAllLines(GOLDEN.resolve("connections.trace"))) {
      TraceParser.replay(line, run::at);
    }
    return run;
  }
}
