// SPDX-License-Identifier: Apache-2.0
package rani.report.window;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import rani.json.JsonObject;
import rani.link.DropList;
import rani.node.NodeFacts;
import rani.world.CamelCase;
import rani.world.Facts;
import rani.world.Inline;
import rani.world.Note;

/** Makes a {@link Recording} of what the nodes of a network that is up show and tell. */
final class LiveRecorder {
  private static final long STEP_NANOS = 100_000_000;
  private static final double SSTHRESH_SHOWN_MAX = 1000;
  private static final double NANOS_PER_SECOND = 1e9;

  private final Recording recording;
  private final NetworkModel network;
  private final NoteMarks notes;
  private final LiveWays ways;
  private final Map<String, JsonObject> before = new LinkedHashMap<>();
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
    this.notes = new NoteMarks(network);
    this.ways = new LiveWays(network);
  }

  Recording recording() {
    return recording;
  }

  /** The ways of its flows; no one else uses them. */
  LiveWays ways() {
    return ways;
  }

  /** Keeps what happened in the network before it became another. */
  void goOn(LiveRecorder earlier) {
    goNanos = earlier.goNanos;
    nowNanos = earlier.nowNanos;
    recording.keepMarks(earlier.recording);
  }

  /** Go is, or was, at this node time. */
  void go(long nanos) {
    goNanos = nanos;
  }

  /**
   * What pages are told of a look.
   *
   * @param now seconds since go
   * @param step what queues, links and flows did since the last; null if nothing
   * @param linkStates direction, moment, and whether it is up
   * @param knobs that were turned, by direction
   * @param nodes by number, whether they answer, of those of which that is news
   * @param paths of flows; null if they are as before
   * @param menus the services of each node
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
      List<List<String>> menus)
      implements Facts {}

  /**
   * Takes a look at all nodes, and what they have told since the last.
   *
   * @param looks by node; those that have ended are missing
   * @param events as {@code GET /events} has them
   * @param paths the directions that flows pass, if that was asked
   * @param menus the services of each node
   */
  News take(
      SequencedMap<String, JsonObject> looks,
      List<JsonObject> events,
      @Nullable SequencedMap<Integer, BitSet> paths,
      List<List<String>> menus) {
    List<Mark> marks = new ArrayList<>();
    linkStates.clear();
    changedKnobs.clear();
    findGo(looks);
    looks.values().forEach(look -> nowNanos = Math.max(nowNanos, since(map(look, "status"))));
    Step step = new Step(Math.max(1, nowNanos));
    looks.forEach((node, look) -> look(node, look, step));
    SequencedMap<Integer, String> states = states(looks, marks);
    events.forEach(event -> event(event, marks));
    Step.Shown shown = step.isEmpty() ? null : step.shown(); // adding rounds its end
    recording.add(step);
    marks.removeIf(mark -> !recording.add(mark));
    if (paths != null) {
      paths.forEach(recording::path);
    }
    return new News(
        nowNanos / NANOS_PER_SECOND,
        shown,
        marks.stream().map(Mark::shown).toList(),
        recording.filtersShown(),
        List.copyOf(linkStates),
        new LinkedHashMap<>(changedKnobs),
        states,
        recording.lists(),
        paths == null ? null : recording.paths(),
        menus);
  }

  private void findGo(SequencedMap<String, JsonObject> looks) {
    if (goNanos == Long.MIN_VALUE) {
      for (JsonObject look : looks.values()) {
        if (map(look, "status").find("go-nanos") instanceof Number go) {
          goNanos = go.longValue();
          return;
        }
      }
    }
  }

  private long since(JsonObject status) {
    return goNanos == Long.MIN_VALUE ? 0 : Math.max(0, number(status, "now-nanos") - goNanos);
  }

  private SequencedMap<Integer, String> states(
      SequencedMap<String, JsonObject> looks, List<Mark> marks) {
    SequencedMap<Integer, String> changed = new LinkedHashMap<>();
    for (int node = 0; node < network.nodeCount(); node++) {
      boolean answers = looks.containsKey(network.name(node));
      String state = answers ? "up" : "gone";
      String last = nodeStates.put(node, state);
      if (!state.equals(last)) {
        changed.put(node, state);
        if (last != null) {
          String what = answers ? "answers again" : "has ended, or does not answer";
          marks.add(mark(nowNanos, Mark.Kind.FAULT, node, what));
        }
      }
    }
    return changed;
  }

  private void look(String name, JsonObject look, Step step) {
    int node = network.node(name);
    if (node < 0) {
      return;
    }
    JsonObject last = before.getOrDefault(name, JsonObject.EMPTY);
    boolean isFirst = last.isEmpty();
    JsonObject flows = map(look, "flows");
    each(map(look, "queues"), (queue, facts) -> queue(name, queue, facts, flows.find(queue), step));
    JsonObject linksBefore = map(last, "links");
    each(
        map(look, "links"), (link, facts) -> link(name, link, facts, map(linksBefore, link), step));
    if (!isFirst) {
      drops(node, map(look, "counters"), map(last, "counters"), step);
    }
    filters(node, map(look, "filters"));
    each(map(look, "connections"), (one, facts) -> connection(node, one, facts, step));
    JsonObject sent = isFirst ? JsonObject.EMPTY : map(last, "traffic");
    traffic(node, map(look, "traffic"), sent, step);
    before.put(name, look);
  }

  private void queue(
      String node, String name, JsonObject facts, @Nullable Object flows, Step step) {
    int queue = network.queue(node, name);
    if (queue < 0) {
      return;
    }
    List<Integer> shares = new ArrayList<>();
    if (flows instanceof List<?> list) {
      int[] frames = new int[network.otherFlow() + 1];
      for (Object share : list) {
        JsonObject one = object(share);
        frames[network.flow(text(one, "flow"))] += (int) number(one, "frames");
      }
      for (int flow = 0; flow < frames.length; flow++) {
        if (frames[flow] > 0) {
          shares.add(flow);
          shares.add(frames[flow]);
        }
      }
    }
    int waiting = (int) number(facts, "queued-frames");
    double average = decimal(facts, "average-frames");
    step.queue(queue, new Step.QueueState(waiting, waiting, average, shares));
  }

  private void link(String node, String name, JsonObject facts, JsonObject last, Step step) {
    int direction = network.direction(node, name);
    if (direction < 0) {
      return;
    }
    if (!last.isEmpty()) {
      double packets = more(facts, last, "packets-out");
      double bytes = more(facts, last, "bytes-out");
      if (packets > 0) {
        step.passed(direction, packets, bytes, 0);
      }
      double arrived = more(facts, last, "packets-in");
      if (arrived > 0) {
        step.passed(direction ^ 1, 0, 0, arrived);
      }
    }
    boolean up = Boolean.TRUE.equals(facts.find("up"));
    Boolean wasUp = ups.put(direction, up);
    if (wasUp == null ? !up : wasUp != up) {
      ways.changed();
      recording.linkState(direction, nowNanos, up);
      linkStates.add(List.of(direction, nowNanos / NANOS_PER_SECOND, up));
    }
    NodeFacts.Drops none = NetworkModel.drops(DropList.NONE); // of which facts say nothing
    NetworkModel.Knobs turned =
        new NetworkModel.Knobs(
            new NetworkModel.Wire(
                number(facts, "delay-nanos"),
                number(facts, "jitter-nanos"),
                decimal(facts, "loss"),
                decimal(facts, "duplicate"),
                decimal(facts, "reorder"),
                decimal(facts, "corrupt"),
                new NodeFacts.Drops(
                    either(facts, "drop", none.drop()),
                    either(facts, "drop-flow", none.dropFlow()),
                    either(facts, "drop-count", none.dropCount()))),
            Boolean.TRUE.equals(facts.find("cut")),
            NetworkModel.Speed.of(text(facts, "rate")));
    if (!turned.equals(knobs.put(direction, turned))) {
      changedKnobs.put(direction, turned);
      network.turned(direction, turned);
    }
  }

  private void drops(int node, JsonObject counters, JsonObject last, Step step) {
    JsonObject earlier = map(last, "drops-by-reason");
    JsonObject now = map(counters, "drops-by-reason");
    for (String reason : now.keys()) {
      long more = number(now, reason) - number(earlier, reason);
      if (more > 0) {
        step.dropped(recording.dropKey(node, network.otherFlow(), reason), more);
      }
    }
  }

  /** What sources have sent and sinks have taken since the last look. */
  private void traffic(int node, JsonObject now, JsonObject last, Step step) {
    if (last.has("sent") && number(now, "sent") > number(last, "sent")) {
      step.flow(node, 0, 0, more(now, last, "sent"));
    }
    JsonObject earlier = map(last, "received");
    JsonObject received = map(now, "received");
    for (String source : received.keys()) {
      int flow = network.flow(source);
      boolean isKnown = flow == network.otherFlow() || ways.sends(flow, node);
      if (!isKnown && !earlier.has(source)) {
        recording.leaveOut("ways of flows");
      }
      double packets = at(received.find(source), 0) - at(earlier.find(source), 0);
      double bytes = at(received.find(source), 1) - at(earlier.find(source), 1);
      if (!last.isEmpty() && packets > 0 && bytes >= 0) {
        step.flow(flow, packets, bytes, 0);
      }
    }
    if (number(now, "left-out") > number(last, "left-out")) {
      recording.leaveOut("sources of a sink");
    }
  }

  private static double at(@Nullable Object sums, int column) {
    return sums instanceof List<?> list
            && column < list.size()
            && list.get(column) instanceof Number number
        ? number.doubleValue()
        : 0;
  }

  private void filters(int node, JsonObject places) {
    List<Recording.FilterRow> seen = new ArrayList<>();
    for (String place : places.keys()) {
      for (Object rule : places.find(place) instanceof List<?> list ? list : List.of()) {
        JsonObject facts = object(rule);
        String flow = text(facts, "flow");
        Recording.FilterRow row = recording.standing(node, place, flow);
        if (row == null) {
          row = recording.install(node, place, flow, nowNanos);
        }
        if (row != null) {
          row.untilNanos = nowNanos + number(facts, "remaining-nanos");
          row.caught = number(facts, "caught");
          seen.add(row);
        }
      }
    }
    for (Recording.FilterRow row : recording.filters()) {
      if (row.node == node && row.endNanos < 0 && !seen.contains(row)) {
        row.endNanos = nowNanos;
      }
    }
  }

  private void connection(int node, String name, JsonObject facts, Step step) {
    int connection = recording.connection(node, either(facts, "service", ""), name);
    if (connection >= 0) {
      step.connection(
          connection,
          decimal(facts, "cwnd-packets"),
          Math.min(decimal(facts, "ssthresh-packets"), SSTHRESH_SHOWN_MAX),
          decimal(facts, "srtt-seconds"),
          decimal(facts, "rto-seconds"),
          decimal(facts, "flight-segments"),
          NoteMarks.STATES.indexOf(text(facts, "phase")));
    }
  }

  private void event(JsonObject event, List<Mark> marks) {
    int node = network.node(text(event, "node"));
    if (node < 0 || goNanos == Long.MIN_VALUE) {
      return;
    }
    long nanos = Math.max(0, number(event, "at-nanos") - goNanos);
    switch (text(event, "kind")) {
      case "link" ->
          marks.add(
              mark(
                  nanos,
                  Mark.Kind.LINK,
                  node,
                  linkName(node, number(event, "link")) + " is " + event.find("state")));
      case "filter" -> {
        timeOfFilter(event, node, nanos);
        String flow = text(event, "flow");
        int source = network.flow(flow);
        String name = source < network.nodeCount() ? network.name(source) : flow;
        marks.add(
            new Mark(
                nanos,
                Mark.Kind.FILTER,
                node,
                -1,
                source,
                "filter against %s: %s".formatted(name, event.find("change"))));
      }
      case "congestion" ->
          marks.add(
              mark(
                  nanos,
                  Mark.Kind.CONGESTION,
                  node,
                  "queue " + event.find("queue") + ": " + event.find("congestion") + "_th"));
      case "note" -> {
        Mark mark =
            notes.mark(nanos, node, text(event, "service"), text(event, "event"), detail(event));
        if (mark != null) {
          marks.add(mark);
        }
      }
      case "drops" ->
          marks.add(mark(nanos, Mark.Kind.DROP, node, "dropped: " + event.find("reasons")));
      case "dropped" -> recording.leaveOut("events that came too fast");
      default -> {
        // "gone" shows in the looks
      }
    }
  }

  /** Looks find a filter some time after it came, or went; its events know when that was. */
  private void timeOfFilter(JsonObject event, int node, long nanos) {
    String place = event.find("link") instanceof Number number ? "link-" + number : "own";
    String flow = text(event, "flow");
    String change = text(event, "change");
    Recording.FilterRow row = recording.latest(node, place, flow);
    boolean stands = row != null && row.endNanos < 0;
    if (change.equals("install")) {
      if (!stands) {
        row = recording.install(node, place, flow, nanos);
      }
      if (row != null) {
        row.installNanos = Math.min(row.installNanos, nanos);
        row.untilNanos = number(event, "until-nanos") - goNanos;
      }
    } else if (row != null && (change.equals("expire") || change.equals("remove"))) {
      row.endNanos = stands ? nanos : Math.min(row.endNanos, nanos);
      row.caught = Math.max(row.caught, number(event, "caught"));
    }
  }

  private static Mark mark(long nanos, Mark.Kind kind, int node, String text) {
    return new Mark(nanos, kind, node, -1, -1, text);
  }

  private String linkName(int node, long link) {
    int direction = network.direction(network.name(node), "link-" + link);
    return direction < 0
        ? "link " + link
        : "link " + network.topology().links().get(direction / 2).name();
  }

  private static Note detail(JsonObject event) {
    Note detail = Note.NOTHING;
    for (String word : either(event, "detail", "").split(" ", -1)) {
      int equals = word.indexOf('=');
      if (equals > 0) {
        detail = detail.and(word.substring(0, equals), word.substring(equals + 1));
      }
    }
    return detail;
  }

  private static double more(JsonObject now, JsonObject last, String key) {
    return Math.max(0, number(now, key) - number(last, key));
  }

  private static long number(JsonObject facts, String key) {
    return facts.find(key) instanceof Number number ? number.longValue() : 0;
  }

  private static double decimal(JsonObject facts, String key) {
    return facts.find(key) instanceof Number number ? number.doubleValue() : 0;
  }

  private static String text(JsonObject facts, String key) {
    return String.valueOf(facts.find(key));
  }

  private static String either(JsonObject facts, String key, String unsaid) {
    return facts.find(key) == null ? unsaid : text(facts, key);
  }

  private static JsonObject map(JsonObject facts, String key) {
    return object(facts.find(key));
  }

  private static void each(JsonObject facts, BiConsumer<String, JsonObject> taker) {
    facts.keys().forEach(key -> taker.accept(key, map(facts, key)));
  }

  private static JsonObject object(@Nullable Object value) {
    return value instanceof Map<?, ?> map ? JsonObject.of(map) : JsonObject.EMPTY;
  }
}
