// SPDX-License-Identifier: Apache-2.0
package rani.tools.console.look;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import rani.ground.LabFailure;
import rani.testbed.RunningLab;
import rani.tools.console.verb.ConsoleVerb;
import rani.tools.watch.EventPrinter;

@Command(
    name = "events",
    customSynopsis = "events [--count=N]",
    description =
        "Prints events as they happen: links, filters, congestion, notes, drops; until Ctrl-C"
            + " or this many events.",
    footer = {"  events --count 10", "  n7 events"})
public final class EventsVerb extends ConsoleVerb {
  @Option(names = "--count", paramLabel = "N", description = "Ends after this many events.")
  private long count = Long.MAX_VALUE;

  @Override
  public Integer call() throws LabFailure {
    if (!(context.testbed() instanceof RunningLab lab)) {
      throw new LabFailure("only the nodes of a live network tell what happens as it happens");
    }
    new EventPrinter(context.screen(), context.json()).follow(lab, context.nodes(), count);
    return OK;
  }
}
