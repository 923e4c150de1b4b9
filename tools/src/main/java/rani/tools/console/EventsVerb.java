// SPDX-License-Identifier: Apache-2.0
package rani.tools.console;

import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import rani.ground.LabFailure;
import rani.testbed.RunningLab;
import rani.tools.screen.ExitCodes;
import rani.tools.watch.EventPrinter;

/** {@code events}: what happens, as it happens. */
@Command(
    name = "events",
    customSynopsis = "events [--count=N]",
    description =
        "Prints what happens as it happens: links, filters, congestion, notes, drops; until Ctrl-C"
            + " or so many events.",
    mixinStandardHelpOptions = true,
    footerHeading = "%nExamples:%n",
    footer = {"  events --count 10", "  n7 events"})
final class EventsVerb implements Callable<Integer> {
  @ParentCommand private @Nullable Bench bench;

  @Option(names = "--count", paramLabel = "N", description = "Ends after so many events.")
  private long count = Long.MAX_VALUE;

  @Override
  public Integer call() throws LabFailure {
    if (bench == null) {
      throw new IllegalStateException("a verb is said at a bench");
    }
    if (!(bench.testbed() instanceof RunningLab lab)) {
      throw new LabFailure("only the nodes of a live network tell what happens as it happens");
    }
    new EventPrinter(bench.screen(), bench.json()).follow(lab, bench.nodes(), count);
    return ExitCodes.OK;
  }
}
