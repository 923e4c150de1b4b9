// SPDX-License-Identifier: Apache-2.0
package rani.tools;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import rani.lab.LabFailure;
import rani.lab.file.Nearest;
import rani.lab.run.RunDirectory;
import rani.lab.run.RunRecord;

/** {@code rani down [RUN]}. */
@Command(
    name = "down",
    description = "Ends the nodes that a run recorded, and touches nothing else.",
    mixinStandardHelpOptions = true)
final class DownCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "RUN",
      arity = "0..1",
      description = "A run's name, or its folder. Default: the only run there is.")
  private @Nullable String run;

  @Override
  public Integer call() throws LabFailure {
    RunRecord record = chosen();
    new Screen(spec).print("%s: %d nodes ended", record.run(), record.down().size());
    return ExitCodes.OK;
  }

  private RunRecord chosen() throws LabFailure {
    if (run != null) {
      Path folder = Path.of(run);
      Path byName = new RunDirectory(RunDirectory.root().resolve(run)).record();
      Path byPath = new RunDirectory(folder).record();
      if (Files.exists(byName) || Files.exists(byPath)) {
        return RunRecord.read(Files.exists(byName) ? byName : byPath);
      }
    }
    List<RunRecord> alive = RunRecord.alive(RunDirectory.root());
    List<String> names = alive.stream().map(RunRecord::run).toList();
    if (run != null) {
      throw new ParameterException(
          spec.commandLine(), "no run is called " + run + "; " + Nearest.hint(run, names));
    }
    if (alive.size() != 1) {
      throw new ParameterException(
          spec.commandLine(),
          alive.isEmpty()
              ? "nothing runs below " + RunDirectory.root()
              : "several runs are up, name one: " + String.join(", ", names));
    }
    return alive.getFirst();
  }
}
