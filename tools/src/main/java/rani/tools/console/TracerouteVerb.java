// SPDX-License-Identifier: Apache-2.0
package rani.tools.console;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedMap;
import java.util.SequencedSet;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import rani.ground.LabFailure;
import rani.model.file.FileError;
import rani.testbed.journey.NetworkPath;
import rani.testbed.journey.Survey;
import rani.tools.screen.ExitCodes;
import rani.tools.screen.Quantity;
import rani.tools.screen.Table;

/** {@code N1 traceroute N8}: what an active packet met on its way there and back. */
@Command(
    name = "traceroute",
    customSynopsis = {"N1 traceroute N8 [beside] [timeout=2s]", "       traceroute N1 N8 …"},
    description = {
      "Sends an active packet that every node on the way writes into: queues, times, filters.",
      "Every node on the way needs the service traceroute for that; it is started where it is",
      "missing, and that is said. Nodes that cannot have it stay silent."
    },
    mixinStandardHelpOptions = true,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:it came back",
      "1:it did not, or there is no way",
      "2:no such node",
      "3:a node did not do it"
    },
    footerHeading = "%nExamples:%n",
    footer = {"  n1 traceroute n8", "  n1 traceroute n8 beside     past the queues", ""})
final class TracerouteVerb implements Callable<Integer> {
  private static final String SERVICE = "traceroute";
  private static final Duration MAX = Duration.ofMinutes(10);

  @ParentCommand private Bench bench;

  @Parameters(
      arity = "1..*",
      paramLabel = "NODE",
      description =
          "Where to (with the asking node before it, unless that is said before the"
              + " verb), and how.")
  private List<String> words;

  @Override
  public Integer call() throws LabFailure, FileError {
    List<String> rest = new ArrayList<>(words);
    String from =
        bench.named().isEmpty() ? bench.node(rest.removeFirst()) : bench.onlyNode("traceroute n8");
    if (rest.isEmpty()) {
      throw bench.wrong("from where to where? Write `n1 traceroute n8`");
    }
    String to = bench.node(rest.removeFirst());
    rest.addFirst(to);
    Services services = new Services(bench);
    services.bring(List.of(from, to), SERVICE);
    Answers _ = services.start(between(from, to), SERVICE);
    Services.Begun trace = services.beginTowards(from, SERVICE, to, rest).orElse(null);
    if (trace == null) {
      return ExitCodes.FAILED;
    }
    SequencedMap<String, Object> facts =
        services.await(List.of(trace), MAX).getOrDefault(trace, Facts.of(""));
    Answers answers = new Answers();
    answers.facts().put(from, facts);
    int _ = bench.json() ? bench.print(answers, "") : bench.print(answers, table(facts));
    boolean reached = Facts.holds(facts, "reached");
    if (!bench.json()) {
      tell(from, to, facts, reached);
    }
    return reached ? ExitCodes.OK : ExitCodes.FAILED;
  }

  /** The nodes on the ways there and back as they are now; none where there is no way. */
  private List<String> between(String from, String to) throws LabFailure {
    Survey survey = new Survey(bench.testbed());
    SequencedSet<String> nodes = new LinkedHashSet<>();
    nodes.addAll(NetworkPath.find(survey, from, to).nodes());
    nodes.addAll(NetworkPath.find(survey, to, from).nodes());
    return List.copyOf(nodes);
  }

  private void tell(String from, String to, SequencedMap<String, Object> facts, boolean reached) {
    if (!reached) {
      bench.screen().progress(from + " -> " + to + ": nothing came back");
      return;
    }
    long silent = Facts.count(facts, "silent");
    bench
        .screen()
        .print(
            "there and back in %s%s",
            Quantity.time(Facts.nanos(facts, "rtt-seconds")),
            silent == 0 ? "" : "; " + Quantity.count(silent, "node", "nodes") + " wrote nothing");
  }

  private Table table(SequencedMap<String, Object> facts) {
    SequencedMap<String, String> names = bench.namesByAddress();
    Table table =
        new Table("way", "node", ">waiting", ">average", ">stayed", ">to the next", "filters met");
    for (SequencedMap<String, Object> hop : Facts.listOf(facts.getOrDefault("hops", ""))) {
      String address = String.valueOf(hop.get("node"));
      boolean leaves = hop.containsKey("queue-frames");
      Object stayed = Facts.nanos(hop, "residence-seconds");
      table.row(
          hop.getOrDefault("way", ""),
          names.getOrDefault(address, address),
          leaves ? Quantity.count(hop.get("queue-frames"), "packet", "packets") : "–",
          leaves ? Quantity.packets(hop.get("queue-average")) : "–",
          Quantity.time(stayed),
          leaves ? Quantity.time(Facts.nanos(hop, "onward-seconds")) : "–",
          Facts.count(hop, "rules") == 0
              ? ""
              : hop.get("rules") + (Facts.holds(hop, "caught") ? ", one for this flow" : ""));
    }
    return table;
  }
}
