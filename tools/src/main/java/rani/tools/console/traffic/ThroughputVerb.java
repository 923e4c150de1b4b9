// SPDX-License-Identifier: Apache-2.0
package rani.tools.console.traffic;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import rani.ground.LabFailure;
import rani.json.JsonObject;
import rani.model.file.FileError;
import rani.model.file.UnitError;
import rani.model.file.Units;
import rani.tools.console.verb.ConsoleVerb;
import rani.tools.console.verb.NodeReplies;
import rani.tools.console.verb.ServiceRuns;
import rani.tools.console.verb.Shown;
import rani.tools.screen.Quantity;

@Command(
    name = "throughput",
    customSynopsis = {
      "throughput N1 N8 [duration=5s] [size=1MB] [packet=1000B] [OPTION=VALUE…]",
      "       N1 throughput N8 …"
    },
    description = {
      "Sends from one node to another by RDP as much as goes, for 5 s or what is given.",
      "`size` counts full packets with their headers, and is done after a minute at"
          + " the latest.",
      "Prints the goodput (data that arrived), the round trip, and what was sent again."
          + " Every option of RDP may follow, such as congestion=cubic. `source` and `sink` are"
          + " started where they are missing. Ctrl-C ends it, and what there is so far is printed."
    },
    exitCodeList = {
      "0:the connection was closed when all had arrived",
      "1:it was refused, or broke off, or there is no way",
      "2:no such node, or a wrong option",
      "3:a node did not do it"
    },
    footer = {
      "  throughput n1 n8",
      "  throughput n1 n8 size=2MB",
      "  n1 throughput n8 duration=20s congestion=cubic --json"
    })
public final class ThroughputVerb extends ConsoleVerb {
  private static final String SOURCE = "source";
  private static final String USUAL_DURATION = "5s";
  private static final String DURATION_OF_SIZE = "60s";
  private static final String USUAL_PACKET = "1000B";

  /** Send queue of a transfer with a time limit, in packets. A longer queue would delay its end. */
  private static final int SEND_AHEAD = 64;

  private static final Duration DURATION_MAX = Duration.ofHours(1);

  /** Time limit for the first acknowledgement. */
  private static final Duration FIRST_MAX = Duration.ofSeconds(10);

  /** Time for packets in flight and retransmissions after the end of sending. */
  private static final Duration LAST_MAX = Duration.ofMinutes(2);

  @Parameters(
      arity = "1..*",
      paramLabel = "NODE",
      description =
          "The node that receives (with the sending one before it, unless that is said before the"
              + " verb), and how long, how much, and how.")
  private List<String> words;

  private record Order(List<String> flow, Duration max) {}

  @Override
  public Integer call() throws LabFailure, FileError {
    List<String> nodes = words.stream().filter(word -> !word.contains("=")).toList();
    if (nodes.size() != (context.named().isEmpty() ? 2 : 1)) {
      throw context.wrong("from where to where? Write `throughput n1 n8`");
    }
    String from =
        context.named().isEmpty()
            ? context.node(nodes.getFirst())
            : context.onlyNode("throughput n8");
    String to = context.node(nodes.getLast());
    Order order = order(to);
    ServiceRuns services = new ServiceRuns(context);
    services.bring(List.of(to), "sink");
    services.bring(List.of(from), SOURCE);
    ServiceRuns.Begun flow = services.beginTowards(from, SOURCE, to, order.flow()).orElse(null);
    if (flow == null) {
      return FAILED;
    }
    JsonObject facts = measured(services, flow, order.max());
    NodeReplies answers = new NodeReplies();
    answers.facts().put(from, facts);
    int _ = context.print(answers, line(from, to, facts));
    return exitCode(Shown.holds(facts, "done") && !Shown.holds(facts, "failed"));
  }

  /** Waits until the transfer is done. Gives up early if nothing is acknowledged. */
  private JsonObject measured(ServiceRuns services, ServiceRuns.Begun flow, Duration max)
      throws LabFailure {
    JsonObject facts = shown(services, flow, FIRST_MAX);
    if (!Shown.holds(facts, "done") && Shown.count(facts, "bytes-acknowledged") > 0) {
      facts = shown(services, flow, max);
    }
    if (!Shown.holds(facts, "done")) {
      facts =
          JsonObject.of(
              context.testbed().tell(flow.node(), SOURCE, "stop", List.of(flow.id())).facts());
    }
    return facts;
  }

  private static JsonObject shown(ServiceRuns services, ServiceRuns.Begun flow, Duration max)
      throws LabFailure {
    return services.await(List.of(flow), max, _ -> {}).getOrDefault(flow, JsonObject.EMPTY);
  }

  private Order order(String to) {
    String duration = null;
    String size = null;
    String packet = USUAL_PACKET;
    List<String> flow = new ArrayList<>(List.of(to, "bulk"));
    for (String word : words) {
      int equals = word.indexOf('=');
      String value = word.substring(equals + 1);
      switch (equals < 0 ? "" : word.substring(0, equals)) {
        case "" -> {} // a node
        case "duration" -> duration = value;
        case "size" -> size = value;
        case "packet" -> packet = value;
        default -> flow.add(word);
      }
    }
    try {
      String time = duration != null ? duration : size == null ? USUAL_DURATION : DURATION_OF_SIZE;
      long nanos = Units.durationNanos(time);
      if (nanos < 1 || nanos > DURATION_MAX.toNanos()) {
        throw context.wrong("duration=" + time + " is not above 0 and at most 60min");
      }
      flow.add("duration=" + time);
      flow.add("size=" + packet);
      flow.add("packets=" + packets(size, packet));
      if (size == null && flow.stream().noneMatch(word -> word.startsWith("send-ahead="))) {
        flow.add("send-ahead=" + SEND_AHEAD);
      }
      return new Order(flow, Duration.ofNanos(nanos).plus(LAST_MAX));
    } catch (UnitError e) {
      throw context.wrong(e.getMessage() + (e.hint().isEmpty() ? "" : "; " + e.hint()));
    }
  }

  private static long packets(@Nullable String size, String packet) throws UnitError {
    long bytes = Math.max(1, Units.sizeBytes(packet));
    return size == null ? 0 : Math.max(1, Math.ceilDiv(Units.sizeBytes(size), bytes));
  }

  private static String line(String from, String to, JsonObject facts) {
    String way = from + " -> " + to + ": ";
    if (Shown.count(facts, "bytes-acknowledged") == 0) { // refused, or not answered
      return way + "no connection; does a sink there take any?";
    }
    return "%s%s, %s in %s, round trip %s, %s of %s sent again, %s%s"
        .formatted(
            way,
            Quantity.prefixed(facts.find("goodput-bits-per-second"), "bit/s"),
            Quantity.prefixed(facts.find("bytes-acknowledged"), "B"),
            Quantity.time(Shown.nanos(facts, "open-seconds")),
            Quantity.time(Shown.nanos(facts, "srtt-seconds")),
            Quantity.count(facts.find("retransmitted"), "packet", "packets"),
            facts.find("sent"),
            Quantity.count(facts.find("timeouts"), "timeout", "timeouts"),
            Thread.currentThread().isInterrupted()
                ? "; stopped by Ctrl-C"
                : Shown.holds(facts, "failed") ? "; the connection broke off" : "");
  }
}
