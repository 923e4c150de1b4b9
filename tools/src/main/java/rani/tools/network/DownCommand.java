// SPDX-License-Identifier: Apache-2.0
package rani.tools.network;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import rani.ground.LabFailure;
import rani.testbed.RunRecord;
import rani.tools.option.RaniCommand;
import rani.tools.option.Runs;
import rani.tools.screen.Quantity;
import rani.tools.screen.VerbGroup;

@VerbGroup.Of(VerbGroup.NETWORKS)
@Command(
    name = "down",
    description = "Ends the nodes that a run recorded, and touches nothing else.")
public final class DownCommand extends RaniCommand {
  @Parameters(
      paramLabel = "RUN",
      arity = "0..1",
      description = "A run's name, or its folder. Default: the only run there is.")
  private @Nullable String run;

  @Override
  public Integer call() throws LabFailure {
    RunRecord record = RunRecord.read(Runs.chosen(spec, run).record());
    record.requireNoEngine("end them; the last step that `rani export` printed does");
    print("%s: %s ended", record.run(), Quantity.count(record.down().size(), "node", "nodes"));
    return OK;
  }
}
