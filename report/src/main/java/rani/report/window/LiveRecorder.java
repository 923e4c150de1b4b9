// SPDX-License-Identifier: Apache-2.0
package rani.report.window;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import rani.json.JsonObject;
import rani.link.LinkTraffic;
import rani.node.NodeFacts;
import rani.nodehost.conversation.CodeFacts;
import rani.nodehost.conversation.ConnectionWindows;
import rani.nodehost.conversation.NodeOverview;
import rani.nodehost.conversation.TrafficFacts;
import rani.nodehost.edge.EdgeFacts;
import rani.nodehost.edge.ProgramFacts;
import rani.world.CamelCase;
import rani.world.Facts;
import rani.world.FilterChange;
import rani.world.Inline;
import rani.world.Note;

/** Makes a {@link Recording} of a running network, from polls and events of its nodes. */
final class LiveRecorder {
  private static final long STEP_NANOS = 100_000_000;

  /** The most codes of a node that a page receives; services come first. */
  private static final int CODES_MAX = 32;

  private static final TrafficFacts NO_TRAFFIC = new TrafficFacts(null, null, null);
  private static final List<Long> NOTHING = List.of();

  private final Recording recording;
  private final NetworkModel network;
  private final List<Mark> marks = new ArrayList<>();
  private final EventMarks told;
  private final LiveRoutes ways;
  private final Map<String, NodeOverview> before = new LinkedHashMap<>();
  private final Map<Integer, LinkTraffic.Shown> sent = new LinkedHashMap<>();
  private final Map<Integer, WireCounts> wires = new LinkedHashMap<>();
  private final Map<Integer, NetworkModel.Knobs> knobs = new LinkedHashMap<>();
  private final List<List<Object>> linkStates = new ArrayList<>();
  private final SequencedMap<Integer, NetworkModel.Knobs> changedKnobs = new LinkedHashMap<>();
  private final Map<Integer, Boolean> ups = new LinkedHashMap<>();
  private final Map<Integer, String> nodeStates = new LinkedHashMap<>();
  private long goNanos = Long.MIN_VALUE;
  private long nowNanos;

  LiveRecorder(NetworkModel network) {
    this.network = network;
    this.recording = new Recording(network, STEP_NANOS);
    this.told = new EventMarks(recording, marks::add);
    this.ways = new LiveRoutes(network);
  }

  Recording recording() {
    return recording;
  }

  LiveRoutes ways() {
    return ways;
  }

  /** Takes over the start time and the marks of the recording before the topology changed. */
  void goOn(LiveRecorder earlier) {
    goNanos = earlier.goNanos;
    nowNanos = earlier.nowNanos;
    recording.keepMarks(earlier.recording);
  }

  /** Sets the start of the run, in the nodes' time. */
  void go(long nanos) {
    goNanos = nanos;
  }

  /**
   * The update after a poll. {@code now} is in seconds since the start; null stands for no change.
   * A link state is a triple: direction, seconds since the start, whether the link is up. Settings
   * are by direction, states {@code up} or {@code gone} by node, paths by flow, menus of services
   * by node, edges by the nodes that have one, programs of all, code by the nodes that have some.
   */
  @CamelCase
  record News(
      double now,
      Step.@Nullable Shown step,
      List<Mark.Shown> marks,
      List<Recording.Filter> filters,
      List<List<Object>> linkStates,
      SequencedMap<Integer, NetworkModel.Knobs> knobs,
      SequencedMap<Integer, String> nodes,
      @Inline Recording.Lists lists,
      @Nullable List<List<Integer>> paths,
      List<List<String>> menus,
      SequencedMap<Integer, EdgeFacts> edges,
      List<ProgramFacts> programs,
      SequencedMap<Integer, NodeCode> code)
      implements Facts {}

  /** Code in WebAssembly at a node; {@code more} codes are not listed. */
  record NodeCode(List<CodeFacts> codes, int more) implements Facts {
    private static NodeCode of(List<CodeFacts> all) {
      List<CodeFacts> first = all.subList(0, Math.min(all.size(), CODES_MAX));
      return new NodeCode(first, all.size() - first.size());
    }
  }

  /**
   * Adds a poll of the nodes that answered, their links a moment later, and their events, as in
   * {@code GET /events}, since the previous poll. {@code paths} are directions by flow; null if
   * routes were not polled.
   */
  News take(
      SequencedMap<String, NodeOverview> looks,
      SequencedMap<String, NodeFacts.Links> later,
      List<JsonObject> events,
      @Nullable SequencedMap<Integer, BitSet> paths,
      List<List<String>> menus) {
    marks.clear();
    linkStates.clear();
    changedKnobs.clear();
    findGo(looks);
    if (goNanos != Long.MIN_VALUE) {
      looks
          .values()
          .forEach(look -> nowNanos = Math.max(nowNanos, look.status().nowNanos() - goNanos));
    }
    Step step = new Step(Math.max(1, nowNanos));
    looks.forEach((node, look) -> look(node, look, step));
    SequencedMap<Integer, NodeFacts.Link> senders = senders(later, step);
    looks.forEach((node, look) -> arrivals(node, look.links(), senders, step));
    SequencedMap<Integer, String> states = states(looks);
    events.forEach(this::event);
    Step.Shown shown =
        step.isEmpty() ? null : step.shown(); // recording.add rounds the step's end time
    recording.add(step);
    marks.removeIf(mark -> !recording.add(mark));
    if (paths != null) {
      paths.forEach(recording::path);
    }
    return new News(
        nowNanos / Recording.NANOS_PER_SECOND,
        shown,
        marks.stream().map(Mark::shown).toList(),
        recording.filtersShown(),
        List.copyOf(linkStates),
        new LinkedHashMap<>(changedKnobs),
        states,
        recording.lists(),
        paths == null ? null : recording.paths(),
        menus,
        edges(looks),
        looks.values().stream().flatMap(look -> look.programs().programs().stream()).toList(),
        code(looks));
  }

  private void findGo(SequencedMap<String, NodeOverview> looks) {
    if (goNanos == Long.MIN_VALUE) {
      looks.values().stream()
          .map(look -> look.status().goNanos())
          .filter(Objects::nonNull)
          .findFirst()
          .ifPresent(this::go);
    }
  }

  private SequencedMap<Integer, EdgeFacts> edges(SequencedMap<String, NodeOverview> looks) {
    SequencedMap<Integer, EdgeFacts> edges = new TreeMap<>();
    looks.forEach(
        (name, look) -> {
          int node = network.node(name);
          if (node >= 0 && look.edge() != null) {
            edges.put(node, look.edge());
          }
        });
    return edges;
  }

  private SequencedMap<Integer, NodeCode> code(SequencedMap<String, NodeOverview> looks) {
    SequencedMap<Integer, NodeCode> code = new TreeMap<>();
    looks.forEach(
        (name, look) -> {
          int node = network.node(name);
          if (node >= 0 && !look.code().codes().isEmpty()) {
            code.put(node, NodeCode.of(look.code().codes()));
          }
        });
    return code;
  }

  private SequencedMap<Integer, String> states(SequencedMap<String, NodeOverview> looks) {
    SequencedMap<Integer, String> changed = new LinkedHashMap<>();
    for (int node = 0; node < network.nodeCount(); node++) {
      if (network.isForeign(node)) {
        continue;
      }
      boolean answers = looks.containsKey(network.name(node));
      String state = answers ? "up" : "gone";
      String last = nodeStates.put(node, state);
      if (!state.equals(last)) {
        changed.put(node, state);
        if (last != null) {
          String what = answers ? "answers again" : "has ended, or does not answer";
          told.tell(nowNanos, Mark.Kind.FAULT, node, -1, what);
        }
      }
    }
    return changed;
  }

  private void look(String name, NodeOverview look, Step step) {
    int node = network.node(name);
    if (node < 0) {
      return;
    }
    NodeOverview last = before.put(name, look);
    look.queues().queues().forEach((queue, facts) -> queue(name, queue, facts, look, step));
    look.links().links().forEach((link, facts) -> link(name, link, facts));
    filters(node, look.filters().places());
    look.connections().windows().forEach((one, window) -> connection(node, one, window, step));
    if (last != null) {
      drops(node, look.counters().dropsByReason(), last.counters().dropsByReason(), step);
    }
    traffic(node, look.traffic(), last == null ? NO_TRAFFIC : last.traffic(), step);
    if (last != null && look.edge() != null) {
      edge(node, look.edge(), last.edge(), step);
    }
  }

  private void queue(
      String node, String name, NodeFacts.Queue facts, NodeOverview look, Step step) {
    int queue = network.queue(node, name);
    if (queue < 0) {
      return;
    }
    SequencedMap<Integer, Integer> frames = new TreeMap<>();
    for (NodeFacts.Flow share : look.flows().queues().getOrDefault(name, List.of())) {
      frames.merge(network.flow(share.flow()), share.frames(), Integer::sum);
    }
    List<Integer> shares = new ArrayList<>();
    frames.forEach((flow, waiting) -> shares.addAll(List.of(flow, waiting)));
    int waiting = facts.queuedFrames();
    step.queue(queue, new Step.QueueState(waiting, waiting, facts.averageFrames(), shares));
  }

  /** Adds what nodes have sent since the previous poll; returns all links by direction. */
  private SequencedMap<Integer, NodeFacts.Link> senders(
      SequencedMap<String, NodeFacts.Links> later, Step step) {
    SequencedMap<Integer, NodeFacts.Link> senders = new TreeMap<>();
    later.forEach(
        (node, links) ->
            links
                .links()
                .forEach(
                    (name, facts) -> {
                      int direction = network.direction(node, name);
                      if (direction >= 0) {
                        senders.put(direction, facts);
                        sent(direction, facts.traffic(), step);
                      }
                    }));
    return senders;
  }

  private void sent(int direction, LinkTraffic.Shown now, Step step) {
    LinkTraffic.Shown was = sent.put(direction, now);
    if (was != null && now.packetsOut() > was.packetsOut()) {
      long bytes = Math.max(0, now.bytesOut() - was.bytesOut());
      step.passed(direction, now.packetsOut() - was.packetsOut(), bytes, 0);
    }
  }

  /** Adds what has arrived at a node of packets sent since the first poll. */
  private void arrivals(
      String node,
      NodeFacts.Links links,
      SequencedMap<Integer, NodeFacts.Link> senders,
      Step step) {
    links
        .links()
        .forEach(
            (name, facts) -> {
              int direction = network.direction(node, name) ^ 1;
              NodeFacts.Link sender = senders.get(direction);
              if (sender != null) {
                long arrived =
                    wires
                        .computeIfAbsent(direction, _ -> new WireCounts())
                        .more(
                            sender.traffic().packetsOut(),
                            facts.traffic().packetsIn(),
                            sender.knobs().duplicate() > 0);
                if (arrived > 0) {
                  step.passed(direction, 0, 0, arrived);
                }
              }
            });
  }

  private void link(String node, String name, NodeFacts.Link facts) {
    int direction = network.direction(node, name);
    if (direction < 0) {
      return;
    }
    Boolean wasUp = ups.put(direction, facts.up());
    if (wasUp == null ? !facts.up() : wasUp != facts.up()) {
      ways.changed();
      recording.linkState(direction, nowNanos, facts.up());
      linkStates.add(List.of(direction, nowNanos / Recording.NANOS_PER_SECOND, facts.up()));
    }
    NetworkModel.Knobs turned = NetworkModel.Knobs.of(facts.knobs());
    if (!turned.equals(knobs.put(direction, turned))) {
      changedKnobs.put(direction, turned);
      network.turned(direction, turned);
    }
  }

  private void drops(
      int node, SequencedMap<String, Long> now, SequencedMap<String, Long> earlier, Step step) {
    now.forEach(
        (reason, dropped) -> {
          long more = dropped - earlier.getOrDefault(reason, 0L);
          if (more > 0) {
            step.dropped(recording.dropKey(node, network.otherFlow(), reason), more);
          }
        });
  }

  /** Adds the packets that sources have sent and sinks have received since the previous poll. */
  private void traffic(int node, TrafficFacts now, TrafficFacts last, Step step) {
    if (last.sent() != null && now.sent() != null && now.sent() > last.sent()) {
      step.flow(node, 0, 0, now.sent() - last.sent());
    }
    SequencedMap<String, List<Long>> earlier = orNone(last.received());
    boolean isFirst = last.sent() == null && last.received() == null;
    orNone(now.received())
        .forEach(
            (source, sums) -> {
              int flow = network.flow(source);
              boolean isKnown = flow == network.otherFlow() || ways.sends(flow, node);
              List<Long> before = earlier.getOrDefault(source, NOTHING);
              if (!isKnown && before.equals(NOTHING)) {
                recording.leaveOut("ways of flows");
              }
              long packets = at(sums, 0) - at(before, 0);
              long bytes = at(sums, 1) - at(before, 1);
              if (!isFirst && packets > 0 && bytes >= 0) {
                step.flow(flow, packets, bytes, 0);
              }
            });
    if (now.leftOut() != null && now.leftOut() > (last.leftOut() == null ? 0 : last.leftOut())) {
      recording.leaveOut("sources of a sink");
    }
  }

  /** Adds what programs at an edge have sent and received since the previous poll. */
  private void edge(int node, EdgeFacts now, @Nullable EdgeFacts last, Step step) {
    long sent = now.packetsIn() - (last == null ? 0 : last.packetsIn());
    if (sent > 0) {
      step.flow(node, 0, 0, sent);
    }
    EdgeDeliveries.between(last, now)
        .forEach(
            (source, more) -> {
              int flow = network.flow(source);
              boolean _ = flow == network.otherFlow() || ways.sends(flow, node);
              step.flow(flow, more.packets(), more.bytes(), 0);
            });
  }

  private static SequencedMap<String, List<Long>> orNone(
      @Nullable SequencedMap<String, List<Long>> received) {
    return received == null ? new LinkedHashMap<>() : received;
  }

  private static long at(List<Long> sums, int column) {
    return column < sums.size() ? sums.get(column) : 0;
  }

  private void filters(int node, SequencedMap<String, List<NodeFacts.Rule>> places) {
    List<Recording.FilterRow> seen = new ArrayList<>();
    places.forEach(
        (place, rules) -> {
          for (NodeFacts.Rule rule : rules) {
            Recording.FilterRow row = recording.standing(node, place, rule.flow());
            if (row == null) {
              row = recording.install(node, place, rule.flow(), nowNanos);
            }
            if (row != null) {
              row.untilNanos = nowNanos + rule.remainingNanos();
              row.caught = rule.caught();
              seen.add(row);
            }
          }
        });
    for (Recording.FilterRow row : recording.filters()) {
      if (row.node == node && row.endNanos < 0 && !seen.contains(row)) {
        row.endNanos = nowNanos;
      }
    }
  }

  private void connection(int node, String name, ConnectionWindows.Window window, Step step) {
    int connection = recording.connection(node, window.service(), name);
    if (connection >= 0) {
      step.connection(
          connection,
          window.cwndPackets(),
          window.ssthreshPackets(),
          window.srttSeconds(),
          window.rtoSeconds(),
          window.flightSegments(),
          EventMarks.STATES.indexOf(window.phase()));
    }
  }

  private void event(JsonObject event) {
    int node = network.node(text(event, "node"));
    if (node < 0 || goNanos == Long.MIN_VALUE) {
      return;
    }
    long nanos = Math.max(0, number(event, "at-nanos") - goNanos);
    String link = event.find("link") instanceof Number number ? "link-" + number : "own";
    switch (text(event, "kind")) {
      case "link" -> told.link(nanos, node, link, text(event, "state").equals("up"));
      case "filter" -> {
        long untilNanos = number(event, "until-nanos") - goNanos;
        for (FilterChange change : FilterChange.values()) {
          if (change.text().equals(event.find("change"))) {
            String flow = text(event, "flow");
            told.filter(nanos, node, link, change, flow, untilNanos, number(event, "caught"));
          }
        }
      }
      case "congestion" ->
          told.congestion(nanos, node, text(event, "queue"), text(event, "congestion"));
      case "note" ->
          told.note(nanos, node, text(event, "service"), text(event, "event"), detail(event));
      case "drops" ->
          told.drops(
              nanos, node, event.find("reasons") instanceof Map<?, ?> drops ? drops : Map.of());
      case "dropped" -> recording.leaveOut("events that came too fast");
      default -> {
        // "gone" needs no mark: the polls show it
      }
    }
  }

  private static Note detail(JsonObject event) {
    Note detail = Note.NOTHING;
    for (String word : text(event, "detail").split(" ", -1)) {
      int equals = word.indexOf('=');
      if (equals > 0) {
        detail = detail.and(word.substring(0, equals), word.substring(equals + 1));
      }
    }
    return detail;
  }

  private static long number(JsonObject event, String key) {
    return event.find(key) instanceof Number number ? number.longValue() : 0;
  }

  private static String text(JsonObject event, String key) {
    return String.valueOf(event.find(key));
  }
}
