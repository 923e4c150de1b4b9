// SPDX-License-Identifier: Apache-2.0
package rani.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import rani.system.RaniCommand.Outcome;

/** What {@code rani trace} promises to people and to scripts. */
@Execution(CONCURRENT)
class TraceCommandTest {
  @TempDir private Path temporary;

  @Test
  void aRunIsLookedIntoByItsFolder() throws IOException {
    Workplace place = new Workplace(temporary);
    String experiment = Checkout.file("config/experiments/hello.yaml");
    RunResult run =
        RunResult.of(
                InThisJvm.rani(
                    "run",
                    experiment,
                    "--mode=virtual",
                    "--out=" + place.here().resolve("run"),
                    "--trace=" + place.here().resolve("all.trace"),
                    "--json"))
            .expectPassed();
    String folder = run.folder(place.here()).toString();

    Outcome packet =
        place.rani("trace", folder, "--node=n2", "--source=n1", "--limit=2").run().expectExit(0);
    List<String> expected =
        Files.readAllLines(place.here().resolve("all.trace")).stream()
            .filter(line -> line.contains(" n2 ") && line.contains(" from=10.0.0.1 "))
            .limit(2)
            .toList();
    assertEquals(expected, packet.out().lines().toList());
    assertEquals("", packet.err(), packet::toString);

    Outcome path = InThisJvm.rani("trace", folder, "--packet=n1#7").expectExit(0);
    List<String> lines =
        InThisJvm.rani("trace", folder, "--packet=n1#7", "--lines").out().lines().toList();
    assertTrue(
        path.out().matches("(?s)n1#7 \\(\\d+ B\\), \\S+ s after go: .* after \\S+ ms\\R.*"),
        path::toString);
    assertTrue(path.out().contains("made here, TTL 255"), path::toString);
    assertTrue(lines.getFirst().contains(" n1 origin "), lines::toString);
    Outcome none = InThisJvm.rani("trace", folder, "--packet=n1#60000").expectExit(1);
    assertTrue(none.err().contains("no packet n1#60000"), none::toString);

    Outcome bad = InThisJvm.rani("trace", folder, "--reason=queue-ful").expectExit(2);
    assertTrue(bad.err().contains("did you mean `queue-full`?"), bad::toString);
  }
}
