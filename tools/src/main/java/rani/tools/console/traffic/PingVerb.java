// SPDX-License-Identifier: Apache-2.0
package rani.tools.console.traffic;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import rani.ground.LabFailure;
import rani.json.JsonObject;
import rani.model.file.FileError;
import rani.tools.console.verb.ConsoleVerb;
import rani.tools.console.verb.NodeReplies;
import rani.tools.console.verb.ServiceRuns;
import rani.tools.console.verb.Shown;
import rani.tools.screen.Quantity;

@Command(
    name = "ping",
    customSynopsis = {
      "N1 ping N8 [count=5] [interval=1s] [timeout=2s] [size=64B]",
      "       ping N1 N8 …"
    },
    description = {
      "Pings a node from another one, and prints loss and round-trip times.",
      "The asking node needs the service ping, the asked one ping, or echo; ping is started where",
      "it is missing, and that is said. A foreign node is asked by its UDP echo, port 7."
    },
    exitCodeList = {
      "0:every packet was answered",
      "1:some were not, or there is no way",
      "2:no such node",
      "3:a node did not do it"
    },
    footer = {"  n1 ping n8", "  n1 ping n8 count=20 interval=50ms"})
public final class PingVerb extends ConsoleVerb {
  private static final Duration MAX = Duration.ofHours(3);

  /** Arguments of the service ping if the other node has no ping, but an echo, as in RFC 862. */
  static final List<String> OF_ECHO = List.of("passive", "port=7");

  private static final double NANOS = 1e9;

  @Parameters(
      arity = "1..*",
      paramLabel = "NODE",
      description =
          "The node that is asked (with the asking one before it, unless that is said"
              + " before the verb), and what the ping is to be like.")
  private List<String> words;

  private long told;
  private double toldSeconds;

  @Override
  public Integer call() throws LabFailure, FileError {
    List<String> nodes = words.stream().filter(word -> !word.contains("=")).toList();
    List<String> options = words.stream().filter(word -> word.contains("=")).toList();
    if (nodes.size() != (context.named().isEmpty() ? 2 : 1)) {
      throw context.wrong("from where to where? Write `n1 ping n8`");
    }
    String from =
        context.named().isEmpty() ? context.node(nodes.getFirst()) : context.onlyNode("ping n8");
    String to = context.node(nodes.getLast());
    ServiceRuns services = new ServiceRuns(context);
    services.bring(List.of(from), "ping");
    List<String> order = order(services, to, options);
    ServiceRuns.Begun ping = services.beginTowards(from, "ping", to, order).orElse(null);
    if (ping == null) {
      return FAILED;
    }
    JsonObject facts =
        services.await(List.of(ping), MAX, this::tellNews).getOrDefault(ping, JsonObject.EMPTY);
    NodeReplies answers = new NodeReplies();
    answers.facts().put(from, facts);
    int _ = context.print(answers, line(from, to, facts));
    return exitCode(Shown.count(facts, "sent") > 0 && Shown.count(facts, "lost") == 0);
  }

  /** Prints answers at a terminal as they arrive; for several at once, their mean round trip. */
  private void tellNews(JsonObject facts) {
    long received = Shown.count(facts, "received");
    if (!context.session().isAtTerminal()
        || context.json()
        || received == told
        || !(facts.find("rtt-seconds-mean") instanceof Number mean)) {
      return;
    }
    double seconds = mean.doubleValue() * received;
    print(
        "%d of %d answered, %s",
        received,
        Shown.count(facts, "count"),
        Quantity.time(NANOS * (seconds - toldSeconds) / (received - told)));
    told = received;
    toldSeconds = seconds;
  }

  /** Returns the arguments of the service ping, and starts ping if the destination has no echo. */
  private List<String> order(ServiceRuns services, String to, List<String> options)
      throws LabFailure, FileError {
    List<String> order = new ArrayList<>(List.of(to));
    if (context.testbed().topology().foreign().contains(to)) {
      order.addAll(OF_ECHO);
    } else if (!services.runs(to, "ping")) {
      if (services.runs(to, "echo")) {
        order.addAll(OF_ECHO);
      } else {
        services.bring(List.of(to), "ping");
      }
    }
    order.addAll(options);
    return order;
  }

  private static String line(String from, String to, JsonObject facts) {
    String line =
        "%s -> %s: %s, %s answered, loss %s"
            .formatted(
                from,
                to,
                Quantity.count(facts.find("sent"), "packet", "packets"),
                facts.find("received"),
                Quantity.percent(facts.find("loss")));
    return !facts.has("rtt-seconds-mean")
        ? line
        : "%s, round trip %s (%s to %s, median %s)"
            .formatted(
                line, rtt(facts, "mean"), rtt(facts, "min"), rtt(facts, "max"), rtt(facts, "p50"));
  }

  private static String rtt(JsonObject facts, String which) {
    return Quantity.time(Shown.nanos(facts, "rtt-seconds-" + which));
  }
}
