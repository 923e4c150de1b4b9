// SPDX-License-Identifier: Apache-2.0
package rani.tools.network;

import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import rani.ground.LabFailure;
import rani.testbed.RunRecord;
import rani.tools.option.Runs;
import rani.tools.screen.ExitCodes;
import rani.tools.screen.Quantity;
import rani.tools.screen.Screen;

/** {@code rani down [RUN]}. */
@Command(
    name = "down",
    description = "Ends the nodes that a run recorded, and touches nothing else.",
    mixinStandardHelpOptions = true)
public final class DownCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "RUN",
      arity = "0..1",
      description = "A run's name, or its folder. Default: the only run there is.")
  private @Nullable String run;

  @Override
  public Integer call() throws LabFailure {
    RunRecord record = RunRecord.read(Runs.chosen(spec, run).record());
    new Screen(spec)
        .print("%s: %s ended", record.run(), Quantity.count(record.down().size(), "node", "nodes"));
    return ExitCodes.OK;
  }
}
