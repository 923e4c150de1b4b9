// SPDX-License-Identifier: Apache-2.0
package rani.report.window;

import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import rani.service.metric.NoteMark;
import rani.study.observe.ServiceNotes;
import rani.world.Congestion;
import rani.world.FilterChange;
import rani.world.NoteDetail;

/**
 * Makes {@link Mark}s of trace events and of live nodes' events: describes each event in words, and
 * recognizes messages from node to node. Also records when filters were installed and removed.
 */
final class EventMarks {
  /** The phases of a congestion control sender; a step stores the index of a phase. */
  static final List<String> STATES = List.of("Idle", "SS", "CA", "OOS", "FR", "PR", "RTO");

  private static final int TEXT_MAX = 160;

  /** Events that get no mark: too frequent, or shown in another way. */
  private static final Set<String> SILENT = Set.of("window", "retransmit", "routes", "link-state");

  private final Recording recording;
  private final NetworkModel network;
  private final Consumer<Mark> told;

  EventMarks(Recording recording, Consumer<Mark> told) {
    this.recording = recording;
    this.network = recording.network();
    this.told = told;
  }

  /** Reports an event at a node; {@code flow} is -1 if the event concerns no flow. */
  void tell(long nanos, Mark.Kind kind, int node, int flow, String text) {
    told.accept(new Mark(nanos, kind, node, -1, flow, text));
  }

  void link(long nanos, int node, String link, boolean up) {
    int direction = network.direction(network.name(node), link);
    String which =
        direction < 0
            ? link.replace('-', ' ')
            : "link " + network.topology().links().get(direction / 2).name();
    tell(nanos, Mark.Kind.LINK, node, -1, which + (up ? " is up" : " is down"));
  }

  /** Reports that a queue's average crossed max_th, in the direction {@link Congestion#text}. */
  void congestion(long nanos, int node, String queue, String kind) {
    String where = kind.split("-", 2)[0];
    String text = "queue %s: average %s max_th".formatted(queue, where);
    tell(nanos, Mark.Kind.CONGESTION, node, -1, text);
  }

  /**
   * Reports a change of a filter or diversion, which expires at {@code untilNanos} since the start,
   * at a link or at {@code own}, for the node's own packets. A poll may find the filter earlier or
   * later.
   */
  void filter(
      long nanos,
      int node,
      String place,
      FilterChange change,
      String flow,
      long untilNanos,
      long caught) {
    Recording.FilterRow row = recording.latest(node, place, flow);
    boolean stands = row != null && row.endNanos < 0;
    boolean begins = change == FilterChange.INSTALL || change == FilterChange.REFRESH;
    if (begins && !stands) {
      row = recording.install(node, place, flow, nanos);
    }
    if (row != null && begins) {
      row.installNanos = Math.min(row.installNanos, nanos);
      row.untilNanos = untilNanos;
    } else if (row != null) {
      row.endNanos = stands ? nanos : Math.min(row.endNanos, nanos);
    }
    if (row != null) {
      row.caught = Math.max(row.caught, caught);
    }
    int source = network.flow(flow);
    String what =
        switch (change) {
          case INSTALL -> "";
          case REFRESH -> " renewed";
          case EXPIRE -> " ends, caught " + caught;
          case REMOVE -> " removed, caught " + caught;
        };
    String name = source < network.nodeCount() ? network.name(source) : flow;
    tell(nanos, Mark.Kind.FILTER, node, source, "filter against " + name + what);
  }

  /** Reports a service's event as its metadata asks, unless that asks for no mark. */
  void note(long nanos, int node, String service, String event, NoteDetail detail) {
    NoteMark mark = ServiceNotes.mark(service, event);
    if (SILENT.contains(event) || (mark != null && mark.kind() == NoteMark.Kind.SILENT)) {
      return;
    }
    Mark.Kind kind = kind(service, event);
    String text = service + ": " + event + (detail.isEmpty() ? "" : " " + detail.text());
    int to = -1;
    if (mark != null) {
      to = mark.to().isEmpty() ? -1 : receiver(node, detail.word(mark.to()));
      if (to >= 0 || mark.kind() != NoteMark.Kind.MESSAGE) {
        kind = Mark.Kind.valueOf(mark.kind().name());
        text = mark.text().isEmpty() ? text : NoteMark.filled(mark.text(), detail, this::named);
      }
    }
    String shown = text.length() > TEXT_MAX ? text.substring(0, TEXT_MAX - 1) + "…" : text;
    told.accept(new Mark(nanos, kind, node, to, flow(detail), shown));
  }

  private static Mark.Kind kind(String service, String event) {
    return switch (event) {
      case "connection", "closed" -> Mark.Kind.CONNECTION;
      case "refused", "suspended", "failed" -> Mark.Kind.FAULT;
      default -> service.equals("node") ? Mark.Kind.CHANGE : Mark.Kind.NOTE;
    };
  }

  /** Returns the other node that has this address, or that sends this flow; -1 if there is none. */
  private int receiver(int node, @Nullable String name) {
    int to = name == null ? -1 : network.flow(name);
    return to == node || to == network.otherFlow() ? -1 : to;
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

  private String named(String value) {
    int node = network.flow(value);
    return node == network.otherFlow() ? value : network.name(node);
  }
}
