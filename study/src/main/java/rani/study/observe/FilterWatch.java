// SPDX-License-Identifier: Apache-2.0
package rani.study.observe;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SequencedMap;
import java.util.function.ToLongFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import rani.service.metric.FilterSpan;
import rani.service.metric.MetricRow;
import rani.wire.Address;
import rani.wire.FlowKey;
import rani.wire.PacketGlance;
import rani.world.FilterChange;

/** Observes the ingress filters of all nodes: lifetimes, dropped packets and missed packets. */
final class FilterWatch {
  static final List<MetricRow> ROWS =
      MetricRow.table(
          """
          queue.NODE.entered-after-filter.FLOW | PACKETS | RUN | filter, verdict
            filtered packets that entered NODE
            packets of a source that joined the first queue of a node while the node filtered it
          filter.installs.NODE | COUNT | RUN | filter
            filters installed at NODE
            filters of the node, whichever service asked for them
            over nodes: sum: filter.installs.total | filters installed in all
          filter.refreshes.NODE | COUNT | RUN | filter
            times that the filter at NODE was set again
            times that filters of the node were set again
          filter.caught.NODE | PACKETS | RUN | filter, drop
            packets that filters caught at NODE
            packets that filters of the node dropped
            over nodes: sum: filter.caught.total | packets that filters caught in all
          filter.at-seconds.NODE | SECONDS | MOMENT | filter
            time of the filter at NODE
            when the node's first was installed, from go
          filter.seconds.NODE | SECONDS | MOMENT | filter | detail
            time that the filter at NODE is set for
            for how long it was set as it was installed
          """);

  private static final Pattern SOURCE = Pattern.compile("[0-9]+(?:\\.[0-9]+){3}");
  private static final Pattern CONNECTION =
      Pattern.compile("([0-9.]+):([0-9]+)>([0-9.]+):([0-9]+)/([0-9]+)");

  private final ObservationPlan plan;
  private final List<Life> lives = new ArrayList<>();

  /** Filters that have not ended. There are few at any time, even if the run has many. */
  private final List<Life> standing = new ArrayList<>();

  private final SequencedMap<Place, Long> enteredAfter = new LinkedHashMap<>();

  FilterWatch(ObservationPlan plan) {
    this.plan = plan;
  }

  void filter(
      long timeNanos,
      String node,
      FilterChange change,
      OptionalInt link,
      String flow,
      long untilNanos) {
    Life life = standing(node, link, flow);
    if (life == null) {
      life = new Life(timeNanos, node, link, flow, untilNanos);
      lives.add(life);
      standing.add(life);
      enteredAfter.putIfAbsent(new Place(node, flow), 0L);
    }
    life.refreshes += change == FilterChange.REFRESH ? 1 : 0;
    life.untilNanos = untilNanos;
    if (change == FilterChange.EXPIRE || change == FilterChange.REMOVE) {
      life.endNanos = OptionalLong.of(timeNanos - plan.epochNanos());
      standing.remove(life);
    }
  }

  void caught(NodeObserver node, OptionalInt link, PacketGlance packet) {
    for (Life life : standing) {
      if (life.node.equals(node.name) && life.link.equals(link) && life.catches(packet)) {
        life.caughtFrames++;
        return;
      }
    }
  }

  /** Counts a packet that entered a queue of a node although the node filters its flow. */
  void joined(NodeObserver node, PacketGlance packet) {
    for (int i = 0; i < standing.size(); i++) { // allocates no iterator
      Life life = standing.get(i);
      if (life.node.equals(node.name) && life.catches(packet)) {
        enteredAfter.merge(new Place(node.name, life.flow), 1L, Long::sum);
        return;
      }
    }
  }

  private @Nullable Life standing(String node, OptionalInt link, String flow) {
    for (Life life : standing) {
      if (life.node.equals(node) && life.link.equals(link) && life.flow.equals(flow)) {
        return life;
      }
    }
    return null;
  }

  List<FilterSpan> spans() {
    return lives.stream().map(life -> life.span(plan.epochNanos())).toList();
  }

  void addTo(SequencedMap<String, Double> metrics) {
    enteredAfter.forEach(
        (place, count) ->
            metrics.put(
                "queue." + place.node + ".entered-after-filter." + plan.nameOf(place.flow),
                (double) count));
    metrics.put("filter.installs.total", (double) lives.size());
    metrics.put("filter.caught.total", sum(lives, life -> life.caughtFrames));
    SequencedMap<String, List<Life>> byNode = new LinkedHashMap<>();
    lives.forEach(life -> byNode.computeIfAbsent(life.node, _ -> new ArrayList<>()).add(life));
    byNode.forEach(
        (node, here) -> {
          Life first = here.getFirst();
          metrics.put("filter.installs." + node, (double) here.size());
          metrics.put("filter.refreshes." + node, sum(here, life -> life.refreshes));
          metrics.put("filter.caught." + node, sum(here, life -> life.caughtFrames));
          metrics.put(
              "filter.at-seconds." + node, (first.installedNanos - plan.epochNanos()) / 1e9);
          metrics.put("filter.seconds." + node, first.setForNanos / 1e9);
        });
  }

  private static double sum(List<Life> lives, ToLongFunction<Life> count) {
    return lives.stream().mapToLong(count).sum();
  }

  private record Place(String node, String flow) {}

  private static final class Life {
    final String node;
    final OptionalInt link;
    final String flow;
    final @Nullable FlowKey key;
    final long installedNanos;
    final long setForNanos;
    long untilNanos;
    long refreshes;
    OptionalLong endNanos = OptionalLong.empty();
    long caughtFrames;

    Life(long timeNanos, String node, OptionalInt link, String flow, long untilNanos) {
      this.node = node;
      this.link = link;
      this.flow = flow;
      this.key = key(flow);
      this.installedNanos = timeNanos;
      this.setForNanos = untilNanos - timeNanos;
    }

    /** Parses the name of a flow in traces; null if it is neither a source nor a connection. */
    private static @Nullable FlowKey key(String flow) {
      Matcher connection = CONNECTION.matcher(flow);
      if (connection.matches()) {
        long high = Integer.toUnsignedLong(Address.parse(connection.group(1))) << Integer.SIZE;
        long ports = Long.parseLong(connection.group(2)) << Short.SIZE;
        ports |= Long.parseLong(connection.group(4));
        return new FlowKey(
            high | Integer.toUnsignedLong(Address.parse(connection.group(3))),
            Long.parseLong(connection.group(5)) << Integer.SIZE | ports);
      }
      return SOURCE.matcher(flow).matches() ? FlowKey.ofSource(Address.parse(flow)) : null;
    }

    boolean catches(PacketGlance packet) {
      if (key == null || key.source() != packet.source()) {
        return false;
      }
      return (key.low() == 0 && key.destination() == 0)
          || (key.destination() == packet.destination()
              && key.protocol() == packet.protocol()
              && (packet.hasPorts() ? packet.ports() : 0) == (key.low() & 0xFFFF_FFFFL));
    }

    FilterSpan span(long epochNanos) {
      return new FilterSpan(
          node,
          link,
          flow,
          installedNanos - epochNanos,
          untilNanos - epochNanos,
          endNanos,
          caughtFrames);
    }
  }
}
