// SPDX-License-Identifier: Apache-2.0
package rani.tools.network;

import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import rani.ground.LabFailure;
import rani.testbed.RunningLab;
import rani.tools.option.RunningCommand;
import rani.tools.screen.VerbGroup;
import rani.tools.watch.EventPrinter;

@VerbGroup.Of(VerbGroup.NETWORKS)
@Command(
    name = "events",
    description = {
      "Prints the events of a network as they happen, until Ctrl-C.",
      "Links up and down, filters, congestion, notes of services, drops once a second."
    },
    footer = {"  rani events", "  rani events --node n7 --json | jq 'select(.kind == \"filter\")'"})
public final class EventsCommand extends RunningCommand {
  @Option(
      names = "--node",
      paramLabel = "NODE",
      description = "Only events at this node; repeatable. Default: at all.")
  private List<String> nodes = List.of();

  @Option(names = "--count", paramLabel = "N", description = "Ends after this many events.")
  private long count = Long.MAX_VALUE;

  @Option(names = "--json", description = "Prints one JSON object per line.")
  private boolean json;

  @Override
  public Integer call() throws LabFailure {
    RunningLab lab = lab();
    new EventPrinter(screen(), json).follow(lab, nodes, count);
    return OK;
  }
}
