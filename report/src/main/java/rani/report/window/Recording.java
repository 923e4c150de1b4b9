// SPDX-License-Identifier: Apache-2.0
package rani.report.window;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import rani.json.Json;
import rani.model.file.FileFormat;
import rani.model.topology.Position;
import rani.world.CamelCase;
import rani.world.Facts;
import rani.world.Inline;

/**
 * The data of a run for the page's player: the network; queues, links and flows in time steps; and
 * single events. Every list has a limit, and omitted entries are counted. Times are nanoseconds
 * since the start of the run. {@code docs/window.md} describes the JSON.
 */
final class Recording {
  static final int MARKS_MAX = 3000;
  static final int MARKS_OF_A_KIND_MAX = 600;
  static final int FILTERS_MAX = 1000;
  static final int CONNECTIONS_MAX = 256;
  static final int REASONS_MAX = 64;
  static final int LINK_STATES_MAX = 2000;

  /** The largest recording in a report, in bytes of UTF-8; deflated it is about a fifth. */
  static final int PAGE_BYTES_MAX = 1_000_000;

  /** The fewest steps and marks to which a recording is thinned. */
  private static final int THINNED_MIN = 50;

  private static final long FIRST_STEP_NANOS = 1_000_000;
  static final double NANOS_PER_SECOND = 1e9;

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

  Recording(NetworkModel network) {
    this(network, FIRST_STEP_NANOS);
  }

  Recording(NetworkModel network, long firstStepNanos) {
    this.network = network;
    this.steps = new Steps(network.queueCount() + network.directionCount(), firstStepNanos);
    this.pathsByFlow = new BitSet[network.otherFlow() + 1];
  }

  /**
   * A filter at a node. {@code place} is a link's name or {@code own}; {@code endNanos} is -1 while
   * the filter is installed.
   */
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
   * Facts about the whole run, {@code live} or {@code virtual}. {@code live} is true if pages can
   * subscribe, {@code look} the seconds between two polls of the nodes, {@code computing} true
   * while the simulation goes on, {@code charts} true if the server has a page of charts. Users see
   * the remarks.
   */
  record Head(
      String run,
      String mode,
      @Nullable Boolean live,
      @Nullable Double look,
      @Nullable Boolean computing,
      @Nullable Boolean charts,
      List<String> remarks)
      implements Facts {
    /** Describes a run that has ended. */
    Head(String run, boolean isVirtual, List<String> remarks) {
      this(run, isVirtual, false, remarks);
    }

    /** Describes a run that has ended, and may have charts. */
    Head(String run, boolean isVirtual, boolean hasCharts, List<String> remarks) {
      this(
          run,
          isVirtual ? "virtual" : "live",
          null,
          null,
          null,
          hasCharts ? Boolean.TRUE : null,
          remarks);
    }
  }

  /** The JSON of a filter; times in seconds, {@code end} is -1 while the filter is installed. */
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

  /** A connection whose congestion window is recorded. */
  record Connection(int node, String service, String name) implements Facts {}

  /** Lists that an update repeats whole, because they rarely grow. */
  @CamelCase
  record Lists(
      List<String> reasons, List<Connection> connections, SequencedMap<String, Long> leftOut)
      implements Facts {}

  /** The JSON of a recording; times in seconds. */
  @CamelCase
  private record Shown(
      @Inline FileFormat.Head format,
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

  /** Adds a completed time step. */
  void add(Step step) {
    endNanos = Math.max(endNanos, step.endNanos());
    if (!step.isEmpty()) {
      steps.add(step);
    }
  }

  /** Extends the recording to at least this time. */
  void lastsUntil(long nanos) {
    endNanos = Math.max(endNanos, nanos);
  }

  /** Adds a mark; returns false if a limit is reached. */
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

  /** Copies the marks of an earlier recording, except those of nodes that were removed. */
  void keepMarks(Recording earlier) {
    for (Mark mark : earlier.marks) {
      int node = now(mark.node(), earlier);
      if (node >= 0) {
        int to = now(mark.to(), earlier);
        int flow = now(mark.flow(), earlier);
        boolean _ = add(new Mark(mark.nanos(), mark.kind(), node, to, flow, mark.text()));
      }
    }
  }

  /** Translates a node number of an earlier recording; -1 if the node was removed. */
  private int now(int number, Recording earlier) {
    return number < 0 || number >= earlier.network.nodeCount()
        ? -1
        : network.node(earlier.network.name(number));
  }

  /** Counts an entry that was omitted because of a limit. */
  void leaveOut(String what) {
    leftOut.merge(what, 1L, Long::sum);
  }

  /** Records that the near end of a direction went up or down. */
  void linkState(int direction, long nanos, boolean up) {
    if (linkStates.size() < LINK_STATES_MAX) {
      linkStates.add(List.of(direction, nanos / NANOS_PER_SECOND, up));
    } else {
      leaveOut("changes of links");
    }
  }

  /** Adds a direction to the path of a flow. */
  void passes(int flow, int direction) {
    if (pathsByFlow[flow] == null) {
      pathsByFlow[flow] = new BitSet();
    }
    pathsByFlow[flow].set(direction);
  }

  /** Replaces the path of a flow. */
  void path(int flow, BitSet directions) {
    pathsByFlow[flow] = directions;
  }

  /** Returns the filter of a flow that is installed now; null if there is none. */
  @Nullable FilterRow standing(int node, String place, String flow) {
    return last(row -> row.endNanos < 0 && row.isOf(node, place, flow));
  }

  /** Returns the filter of a flow that was installed last, ended or not; null if none. */
  @Nullable FilterRow latest(int node, String place, String flow) {
    return last(row -> row.isOf(node, place, flow));
  }

  private @Nullable FilterRow last(Predicate<FilterRow> wanted) {
    return filters.reversed().stream().filter(wanted).findFirst().orElse(null);
  }

  /** Adds a filter; returns null if the limit is reached. */
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

  /** Returns the number of a connection, new or known; -1 if the limit is reached. */
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

  /** Returns one number that encodes node, flow and drop reason. */
  int dropKey(int node, int flow, String reason) {
    Integer known = reasons.get(reason);
    if (known == null) {
      known = Math.min(reasons.size(), REASONS_MAX - 1);
      reasons.putIfAbsent(reason, known);
    }
    return (node * (network.otherFlow() + 1) + flow) * REASONS_MAX + known;
  }

  /** Returns the whole recording as JSON, with the positions of dragged nodes by name. */
  String json(Head head, Map<String, Position> places) {
    Lists lists = lists();
    return Json.print(
        new Shown(
            FileFormat.RECORDING.head(),
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

  /**
   * Returns the recording in at most so many bytes: with longer steps and fewer marks if need be,
   * and a remark that says so. Empty if even that is too long.
   */
  Optional<String> json(Head head, int bytesMax) {
    Head thinned = head;
    while (true) {
      String json = json(thinned, Map.of());
      if (json.getBytes(StandardCharsets.UTF_8).length <= bytesMax) {
        return Optional.of(json);
      }
      boolean isShorter = steps.halve(THINNED_MIN);
      isShorter |= halveMarks();
      if (!isShorter) {
        return Optional.empty();
      }
      List<String> remarks = new ArrayList<>(head.remarks());
      remarks.add(
          "This recording is thinned to %s s a step, to keep the page small; `rani watch` and the"
                  .formatted(steps.stepNanos() / NANOS_PER_SECOND)
              + " run's folder show it finer.");
      thinned = new Head(head.run(), head.mode().equals("virtual"), remarks);
    }
  }

  /** Omits every second mark of the kind that has most; returns false if there are few. */
  private boolean halveMarks() {
    Map<Mark.Kind, Long> kinds =
        marks.stream()
            .collect(Collectors.groupingBy(Mark::kind, TreeMap::new, Collectors.counting()));
    Optional<Map.Entry<Mark.Kind, Long>> greatest =
        kinds.entrySet().stream().max(Map.Entry.comparingByValue());
    if (greatest.isEmpty() || greatest.get().getValue() < THINNED_MIN) {
      return false;
    }
    Mark.Kind most = greatest.get().getKey();
    int[] seen = {0};
    int before = marks.size();
    marks.removeIf(mark -> mark.kind() == most && seen[0]++ % 2 == 1);
    leftOut.merge("marks of the kind " + most.text(), (long) (before - marks.size()), Long::sum);
    return true;
  }

  Lists lists() {
    return new Lists(
        List.copyOf(reasons.sequencedKeySet()),
        List.copyOf(connections.sequencedKeySet()),
        leftOut);
  }

  /** Returns for each flow the directions of links that it passes. */
  List<List<Integer>> paths() {
    return Arrays.stream(pathsByFlow)
        .map(path -> path == null ? List.<Integer>of() : path.stream().boxed().toList())
        .toList();
  }

  /** Returns all filters for JSON, by time of installation. */
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
