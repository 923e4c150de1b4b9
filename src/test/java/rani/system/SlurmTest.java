// SPDX-License-Identifier: Apache-2.0
package rani.system;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import rani.parts.RealPart;

/** A sweep as array jobs of a real Slurm, by {@code .ci/slurm}. */
@EnabledIfSystemProperty(
    named = "rani.long",
    matches = "true",
    disabledReason = "starts a Slurm of one node, for minutes; mvn verify -Plong")
class SlurmTest {
  @TempDir private Path folder;

  @Test
  void resultsAreThoseOfOneMachineWhateverBefallsTasks() throws IOException, InterruptedException {
    RealPart.root();
    List.of("munged", "slurmctld", "slurmd", "sbatch", "unshare", "ip").forEach(RealPart::program);
    Path out = folder.resolve("out");
    ProcessBuilder bench = new ProcessBuilder(Checkout.root().resolve(".ci/slurm").toString());
    bench.environment().put("RANI_DIST", Checkout.distribution().toString());
    bench.redirectErrorStream(true).redirectOutput(out.toFile());

    int code = bench.start().waitFor();

    assertEquals(0, code, () -> text(out));
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      return e.toString();
    }
  }
}
