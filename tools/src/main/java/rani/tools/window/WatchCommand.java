// SPDX-License-Identifier: Apache-2.0
package rani.tools.window;

import java.nio.file.Files;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import rani.ground.LabFailure;
import rani.model.file.FileError;
import rani.nodehost.folder.RunDirectory;
import rani.testbed.RunRecord;
import rani.tools.option.RaniCommand;
import rani.tools.option.Runs;
import rani.tools.screen.VerbGroup;

@VerbGroup.Of(VerbGroup.NETWORKS)
@Command(
    name = "watch",
    description = "Shows a network that is up, or an ended run, in a browser.",
    footer = {
      "  rani up config/topologies/ring-6.yaml",
      "  rani watch",
      "  rani watch runs/ring-reroute-20261122-101500"
    })
public final class WatchCommand extends RaniCommand {
  @Parameters(
      arity = "0..1",
      paramLabel = "RUN",
      description = "Its name, or its folder. Default: the only one that is up.")
  private @Nullable String run;

  @Option(
      names = "--trial",
      paramLabel = "N",
      description = "Of a run that has ended: from 1; of a sweep, the beginning of its hash.")
  private @Nullable String trial;

  @Override
  public Integer call() throws LabFailure, FileError {
    RunDirectory directory = Runs.watched(spec, run);
    boolean up = isUp(directory);
    if (!up) {
      progress("reading the run of " + directory.path() + ", then its window opens");
    }
    Window.show(
        up ? Window.live(directory) : Window.ended(directory, Optional.ofNullable(trial), screen()),
        directory.path(),
        screen());
    return OK;
  }

  private boolean isUp(RunDirectory directory) throws LabFailure {
    return trial == null
        && Files.exists(directory.record())
        && !RunRecord.read(directory.record()).nodesAlive().isEmpty();
  }
}
