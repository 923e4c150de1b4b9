// SPDX-License-Identifier: Apache-2.0
package rani.report.window;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import rani.world.NoteDetail;

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
  @Nullable Mark mark(long nanos, int node, String service, String event, NoteDetail detail) {
    if (SILENT.contains(event)) {
      return null;
    }
    int flow = flow(detail);
    int to = MESSAGES.contains(event) ? receiver(node, event, flow, detail) : -1;
    return new Mark(
        nanos, kind(service, event, to), node, to, flow, text(service, event, detail, to, flow));
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
  private int receiver(int node, String event, int flow, NoteDetail detail) {
    int to = event.equals("act") ? flow : network.nodeAt(detail.word("to"));
    return to == node ? -1 : to;
  }

  private int flow(NoteDetail detail) {
    for (String key : List.of("gci", "flow", "conn")) {
      String name = detail.word(key);
      if (name != null) {
        int flow = network.flow(name);
        return flow == network.otherFlow() ? -1 : flow;
      }
    }
    return -1;
  }

  private String text(String service, String event, NoteDetail detail, int to, int flow) {
    String text;
    if (service.equals("lgc") && event.equals("trigger") && flow >= 0) {
      text =
          "LGC: %s holds %s of %s in the queue, more than %s"
              .formatted(
                  network.name(flow), detail.word("held"), detail.word("p"), detail.word("r"));
    } else if (service.equals("active-filter") && event.equals("propagate") && to >= 0) {
      text = "ActiveFilter to " + network.name(to) + ": filter " + named(flow);
    } else {
      text = service + ": " + event + (detail.isEmpty() ? "" : " " + detail.text());
    }
    return text.length() > TEXT_MAX ? text.substring(0, TEXT_MAX - 1) + "…" : text;
  }

  private String named(int flow) {
    return flow < 0 ? "a flow" : network.name(flow);
  }
}
