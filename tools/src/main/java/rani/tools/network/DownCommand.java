// SPDX-License-Identifier: Apache-2.0
package rani.tools.network;

import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import rani.ground.LabFailure;
import rani.nodehost.folder.NodeRecord;
import rani.nodehost.folder.RunDirectory;
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

  @Option(names = "--json", description = "Prints the run and the nodes that were ended as JSON.")
  private boolean json;

  private record Ended(String run, String folder, List<String> ended) {}

  @Override
  public Integer call() throws LabFailure {
    RunDirectory directory = Runs.chosen(spec, run);
    RunRecord record = RunRecord.read(directory.record());
    record.requireNoEngine("end them; the last step that `rani export` printed does");
    List<String> ended = record.down().stream().map(NodeRecord::name).toList();
    if (json) {
      String folder = directory.path().toAbsolutePath().normalize().toString();
      printJson(new Ended(record.run(), folder, ended));
    } else {
      print("%s: %s ended", record.run(), Quantity.count(ended.size(), "node", "nodes"));
    }
    return OK;
  }
}
