// SPDX-License-Identifier: Apache-2.0
package rani.tools.network;

import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import rani.ground.LabFailure;
import rani.model.file.Nearest;
import rani.model.file.UnitError;
import rani.model.file.Units;
import rani.testbed.RunningLab;
import rani.tools.console.verb.TimeSource;
import rani.tools.option.RunningCommand;
import rani.tools.screen.VerbGroup;
import rani.tools.watch.Top;

@VerbGroup.Of(VerbGroup.NETWORKS)
@Command(
    name = "top",
    description = {
      "Shows rate, utilisation, queue and drops of every link.",
      "q ends it. In a pipe it prints plain lines."
    },
    footer = {
      "  rani top",
      "  rani top --once --sort queue",
      "  rani top --json -n 500ms --node n7 | jq '.rows[].[\"queued-packets\"]'"
    })
public final class TopCommand extends RunningCommand {
  private static final long INTERVAL_NANOS_MIN = 100_000_000;

  @Option(
      names = {"-n", "--interval"},
      paramLabel = "TIME",
      description = "The time between two samples, at least 100ms. Default: 1s.")
  private String interval = "1s";

  @Option(names = "--once", description = "Prints it once, as plain lines.")
  private boolean once;

  @Option(
      names = "--count",
      paramLabel = "N",
      description = "Prints it this many times, as plain lines.")
  private @Nullable Long count;

  @Option(
      names = "--sort",
      paramLabel = "KEY",
      description = "node, in, out, queue, utilisation or drops. Default: node.")
  private String sort = "node";

  @Option(
      names = "--node",
      paramLabel = "NODE",
      description = "Shows only this node; repeatable. Default: all.")
  private List<String> nodes = List.of();

  @Option(names = "--json", description = "One line of JSON for each sample.")
  private boolean json;

  @Override
  public Integer call() throws LabFailure {
    if (!Top.sorts().contains(sort)) {
      throw wrong("no order `" + sort + "`; " + Nearest.hint(sort, Top.sorts()));
    }
    long intervalNanos = intervalNanos();
    RunningLab lab = lab();
    for (String node : nodes) {
      int _ = lab.address(node);
      lab.requireOwn(node);
    }
    Top top = new Top(lab, nodes.isEmpty() ? lab.ownNames() : nodes, intervalNanos, sort);
    boolean plain = once || json || count != null || System.console() == null;
    if (plain || !top.show()) {
      long times = once ? 1 : count == null ? Long.MAX_VALUE : count;
      top.print(screen(), times, json, TimeSource.BY_ITSELF);
    }
    return OK;
  }

  private long intervalNanos() {
    try {
      long nanos = Units.durationNanos(interval);
      if (nanos < INTERVAL_NANOS_MIN) {
        throw wrong("--interval is at least 100ms");
      }
      return nanos;
    } catch (UnitError e) {
      throw wrong("--interval: ", e);
    }
  }
}
