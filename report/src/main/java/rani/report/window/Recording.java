// SPDX-License-Identifier: Apache-2.0
package rani.report.window;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import rani.json.Json;
import rani.model.topology.Position;
import rani.world.CamelCase;
import rani.world.Facts;
import rani.world.Inline;

/**
 * A run for the page's player: the network, queues, links and flows in time steps, and single
 * events. Everything is bounded, and omissions are counted. Times are nanoseconds since go. {@code
 * docs/window.md} describes its JSON.
 */
final class Recording {
  /** The version of the JSON format. */
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
  private final SequencedMap<Connection, Integer> connections = new LinkedHashMap<>();
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
    final String place;
    final int direction;
    final String flow;
    long installNanos;
    long untilNanos;
    long endNanos = -1;
    long caught;

    private FilterRow(int node, String place, int direction, String flow, long installNanos) {
      this.node = node;
      this.place = place;
      this.direction = direction;
      this.flow = flow;
      this.installNanos = installNanos;
    }

    private boolean isOf(int atNode, String atPlace, String ofFlow) {
      return node == atNode && place.equals(atPlace) && flow.equals(ofFlow);
    }
  }

  /**
   * What run it is, and what a reader should know.
   *
   * @param mode {@code live} or {@code virtual}
   * @param live whether it goes on, and pages follow it
   * @param look seconds from one look at its nodes to the next
   * @param computing whether more is computed
   */
  record Head(
      String run,
      String mode,
      @Nullable Boolean live,
      @Nullable Double look,
      @Nullable Boolean computing,
      List<String> remarks)
      implements Facts {
    /** Of a run that has ended. */
    Head(String run, boolean isVirtual, List<String> remarks) {
      this(run, isVirtual ? "virtual" : "live", null, null, null, remarks);
    }
  }

  /** A filter as the page has it; times in seconds, the end of one that stands is -1. */
  record Filter(
      int node,
      int direction,
      String flow,
      int source,
      double from,
      double until,
      double end,
      long caught)
      implements Facts {}

  /** A connection of which windows are known. */
  record Connection(int node, String service, String name) implements Facts {}

  /** What grows with it, beside steps and marks. */
  @CamelCase
  record Lists(
      List<String> reasons, List<Connection> connections, SequencedMap<String, Long> leftOut)
      implements Facts {}

  /** All of it as the page has it, in seconds. */
  @CamelCase
  private record Shown(
      int version,
      @Inline Head head,
      NetworkModel.Shown network,
      double step,
      double end,
      List<String> reasons,
      int reasonsMax,
      List<Connection> connections,
      List<List<Integer>> paths,
      List<Filter> filters,
      List<List<Object>> linkStates,
      List<Mark.Shown> marks,
      SequencedMap<String, Long> leftOut,
      List<Step.Shown> steps)
      implements Facts {}

  NetworkModel network() {
    return network;
  }

  Steps steps() {
    return steps;
  }

  /** Adds intervals that ended before a time. */
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
      leaveOut("marks of the kind " + mark.kind().text());
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

  /** Sets the state of a direction, by its near end. */
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
  @Nullable FilterRow standing(int node, String place, String flow) {
    return last(row -> row.endNanos < 0 && row.isOf(node, place, flow));
  }

  /** The filter of a flow that stands at a place, or stood there last; null if none ever did. */
  @Nullable FilterRow latest(int node, String place, String flow) {
    return last(row -> row.isOf(node, place, flow));
  }

  private @Nullable FilterRow last(Predicate<FilterRow> wanted) {
    return filters.reversed().stream().filter(wanted).findFirst().orElse(null);
  }

  /** A filter came; null if there is no room for it. */
  @Nullable FilterRow install(int node, String place, String flow, long nowNanos) {
    if (filters.size() >= FILTERS_MAX) {
      leaveOut("filters");
      return null;
    }
    int out = network.direction(network.name(node), place);
    FilterRow row = new FilterRow(node, place, out < 0 ? -1 : out ^ 1, flow, nowNanos);
    filters.add(row);
    return row;
  }

  List<FilterRow> filters() {
    return filters;
  }

  /** The number of a connection; -1 if there is no room for it. */
  int connection(int node, String service, String name) {
    Connection connection = new Connection(node, service, name);
    Integer known = connections.get(connection);
    if (known != null) {
      return known;
    }
    if (connections.size() >= CONNECTIONS_MAX) {
      leaveOut("windows of connections");
      return -1;
    }
    connections.put(connection, connections.size());
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
   * The whole of it, as JSON.
   *
   * @param places where nodes were dragged to, by name
   */
  String json(Head head, Map<String, Position> places) {
    Lists lists = lists();
    return Json.print(
        new Shown(
            VERSION,
            head,
            network.shown(places),
            steps.stepNanos() / NANOS_PER_SECOND,
            endNanos / NANOS_PER_SECOND,
            lists.reasons,
            REASONS_MAX,
            lists.connections,
            paths(),
            filtersShown(),
            linkStates,
            marks.stream().map(Mark::shown).toList(),
            leftOut,
            steps.shown()));
  }

  Lists lists() {
    return new Lists(
        List.copyOf(reasons.sequencedKeySet()),
        List.copyOf(connections.sequencedKeySet()),
        leftOut);
  }

  /** Of each flow the directions of links that it passes. */
  List<List<Integer>> paths() {
    return Arrays.stream(pathsByFlow)
        .map(path -> path == null ? List.<Integer>of() : path.stream().boxed().toList())
        .toList();
  }

  /** Filters as the page has them, in the order in which they came. */
  List<Filter> filtersShown() {
    return filters.stream()
        .sorted(Comparator.comparingLong(row -> row.installNanos))
        .map(
            row ->
                new Filter(
                    row.node,
                    row.direction,
                    row.flow,
                    network.flow(row.flow),
                    row.installNanos / NANOS_PER_SECOND,
                    row.untilNanos / NANOS_PER_SECOND,
                    row.endNanos < 0 ? -1 : row.endNanos / NANOS_PER_SECOND,
                    row.caught))
        .toList();
  }
}
