// SPDX-License-Identifier: Apache-2.0
package rani.tools.watch;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import rani.link.LinkTraffic;
import rani.node.NodeFacts;
import rani.world.Facts;
import rani.world.Inline;

/**
 * Row of {@code rani top}: a link of a node, or the node's own queue.
 *
 * @param place {@code link-K}, or {@code node}
 * @param traffic null for the node's own queue
 * @param utilisation share of the link's rate that is sent, 0…1; null if the rate has no limit
 * @param averagePackets the queue discipline's average
 * @param lateP99Milliseconds 99th percentile of the lateness of departures since the node's start
 * @param dropsPerSecond the node's drops by reason; only in its first row
 */
record TopRow(
    String node,
    String place,
    @Inline @Nullable Traffic traffic,
    @Nullable Double utilisation,
    double queuedPackets,
    double averagePackets,
    double limitPackets,
    double lateP99Milliseconds,
    Map<String, Double> dropsPerSecond)
    implements Facts {
  private static final int BITS = 8;
  private static final double NANOS_PER_SECOND = 1e9;
  private static final double NANOS_PER_MILLI = 1e6;
  private static final LinkTraffic.Shown NONE = new LinkTraffic.Shown(0, 0, 0, 0);

  /** Rates of a link to a peer node; its state is {@code up}, {@code down} or {@code cut}. */
  record Traffic(
      String peer,
      String state,
      double inPacketsPerSecond,
      double inBitsPerSecond,
      double outPacketsPerSecond,
      double outBitsPerSecond)
      implements Facts {
    private static Traffic of(
        NodeFacts.Link link, LinkTraffic.Shown before, double seconds, Map<String, String> names) {
      LinkTraffic.Shown now = link.traffic();
      return new Traffic(
          names.getOrDefault(link.neighbour(), link.neighbour()),
          link.knobs().cut() ? "cut" : link.up() ? "up" : "down",
          Math.max(0, now.packetsIn() - before.packetsIn()) / seconds,
          BITS * (Math.max(0, now.bytesIn() - before.bytesIn()) / seconds),
          Math.max(0, now.packetsOut() - before.packetsOut()) / seconds,
          BITS * (Math.max(0, now.bytesOut() - before.bytesOut()) / seconds));
    }

    private @Nullable Double utilisation(String rate) {
      if (!rate.matches("\\d+(\\.\\d+)?(bit|packet)/s")) {
        return null;
      }
      double limit = Double.parseDouble(rate.replaceAll("[a-z/]+$", ""));
      return (rate.endsWith("bit/s") ? outBitsPerSecond : outPacketsPerSecond) / limit;
    }
  }

  /** Returns the rates between two samples, of nodes in both. */
  static List<TopRow> between(TopSample earlier, TopSample later, Map<String, String> names) {
    List<TopRow> rows = new ArrayList<>();
    later
        .nodes()
        .forEach(
            (name, now) -> {
              TopSample.Node before = earlier.nodes().get(name);
              if (before != null && now.nowNanos() > before.nowNanos()) {
                rows.addAll(of(name, before, now, names));
              }
            });
    return rows;
  }

  private static List<TopRow> of(
      String name, TopSample.Node before, TopSample.Node now, Map<String, String> names) {
    double seconds = now.nowNanos() / NANOS_PER_SECOND - before.nowNanos() / NANOS_PER_SECOND;
    Map<String, Double> drops = new LinkedHashMap<>();
    now.drops()
        .forEach(
            (reason, count) ->
                drops.put(reason, (count - before.drops().getOrDefault(reason, 0L)) / seconds));
    drops.values().removeIf(more -> more <= 0);
    List<TopRow> rows = new ArrayList<>();
    if (now.own() != null) {
      rows.add(of(name, "node", null, null, now.own(), drops));
    }
    now.links()
        .forEach(
            (place, link) -> {
              NodeFacts.Link old = before.links().get(place);
              Traffic traffic =
                  Traffic.of(link, old == null ? NONE : old.traffic(), seconds, names);
              Double used = traffic.utilisation(link.knobs().rate());
              Map<String, Double> dropped = rows.isEmpty() ? drops : Map.of();
              rows.add(of(name, place, traffic, used, link.queue(), dropped));
            });
    return rows;
  }

  private static TopRow of(
      String node,
      String place,
      @Nullable Traffic traffic,
      @Nullable Double utilisation,
      NodeFacts.Queue queue,
      Map<String, Double> drops) {
    return new TopRow(
        node,
        place,
        traffic,
        utilisation,
        queue.queuedFrames(),
        queue.averageFrames(),
        queue.limitFrames(),
        queue.departures().lateP99Nanos() / NANOS_PER_MILLI,
        drops);
  }

  /** Returns the total drop rate. */
  double drops() {
    return dropsPerSecond.values().stream().mapToDouble(Double::doubleValue).sum();
  }
}
