// SPDX-License-Identifier: Apache-2.0
package rani.tools.experiment;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import rani.ground.LabFailure;
import rani.model.file.FileError;
import rani.report.run.SweepMerge;
import rani.study.sweep.SweepFolder;
import rani.study.sweep.SweepOutcome;
import rani.tools.option.RaniCommand;
import rani.tools.option.Runs;

@Command(
    name = "merge",
    description =
        "Joins the shards of a sweep. The results are the same, byte for byte, as those of a sweep"
            + " without shards.",
    footer = "  rani sweep merge part-1 part-2 part-3 part-4 --out all")
final class SweepMergeCommand extends RaniCommand {
  @Parameters(paramLabel = "DIR", arity = "1..*", description = "The folders of all shards.")
  private List<Path> folders;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "The folder of the whole, new or empty. Default: one of its own below ./runs.")
  private @Nullable Path out;

  @Option(names = "--json", description = "Prints the outcome as one JSON object, nothing else.")
  private boolean json;

  @Override
  public Integer call() throws LabFailure, FileError {
    String name = SweepFolder.existing(folders.getFirst()).identity().experiment();
    Path into = Runs.folder(out, name);
    SweepOutcome outcome = SweepMerge.merge(folders, into, typed(), this::progress);
    return SweepTable.print(outcome, json, screen());
  }
}
