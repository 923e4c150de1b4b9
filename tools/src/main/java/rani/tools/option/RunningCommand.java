// SPDX-License-Identifier: Apache-2.0
package rani.tools.option;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import rani.ground.LabFailure;
import rani.nodehost.folder.RunDirectory;
import rani.testbed.RunningLab;

/** Command about a network that is up. */
public abstract class RunningCommand extends RaniCommand {
  @Option(
      names = "--run",
      paramLabel = "RUN",
      description = "The network: a run's name or folder. Default: the only one that is up.")
  private @Nullable String run;

  /** Returns the folder of the network's run. */
  protected final RunDirectory directory() throws LabFailure {
    return Runs.chosen(spec, run);
  }

  protected final RunningLab lab() throws LabFailure {
    return RunningLab.of(directory());
  }
}
