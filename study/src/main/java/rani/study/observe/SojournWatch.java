// SPDX-License-Identifier: Apache-2.0
package rani.study.observe;

import io.netty.util.collection.IntObjectHashMap;
import io.netty.util.collection.IntObjectMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import rani.service.metric.MetricRow;
import rani.wire.PacketGlance;

/**
 * Measures the time from a packet's joining its first queue of a node to its departure: waiting and
 * serialization, but not propagation. Packets that a queue drops after they joined have no such
 * time, nor have control packets that bypass the queues.
 */
final class SojournWatch {
  static final List<MetricRow> ROWS =
      DelaySamples.rows(
          "sojourn.A->B",
          "stay of packets on their way out A->B",
          "times from joining the first queue of the node (its own or, where it has none, the"
              + " link's) to the departure, service included and propagation not, of packets"
              + " that left within S; only of directions with a rate and of nodes with a queue"
              + " of their own; a copy that comes while its like is inside does not count",
          "verdict, departure, drop");

  private final ObservationPlan plan;
  private final SeriesSink sink;
  private final Map<String, AtNode> nodes = new HashMap<>();
  private final List<Way> ways = new ArrayList<>();

  SojournWatch(ObservationPlan plan, SeriesSink sink) {
    this.plan = plan;
    this.sink = sink;
    DelaySamples.Room room = new DelaySamples.Room();
    for (ObservedLink link : plan.links()) {
      Way way = new Way(link.name(), new DelaySamples(room));
      ways.add(way);
      nodes.computeIfAbsent(link.node(), _ -> new AtNode()).put(link.link(), way);
    }
  }

  private record Way(String direction, DelaySamples stays) {}

  /** Returns the state of a node with monitored links; null for other nodes. */
  @Nullable AtNode of(String node) {
    return nodes.get(node);
  }

  void joined(long timeNanos, NodeObserver node, PacketGlance packet) {
    if (node.sojourns != null) {
      node.sojourns.joined(timeNanos, packet);
    }
  }

  void departure(long timeNanos, NodeObserver node, int link, PacketGlance packet) {
    if (node.sojourns != null) {
      long time = timeNanos - plan.epochNanos();
      long sojourn = node.sojourns.left(timeNanos, packet);
      Way way = sojourn == AtNode.WAS_NOT_INSIDE ? null : node.sojourns.way(link);
      if (way != null) {
        sink.sojourn(way.direction, time, sojourn);
        if (plan.span().contains(time)) {
          way.stays.add(sojourn);
        }
      }
    }
  }

  void drop(long timeNanos, NodeObserver node, PacketGlance packet) {
    if (node.sojourns != null) {
      long _ = node.sojourns.left(timeNanos, packet);
    }
  }

  void addTo(Map<String, Double> metrics) {
    ways.forEach(way -> way.stays.addTo("sojourn." + way.direction + ".", metrics));
  }

  /** The packets inside one node, and the ways out of it. */
  static final class AtNode {
    static final long WAS_NOT_INSIDE = -1;

    private final IntObjectMap<PacketsInTransit> insideBySource = new IntObjectHashMap<>();
    private @Nullable Way[] waysByLink = {};

    private void put(int link, Way way) {
      waysByLink = Arrays.copyOf(waysByLink, Math.max(waysByLink.length, link + 1));
      waysByLink[link] = way;
    }

    private @Nullable Way way(int link) {
      return link < 0 || link >= waysByLink.length ? null : waysByLink[link];
    }

    private void joined(long timeNanos, PacketGlance packet) {
      PacketsInTransit inside = insideBySource.get(packet.source());
      if (inside == null) {
        inside = new PacketsInTransit();
        insideBySource.put(packet.source(), inside);
      }
      if (!inside.has(packet.identification())) {
        inside.begin(packet.identification(), timeNanos, 0);
      }
    }

    /** Returns for how long a packet was inside. */
    private long left(long timeNanos, PacketGlance packet) {
      PacketsInTransit inside = insideBySource.get(packet.source());
      int place = inside == null ? PacketsInTransit.NOWHERE : inside.end(packet.identification());
      return inside == null || place == PacketsInTransit.NOWHERE
          ? WAS_NOT_INSIDE
          : timeNanos - inside.sinceNanos(place);
    }
  }
}
