// SPDX-License-Identifier: Apache-2.0
package rani.system;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import rani.system.RaniCommand.Outcome;

/** What {@code rani chaos} says. */
@Execution(CONCURRENT)
class ChaosCommandTest {
  @TempDir private Path folder;

  @Test
  void aShortSeriesSaysWhichReasonsItHasNotReachedAndHolds() {
    Outcome outcome = InThisJvm.rani("chaos", "--nodes", "3", "--seed", "1").expectExit(0);

    assertTrue(
        outcome.out().matches("(?s).*\nreasons for drops reached: \\d+ of \\d+; not .*"),
        outcome::toString);
    assertTrue(
        outcome.out().matches("(?s).*\njudged where they arrived: \\d+ messages, .*"),
        outcome::toString);
    assertTrue(outcome.out().endsWith("everything holds\n"), outcome::toString);
  }

  @Test
  void theSameInJson() {
    Outcome outcome =
        InThisJvm.rani("chaos", "--nodes", "3", "--seed", "1", "--json").expectExit(0);

    assertTrue(outcome.out().contains("\"reasons-missing\""), outcome::toString);
    assertTrue(outcome.out().contains("\"fragment\""), outcome::toString);
  }

  @Test
  void whatIsPrintedIsATopologyFile() throws IOException {
    Outcome printed =
        InThisJvm.rani("chaos", "--nodes", "12", "--seed", "7", "--print").expectExit(0);

    Path file = Files.writeString(folder.resolve("chaos.yaml"), printed.out());
    InThisJvm.rani("validate", file.toString()).expectExit(0);
    assertTrue(printed.out().contains("\n#      judged: {"), printed::toString);
  }
}
