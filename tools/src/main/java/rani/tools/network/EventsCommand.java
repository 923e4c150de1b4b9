// SPDX-License-Identifier: Apache-2.0
package rani.tools.network;

import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import rani.ground.LabFailure;
import rani.testbed.RunningLab;
import rani.tools.option.Runs;
import rani.tools.screen.ExitCodes;
import rani.tools.screen.Screen;
import rani.tools.watch.EventPrinter;

/** {@code rani events [--node N]}. */
@Command(
    name = "events",
    description =
        "Prints what happens in a network that is up as it happens: links up and down, filters,"
            + " congestion, notes of services, drops once a second; until Ctrl-C.",
    mixinStandardHelpOptions = true,
    footerHeading = "%nExamples:%n",
    footer = {"  rani events", "  rani events --node n7 --json | jq 'select(.kind == \"filter\")'"})
public final class EventsCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(names = "--node", paramLabel = "N", description = "At this node; repeatable.")
  private List<String> nodes = List.of();

  @Option(names = "--count", paramLabel = "N", description = "Ends after so many events.")
  private long count = Long.MAX_VALUE;

  @Option(names = "--run", paramLabel = "RUN", description = "Default: the only one that is up.")
  private @Nullable String run;

  @Option(names = "--json", description = "One JSON object per line.")
  private boolean json;

  @Override
  public Integer call() throws LabFailure {
    RunningLab lab = RunningLab.of(Runs.chosen(spec, run));
    new EventPrinter(new Screen(spec), json)
        .follow(lab, nodes.isEmpty() ? lab.names() : nodes, count);
    return ExitCodes.OK;
  }
}
