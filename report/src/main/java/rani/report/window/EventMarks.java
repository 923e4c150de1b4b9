// SPDX-License-Identifier: Apache-2.0
package rani.report.window;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import rani.service.metric.NoteMark;
import rani.study.observe.EventWords;
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

  /** The most marks of one service for notes that no {@link NoteMark} describes. */
  private static final int UNDESCRIBED_MAX = 200;

  /** The most services that have such marks: code of capsules has a name for each hash. */
  private static final int UNDESCRIBED_SERVICES_MAX = 500;

  private final Recording recording;
  private final NetworkModel network;
  private final EventWords words;
  private final Consumer<Mark> told;
  private final Map<String, Integer> undescribed = new LinkedHashMap<>();

  EventMarks(Recording recording, Consumer<Mark> told) {
    this.recording = recording;
    this.network = recording.network();
    this.words = network.words();
    this.told = told;
  }

  /** Reports an event at a node; {@code flow} is -1 if the event concerns no flow. */
  void tell(long nanos, Mark.Kind kind, int node, int flow, String text) {
    told.accept(new Mark(nanos, kind, node, -1, flow, text));
  }

  void link(long nanos, int node, String link, boolean up) {
    tell(nanos, Mark.Kind.LINK, node, -1, words.link(network.name(node), link, up));
  }

  /** Reports that a queue's average crossed max_th, in the direction {@link Congestion#text}. */
  void congestion(long nanos, int node, String queue, String kind) {
    tell(nanos, Mark.Kind.CONGESTION, node, -1, words.congestion(network.name(node), queue, kind));
  }

  /** Reports drops by reason since the previous such event. */
  void drops(long nanos, int node, Map<?, ?> counts) {
    tell(nanos, Mark.Kind.DROP, node, -1, words.drops(counts));
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
    tell(nanos, Mark.Kind.FILTER, node, source, words.filter(change, flow, caught));
  }

  /**
   * Reports a service's event as its metadata asks, unless that asks for no mark. Without any, as
   * of a module, each event has a mark, so that a service that writes many leaves room to others.
   */
  void note(long nanos, int node, String service, String event, NoteDetail detail) {
    NoteMark mark = ServiceNotes.mark(service, event);
    if (mark == null && !hasRoom(service)) {
      recording.leaveOut("notes of services that wrote many");
      return;
    }
    if (mark != null && mark.kind() == NoteMark.Kind.SILENT) {
      return;
    }
    int to = mark == null || mark.to().isEmpty() ? -1 : receiver(node, detail.word(mark.to()));
    String text = words.note(network.name(node), service, event, detail);
    String shown = text.length() > TEXT_MAX ? text.substring(0, TEXT_MAX - 1) + "…" : text;
    told.accept(new Mark(nanos, kind(mark, event, to >= 0), node, to, flow(detail), shown));
  }

  private boolean hasRoom(String service) {
    return (undescribed.containsKey(service) || undescribed.size() < UNDESCRIBED_SERVICES_MAX)
        && undescribed.merge(service, 1, Integer::sum) <= UNDESCRIBED_MAX;
  }

  private static Mark.Kind kind(@Nullable NoteMark mark, String event, boolean isAddressed) {
    if (mark == null) {
      return event.equals("refused") ? Mark.Kind.FAULT : Mark.Kind.NOTE;
    }
    boolean isLocal = mark.kind() == NoteMark.Kind.MESSAGE && !isAddressed;
    return isLocal ? Mark.Kind.NOTE : Mark.Kind.valueOf(mark.kind().name());
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
}
