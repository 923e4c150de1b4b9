// SPDX-License-Identifier: Apache-2.0
package rani.tools.console.look;

import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import rani.ground.ExitCodes;
import rani.ground.LabFailure;
import rani.model.file.Units;
import rani.testbed.journey.NetworkPath;
import rani.testbed.journey.NetworkSnapshot;
import rani.tools.console.verb.ConsoleVerb;

@Command(
    name = "path",
    customSynopsis = "path N1 N8",
    description =
        "Shows the path that packets from one node to another take now, by the nodes' routing"
            + " tables: each link's rate, delay, mtu, queue and state.",
    exitCodeList = {"0:the way leads there", "1:it does not", "2:no such node"},
    footer = "  path n1 n8")
public final class PathVerb extends ConsoleVerb {
  private static final int EXAMPLE_BYTES = 1000;
  private static final double NANOS_PER_MS = 1e6;

  @Parameters(
      paramLabel = "N1 N8",
      arity = "2..3",
      description = "From which node to which; between them may stand ->.")
  private List<String> words = List.of();

  @Override
  public Integer call() throws LabFailure {
    List<String> nodes = words.stream().filter(word -> !word.equals("->")).toList();
    if (nodes.size() != 2) {
      progress("write path N1 N8");
      return ExitCodes.BAD_INPUT;
    }
    NetworkSnapshot survey = new NetworkSnapshot(context.testbed());
    try {
      int _ = context.testbed().address(nodes.getFirst());
      int _ = context.testbed().address(nodes.getLast());
    } catch (LabFailure e) {
      progress(String.valueOf(e.getMessage()));
      return ExitCodes.BAD_INPUT;
    }
    NetworkPath path = NetworkPath.find(survey, nodes.getFirst(), nodes.getLast());
    if (context.json()) {
      printJson(path);
    } else {
      print(path);
    }
    return exitCode(path.complete() && cut(path).isEmpty());
  }

  /** Returns the first link that an operator has taken down; routes may still lead over it. */
  private static Optional<NetworkPath.Hop> cut(NetworkPath path) {
    return path.hops().stream().filter(NetworkPath.Hop::cut).findFirst();
  }

  private void print(NetworkPath path) {
    print("%-20s %-5s %12s %10s %7s  %s", "link", "state", "rate", "delay", "mtu", "waiting");
    for (NetworkPath.Hop hop : path.hops()) {
      NetworkPath.OwnQueue own = hop.own();
      String before =
          own == null
              ? ""
              : "; before it the node's queue, %s: %s"
                  .formatted(
                      rate(own.nodeRate()),
                      waiting(own.nodeQueuedFrames(), own.nodeAverageFrames()));
      print(
          "%-20s %-5s %12s %10s %7s  %s",
          hop.name(),
          hop.cut() ? "cut" : hop.up() ? "up" : "down",
          rate(hop.rate()),
          Units.printDuration(hop.delayNanos()),
          hop.mtuBytes() + " B",
          waiting(hop.queuedFrames(), hop.averageFrames()) + before);
    }
    Optional<NetworkPath.Hop> cut = cut(path);
    if (cut.isPresent()) {
      print("no way: %s is cut", cut.get().name());
    } else if (path.complete()) {
      print(
          "%d %s, %s on wires, mtu %d B; a packet of %d B takes %.3f ms if nothing waits",
          path.hops().size(),
          path.hops().size() == 1 ? "hop" : "hops",
          Units.printDuration(path.delayNanos()),
          path.mtuBytes(),
          EXAMPLE_BYTES,
          (path.delayNanos() + path.sendingNanos(EXAMPLE_BYTES)) / NANOS_PER_MS);
    } else {
      print("no way: %s", path.problem());
    }
  }

  /** Returns a rate in the syntax of files. */
  private static String rate(String told) {
    return Units.printRate(NetworkSnapshot.rate(told));
  }

  private static String waiting(int frames, double average) {
    return String.format("%d, average %.2f", frames, average);
  }
}
