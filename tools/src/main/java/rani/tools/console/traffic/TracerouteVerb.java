// SPDX-License-Identifier: Apache-2.0
package rani.tools.console.traffic;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedMap;
import java.util.SequencedSet;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import rani.ground.LabFailure;
import rani.json.JsonObject;
import rani.model.file.FileError;
import rani.testbed.journey.NetworkPath;
import rani.testbed.journey.NetworkSnapshot;
import rani.tools.console.verb.ConsoleVerb;
import rani.tools.console.verb.NodeReplies;
import rani.tools.console.verb.ServiceRuns;
import rani.tools.console.verb.Shown;
import rani.tools.screen.Quantity;
import rani.tools.screen.Table;

@Command(
    name = "traceroute",
    customSynopsis = {"N1 traceroute N8 [beside] [timeout=2s]", "       traceroute N1 N8 …"},
    description = {
      "Sends an active packet that every node on the way writes into: queues, times, filters.",
      "Every node on the way needs the service traceroute for that; it is started where it is",
      "missing, and that is said. Nodes that cannot have it, and foreign ones, may stay silent."
    },
    exitCodeList = {
      "0:it came back",
      "1:it did not, or there is no way",
      "2:no such node",
      "3:a node did not do it"
    },
    footer = {"  n1 traceroute n8", "  n1 traceroute n8 beside     past the queues", ""})
public final class TracerouteVerb extends ConsoleVerb {
  private static final String SERVICE = "traceroute";
  private static final Duration MAX = Duration.ofMinutes(10);

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
        context.named().isEmpty()
            ? context.node(rest.removeFirst())
            : context.onlyNode("traceroute n8");
    if (rest.isEmpty()) {
      throw context.wrong("from where to where? Write `n1 traceroute n8`");
    }
    String to = context.node(rest.removeFirst());
    rest.addFirst(to);
    ServiceRuns services = new ServiceRuns(context);
    services.bring(own(List.of(from, to)), SERVICE);
    NodeReplies _ = services.start(own(between(from, to)), SERVICE);
    ServiceRuns.Begun trace = services.beginTowards(from, SERVICE, to, rest).orElse(null);
    if (trace == null) {
      return FAILED;
    }
    JsonObject facts =
        services.await(List.of(trace), MAX, _ -> {}).getOrDefault(trace, JsonObject.EMPTY);
    NodeReplies answers = new NodeReplies();
    answers.facts().put(from, facts);
    int _ = context.print(answers, table(facts));
    boolean reached = Shown.holds(facts, "reached");
    if (!context.json()) {
      tell(from, to, facts, reached);
    }
    return exitCode(reached);
  }

  private List<String> own(List<String> nodes) {
    return nodes.stream().filter(context.testbed().ownNames()::contains).toList();
  }

  /** Returns the nodes on the current paths there and back; empty without a route. */
  private List<String> between(String from, String to) throws LabFailure {
    NetworkSnapshot survey = new NetworkSnapshot(context.testbed());
    SequencedSet<String> nodes = new LinkedHashSet<>();
    nodes.addAll(NetworkPath.find(survey, from, to).nodes());
    nodes.addAll(NetworkPath.find(survey, to, from).nodes());
    return List.copyOf(nodes);
  }

  private void tell(String from, String to, JsonObject facts, boolean reached) {
    if (!reached) {
      progress(from + " -> " + to + ": nothing came back");
      return;
    }
    long silent = Shown.count(facts, "silent");
    print(
        "there and back in %s%s",
        Quantity.time(Shown.nanos(facts, "rtt-seconds")),
        silent == 0 ? "" : "; " + Quantity.count(silent, "node", "nodes") + " wrote nothing");
  }

  private Table table(JsonObject facts) {
    SequencedMap<String, String> names = context.nodeNames().byAddress();
    Table table = new Table("way, node, >waiting, >average, >stayed, >to the next, filters met");
    for (JsonObject hop : Shown.objects(facts, "hops")) {
      String address = String.valueOf(hop.find("node"));
      boolean leaves = hop.has("queue-frames");
      Object stayed = Shown.nanos(hop, "residence-seconds");
      table.row(
          Shown.cell(hop, "way"),
          names.getOrDefault(address, address),
          leaves ? Quantity.count(hop.find("queue-frames"), "packet", "packets") : "–",
          leaves ? Quantity.packets(hop.find("queue-average")) : "–",
          Quantity.time(stayed),
          leaves ? Quantity.time(Shown.nanos(hop, "onward-seconds")) : "–",
          Shown.count(hop, "rules") == 0
              ? ""
              : hop.find("rules") + (Shown.holds(hop, "caught") ? ", one for this flow" : ""));
    }
    return table;
  }
}
