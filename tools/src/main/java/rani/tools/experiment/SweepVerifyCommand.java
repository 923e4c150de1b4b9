// SPDX-License-Identifier: Apache-2.0
package rani.tools.experiment;

import java.nio.file.Path;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import rani.ground.LabFailure;
import rani.model.file.FileError;
import rani.study.sweep.SweepFolder;
import rani.study.sweep.SweepVerify;
import rani.tools.option.Jobs;
import rani.tools.option.RaniCommand;
import rani.tools.screen.Quantity;

@Command(
    name = "verify",
    description =
        "Looks for damage in the files of a sweep, runs its trials again, here and now, and"
            + " compares what comes of them with its results, byte by byte.",
    footer = "  rani sweep verify runs/my-20261120-101500 --trials 20")
final class SweepVerifyCommand extends RaniCommand {
  @Mixin private final Jobs jobs = new Jobs();

  @Parameters(paramLabel = "DIR", description = "The folder of a sweep.")
  private Path folder;

  @Option(
      names = "--trials",
      paramLabel = "N",
      description = "Runs so many trials again, evenly chosen. Default: all.")
  private @Nullable Long trials;

  @Option(names = "--json", description = "Prints the verdict as one JSON object, nothing else.")
  private boolean json;

  @Override
  public Integer call() throws LabFailure, FileError {
    if (trials != null && trials < 1) {
      throw wrong("--trials is at least 1, not " + trials);
    }
    SweepVerify.Verdict verdict =
        SweepVerify.verify(
            SweepFolder.existing(folder),
            trials == null ? OptionalLong.empty() : OptionalLong.of(trials),
            jobs.atATime(),
            SweepProgress.ofVerifying(screen()));
    if (json) {
      printWhole(verdict.json());
    } else {
      verdict.damage().forEach(damage -> print("DAMAGED    %s", damage));
      verdict.differences().forEach(difference -> print("DIFFERENT  %s", difference));
      print(
          verdict.differing() == 0 ? "the same: %1$d trials" : "different: %2$d of %1$d trials",
          verdict.trials(),
          verdict.differing());
      if (verdict.damaged() > 0) {
        print(
            "damaged: %s; what mends it: %s",
            Quantity.count(verdict.damaged(), "line", "lines"), jobs.goOn("sweep", folder));
      }
    }
    return exitCode(verdict.passed());
  }
}
