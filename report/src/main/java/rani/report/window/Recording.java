// SPDX-License-Identifier: Apache-2.0
package rani.report.window;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/**
 * A run as the page plays it: the network, what queues, links and flows did in steps of time, and
 * what happened at single moments. All of it is bounded, and what was left out is counted. Times
 * are nanoseconds since go. {@code docs/window.md} describes its JSON.
 */
final class Recording {
  /** Of the form of its JSON. */
  static final int VERSION = 1;

  static final int MARKS_MAX = 3000;
  static final int MARKS_OF_A_KIND_MAX = 600;
  static final int FILTERS_MAX = 1000;
  static final int CONNECTIONS_MAX = 256;
  static final int REASONS_MAX = 64;
  static final int LINK_STATES_MAX = 2000;

  private static final long FIRST_STEP_NANOS = 1_000_000;
  private static final double NANOS_PER_SECOND = 1e9;

  private final NetworkModel network;
  private final Steps steps;
  private final List<Mark> marks = new ArrayList<>();
  private final Map<Mark.Kind, Integer> marksByKind = new EnumMap<>(Mark.Kind.class);
  private final List<FilterRow> filters = new ArrayList<>();
  private final SequencedMap<String, Integer> reasons = new LinkedHashMap<>();
  private final SequencedMap<String, Integer> connections = new LinkedHashMap<>();
  private final List<SequencedMap<String, Object>> connectionFacts = new ArrayList<>();
  private final BitSet[] pathsByFlow;
  private final List<List<Object>> linkStates = new ArrayList<>();
  private final SequencedMap<String, Long> leftOut = new LinkedHashMap<>();
  private long endNanos;

  /** An empty one. */
  Recording(NetworkModel network) {
    this(network, FIRST_STEP_NANOS);
  }

  Recording(NetworkModel network, long firstStepNanos) {
    this.network = network;
    this.steps = new Steps(network.queueCount() + network.directionCount(), firstStepNanos);
    this.pathsByFlow = new BitSet[network.otherFlow() + 1];
  }

  /** A filter from its installation to its end. */
  static final class FilterRow {
    final int node;
    final OptionalInt link;
    final int direction;
    final String flow;
    long installNanos;
    long untilNanos;
    long endNanos = -1;
    long caught;

    private FilterRow(int node, OptionalInt link, int direction, String flow, long installNanos) {
      this.node = node;
      this.link = link;
      this.direction = direction;
      this.flow = flow;
      this.installNanos = installNanos;
    }
  }

  NetworkModel network() {
    return network;
  }

  Steps steps() {
    return steps;
  }

  /** Adds what was over by then. */
  void add(Step step) {
    endNanos = Math.max(endNanos, step.endNanos());
    if (!step.isEmpty()) {
      steps.add(step);
    }
  }

  /** The run went on until then at least. */
  void lastsUntil(long nanos) {
    endNanos = Math.max(endNanos, nanos);
  }

  /** Whether there was room for it. */
  boolean add(Mark mark) {
    lastsUntil(mark.nanos());
    int ofKind = marksByKind.merge(mark.kind(), 1, Integer::sum);
    if (ofKind > MARKS_OF_A_KIND_MAX || marks.size() >= MARKS_MAX) {
      leaveOut("marks of the kind " + mark.kind().name().toLowerCase(Locale.ROOT));
      return false;
    }
    marks.add(mark);
    return true;
  }

  /** Takes over what happened at nodes that are still there. */
  void keepMarks(Recording earlier) {
    for (Mark mark : earlier.marks) {
      int node = now(mark.node(), earlier);
      if (node >= 0) {
        int to = now(mark.to(), earlier);
        boolean _ =
            add(
                new Mark(
                    mark.nanos(), mark.kind(), node, to, now(mark.flow(), earlier), mark.text()));
      }
    }
  }

  /** The number that a node of an earlier network has in this one; -1 if it is gone. */
  private int now(int number, Recording earlier) {
    return number < 0 || number >= earlier.network.nodeCount()
        ? -1
        : network.node(earlier.network.name(number));
  }

  /** Counts something that there was no room for. */
  void leaveOut(String what) {
    leftOut.merge(what, 1L, Long::sum);
  }

  /** A direction's near end says that its link is up, or is not. */
  void linkState(int direction, long nanos, boolean up) {
    if (linkStates.size() < LINK_STATES_MAX) {
      linkStates.add(List.of(direction, nanos / NANOS_PER_SECOND, up));
    } else {
      leaveOut("changes of links");
    }
  }

  /** A flow was seen on its way. */
  void passes(int flow, int direction) {
    BitSet path = pathsByFlow[flow];
    if (path == null) {
      path = new BitSet();
      pathsByFlow[flow] = path;
    }
    path.set(direction);
  }

  /** A flow takes this way now. */
  void path(int flow, BitSet directions) {
    pathsByFlow[flow] = directions;
  }

  /** The filter of a flow that stands at a place; null if none does. */
  @Nullable FilterRow standing(int node, OptionalInt link, String flow) {
    for (FilterRow row : filters.reversed()) {
      if (row.node == node && row.endNanos < 0 && row.link.equals(link) && row.flow.equals(flow)) {
        return row;
      }
    }
    return null;
  }

  /** The filter of a flow that stands at a place, or stood there last; null if none ever did. */
  @Nullable FilterRow latest(int node, OptionalInt link, String flow) {
    for (FilterRow row : filters.reversed()) {
      if (row.node == node && row.link.equals(link) && row.flow.equals(flow)) {
        return row;
      }
    }
    return null;
  }

  /** A filter came; null if there is no room for it. */
  @Nullable FilterRow install(int node, OptionalInt link, String flow, long nowNanos) {
    if (filters.size() >= FILTERS_MAX) {
      leaveOut("filters");
      return null;
    }
    int out = link.isPresent() ? network.direction(network.name(node), link.getAsInt()) : -1;
    FilterRow row = new FilterRow(node, link, out < 0 ? -1 : out ^ 1, flow, nowNanos);
    filters.add(row);
    return row;
  }

  List<FilterRow> filters() {
    return filters;
  }

  /** The number of a connection; -1 if there is no room for it. */
  int connection(int node, String service, String name) {
    String key = node + "/" + service + "/" + name;
    Integer known = connections.get(key);
    if (known != null) {
      return known;
    }
    if (connections.size() >= CONNECTIONS_MAX) {
      leaveOut("windows of connections");
      return -1;
    }
    SequencedMap<String, Object> facts = new LinkedHashMap<>();
    facts.put("node", node);
    facts.put("service", service);
    facts.put("name", name);
    connectionFacts.add(facts);
    connections.put(key, connections.size());
    return connections.size() - 1;
  }

  /** One number for where, whose and why. */
  int dropKey(int node, int flow, String reason) {
    Integer known = reasons.get(reason);
    if (known == null) {
      known = Math.min(reasons.size(), REASONS_MAX - 1);
      reasons.putIfAbsent(reason, known);
    }
    return (node * (network.otherFlow() + 1) + flow) * REASONS_MAX + known;
  }

  /**
   * The whole of it.
   *
   * @param head what run it is, and what a reader should know
   * @param places where nodes were dragged to, by name
   */
  SequencedMap<String, Object> json(
      SequencedMap<String, Object> head, Map<String, double[]> places) {
    SequencedMap<String, Object> json = new LinkedHashMap<>();
    json.put("version", VERSION);
    json.putAll(head);
    json.put("network", network.json(places));
    json.put("step", steps.stepNanos() / NANOS_PER_SECOND);
    json.put("end", endNanos / NANOS_PER_SECOND);
    json.put("reasons", List.copyOf(reasons.sequencedKeySet()));
    json.put("reasonsMax", REASONS_MAX);
    json.put("connections", connectionFacts);
    json.put("paths", paths());
    json.put("filters", filtersJson());
    json.put("linkStates", linkStates);
    json.put("marks", marks.stream().map(Mark::json).toList());
    json.put("leftOut", leftOut);
    json.put("steps", steps.json());
    return json;
  }

  /** What grows with it, beside steps and marks. */
  SequencedMap<String, Object> lists() {
    SequencedMap<String, Object> lists = new LinkedHashMap<>();
    lists.put("reasons", List.copyOf(reasons.sequencedKeySet()));
    lists.put("connections", connectionFacts);
    lists.put("leftOut", leftOut);
    return lists;
  }

  /** Of each flow the directions of links that it passes. */
  List<Object> paths() {
    List<Object> paths = new ArrayList<>();
    for (BitSet path : pathsByFlow) {
      paths.add(path == null ? List.of() : path.stream().boxed().toList());
    }
    return paths;
  }

  /** Filters as the page has them, in the order in which they came. */
  List<SequencedMap<String, Object>> filtersJson() {
    return filters.stream()
        .sorted(Comparator.comparingLong(row -> row.installNanos))
        .map(this::filterJson)
        .toList();
  }

  private SequencedMap<String, Object> filterJson(FilterRow row) {
    SequencedMap<String, Object> json = new LinkedHashMap<>();
    json.put("node", row.node);
    json.put("direction", row.direction);
    json.put("flow", row.flow);
    json.put("source", network.flow(row.flow));
    json.put("from", row.installNanos / NANOS_PER_SECOND);
    json.put("until", row.untilNanos / NANOS_PER_SECOND);
    json.put("end", row.endNanos < 0 ? -1 : row.endNanos / NANOS_PER_SECOND);
    json.put("caught", row.caught);
    return json;
  }
}
