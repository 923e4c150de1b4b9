// SPDX-License-Identifier: Apache-2.0
package rani.model.topology;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.SequencedMap;
import rani.queue.Rate;

/**
 * Assigns nodes without a host in the file to hosts: fast links stay within a host, and each host
 * gets about the same number of nodes. The result is deterministic.
 *
 * <p>Like Kruskal's algorithm with a bound on the size of components: links are visited by falling
 * rate, then by rising delay, then in the order of the file. Each link joins the groups of its two
 * nodes, unless the joined group would exceed a host's share or have nodes on two hosts. Then
 * groups, the largest first, go to the host with the highest total rate of links to the group,
 * among those with enough room.
 */
public final class Placement {
  /** Packet size by which packet rates are converted to bit rates. */
  private static final int PACKET_BYTES = 1000;

  /** Bit rate that is assumed for links without a rate. */
  private static final double UNLIMITED_BITS_PER_SECOND = 100e9;

  private final List<String> hosts;
  private final List<TopologyLink> links;
  private final int shareMax;
  private final SequencedMap<String, Group> groupOf = new LinkedHashMap<>();

  /** Nodes that will run on the same host, whose name is empty until it is decided. */
  private static final class Group {
    final List<String> nodes = new ArrayList<>();
    String host = "";
  }

  private Placement(
      List<String> hosts, SequencedMap<String, String> said, List<TopologyLink> links) {
    this.hosts = hosts;
    this.links = links;
    this.shareMax = Math.ceilDiv(said.size(), hosts.size());
    said.forEach(
        (node, host) -> {
          Group group = new Group();
          group.nodes.add(node);
          group.host = host;
          groupOf.put(node, group);
        });
  }

  /** Returns each node's host, given that of the file, which is empty for free nodes. */
  static SequencedMap<String, String> of(
      List<String> hosts, SequencedMap<String, String> said, List<TopologyLink> links) {
    Placement placement = new Placement(hosts, said, links);
    placement.joinFastest();
    placement.placeLargest();
    SequencedMap<String, String> placed = new LinkedHashMap<>();
    placement.groupOf.forEach((node, group) -> placed.put(node, group.host));
    return placed;
  }

  private void joinFastest() {
    List<TopologyLink> fastest = new ArrayList<>(links);
    fastest.sort(
        Comparator.comparingDouble((TopologyLink link) -> -bitsPerSecond(link))
            .thenComparingLong(link -> link.a().impairment().delayNanos()));
    for (TopologyLink link : fastest) {
      Group a = group(link.a().node());
      Group b = group(link.b().node());
      boolean apart = a != b && (a.host.isEmpty() || b.host.isEmpty() || a.host.equals(b.host));
      if (apart && fits(a, b)) {
        a.host = a.host.isEmpty() ? b.host : a.host;
        a.nodes.addAll(b.nodes);
        b.nodes.forEach(node -> groupOf.put(node, a));
      }
    }
  }

  /** Returns whether groups may be joined; nodes assigned in the file are not limited. */
  private boolean fits(Group a, Group b) {
    String host = a.host.isEmpty() ? b.host : a.host;
    if (!a.host.isEmpty() && !b.host.isEmpty()) {
      return true;
    }
    int more =
        host.isEmpty() ? a.nodes.size() + b.nodes.size() : (a.host.isEmpty() ? a : b).nodes.size();
    return (host.isEmpty() ? 0 : load(host)) + more <= shareMax;
  }

  private void placeLargest() {
    List<Group> largest =
        groupOf.values().stream()
            .distinct()
            .filter(group -> group.host.isEmpty())
            .sorted(Comparator.comparingInt(group -> -group.nodes.size()))
            .toList();
    for (Group group : largest) {
      String best = hosts.getFirst();
      for (String host : hosts) {
        if (isBetter(group, host, best)) {
          best = host;
        }
      }
      group.host = best;
    }
  }

  private boolean isBetter(Group group, String host, String than) {
    int left = shareMax - load(host) - group.nodes.size();
    int leftThere = shareMax - load(than) - group.nodes.size();
    if (left < 0 || leftThere < 0) {
      return left > leftThere; // both hosts are too small: take the one with less excess
    }
    double bits = bitsTo(group, host);
    double bitsThere = bitsTo(group, than);
    return bits > bitsThere || (bits == bitsThere && left > leftThere);
  }

  private int load(String host) {
    return (int) groupOf.values().stream().filter(group -> group.host.equals(host)).count();
  }

  private double bitsTo(Group group, String host) {
    double bits = 0;
    for (TopologyLink link : links) {
      Group a = group(link.a().node());
      Group b = group(link.b().node());
      if ((a == group && b.host.equals(host)) || (b == group && a.host.equals(host))) {
        bits += bitsPerSecond(link);
      }
    }
    return bits;
  }

  private Group group(String node) {
    return Objects.requireNonNull(groupOf.get(node), node);
  }

  /** Returns the rate of the link's faster direction. */
  private static double bitsPerSecond(TopologyLink link) {
    return Math.max(bitsPerSecond(link.a().rate()), bitsPerSecond(link.b().rate()));
  }

  private static double bitsPerSecond(Rate rate) {
    return switch (rate.unit()) {
      case BITS -> rate.perSecond();
      case PACKETS -> rate.perSecond() * PACKET_BYTES * Byte.SIZE;
      case UNLIMITED -> UNLIMITED_BITS_PER_SECOND;
    };
  }
}
