// SPDX-License-Identifier: Apache-2.0
package rani.lab.window;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Says in words what services note, and which of it is a message that travels. */
final class NoteMarks {
  /** The states of a sender, in the order in which steps number them. */
  static final List<String> STATES = List.of("Idle", "SS", "CA", "OOS", "FR", "PR", "RTO");

  private static final int TEXT_MAX = 160;

  /** What is noted all the time, or is told in another way. */
  private static final Set<String> SILENT =
      Set.of("window", "retransmit", "install", "refresh", "routes", "link-state", "sample");

  /** What goes to another node as it is noted. */
  private static final Set<String> MESSAGES = Set.of("propagate", "pass-on", "act");

  private final NetworkModel network;

  NoteMarks(NetworkModel network) {
    this.network = network;
  }

  /** The mark of a note; null if it deserves none. */
  @Nullable Mark mark(long nanos, int node, SequencedMap<String, String> values) {
    String service = values.getOrDefault("service", "");
    String event = values.getOrDefault("event", "");
    if (SILENT.contains(event)) {
      return null;
    }
    SequencedMap<String, String> rest = new LinkedHashMap<>(values);
    rest.remove("service");
    rest.remove("event");
    int flow = flow(values);
    int to = MESSAGES.contains(event) ? receiver(node, event, flow, values) : -1;
    return new Mark(
        nanos, kind(service, event, to), node, to, flow, text(service, event, rest, to, flow));
  }

  private static Mark.Kind kind(String service, String event, int to) {
    if (to >= 0 && !event.equals("act")) {
      return Mark.Kind.MESSAGE;
    }
    return switch (event) {
      case "trigger", "act" -> Mark.Kind.TRIGGER;
      case "connection", "closed" -> Mark.Kind.CONNECTION;
      case "refused", "give-up", "suspended", "failed" -> Mark.Kind.FAULT;
      default -> service.equals("node") ? Mark.Kind.CHANGE : Mark.Kind.NOTE;
    };
  }

  /** The node that a message goes to; what a monitor does it tells the source of the flow. */
  private int receiver(int node, String event, int flow, SequencedMap<String, String> values) {
    int to = event.equals("act") ? flow : network.nodeAt(values.get("to"));
    return to == node ? -1 : to;
  }

  private int flow(SequencedMap<String, String> values) {
    for (String key : List.of("gci", "flow", "conn")) {
      String name = values.get(key);
      if (name != null) {
        int flow = network.flow(name);
        return flow == network.otherFlow() ? -1 : flow;
      }
    }
    return -1;
  }

  private String text(
      String service, String event, SequencedMap<String, String> rest, int to, int flow) {
    String text;
    if (service.equals("lgc") && event.equals("trigger") && flow >= 0) {
      text =
          "LGC: %s holds %s of %s in the queue, more than %s"
              .formatted(network.name(flow), rest.get("held"), rest.get("p"), rest.get("r"));
    } else if (service.equals("active-filter") && event.equals("propagate") && to >= 0) {
      text = "ActiveFilter to " + network.name(to) + ": filter " + named(flow);
    } else {
      StringBuilder words = new StringBuilder(service).append(": ").append(event);
      rest.forEach((key, value) -> words.append(' ').append(key).append('=').append(value));
      text = words.toString();
    }
    return text.length() > TEXT_MAX ? text.substring(0, TEXT_MAX - 1) + "…" : text;
  }

  private String named(int flow) {
    return flow < 0 ? "a flow" : network.name(flow);
  }
}
