// SPDX-License-Identifier: Apache-2.0
package rani.testbed.journey;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedSet;
import org.jspecify.annotations.Nullable;
import rani.ground.LabFailure;
import rani.node.NodeFacts;
import rani.world.Facts;
import rani.world.Inline;

/**
 * The path that packets would take now, by the nodes' own routing tables; a foreign node is taken
 * to compute routes as all do. Hops are in order, as their senders see them; the delay is the sum
 * of propagation delays, and the path MTU is 65,535 without a link. An incomplete path has a
 * problem, which otherwise is empty.
 */
public record NetworkPath(
    String from,
    String to,
    boolean complete,
    String problem,
    List<Hop> hops,
    long delayNanos,
    int mtuBytes)
    implements Facts {
  public NetworkPath {
    hops = List.copyOf(hops);
  }

  private NetworkPath(String from, String to, List<Hop> hops, String problem) {
    this(
        from,
        to,
        problem.isEmpty(),
        problem,
        hops,
        hops.stream().mapToLong(Hop::delayNanos).sum(),
        hops.stream().mapToInt(Hop::mtuBytes).min().orElse(0xFFFF));
  }

  /**
   * A link of the path, {@code link-K} of its sending node.
   *
   * @param up whether hellos of the receiving node arrive
   * @param cut whether the link was taken down at the sending node
   * @param delayNanos propagation delay
   * @param mtuBytes the largest packet, as IPv4 total length
   * @param averageFrames the queue discipline's average queue length
   * @param own the sending node's own queue, with {@code placement: node}; null without one
   */
  public record Hop(
      String node,
      String next,
      String link,
      boolean up,
      boolean cut,
      String rate,
      long delayNanos,
      int mtuBytes,
      int queuedFrames,
      double averageFrames,
      @Inline @Nullable OwnQueue own)
      implements Facts {
    private static Hop of(NetworkSnapshot.Leg leg, @Nullable OwnQueue own) {
      NodeFacts.Link shown = leg.shown();
      return new Hop(
          leg.node(),
          leg.neighbour(),
          "link-" + leg.number(),
          shown.up(),
          shown.knobs().cut(),
          shown.knobs().rate(),
          shown.knobs().delayNanos(),
          shown.mtuBytes(),
          shown.queue().queuedFrames(),
          shown.queue().averageFrames(),
          own);
    }

    public String name() {
      return node + " -> " + next;
    }

    private long sendingNanos(int lengthBytes) {
      long nanos = NetworkSnapshot.rate(rate).serviceNanos(lengthBytes);
      return own == null
          ? nanos
          : nanos + NetworkSnapshot.rate(own.nodeRate).serviceNanos(lengthBytes);
    }
  }

  /** A node's queue before all links. Its fields share a JSON object with those of {@link Hop}. */
  public record OwnQueue(String nodeRate, int nodeQueuedFrames, double nodeAverageFrames)
      implements Facts {
    private static @Nullable OwnQueue of(NodeFacts.@Nullable Queue own) {
      return own == null ? null : new OwnQueue(own.rate(), own.queuedFrames(), own.averageFrames());
    }
  }

  /** Follows the routes from one node to another; fails if a node does not exist or answer. */
  public static NetworkPath find(NetworkSnapshot survey, String from, String to) throws LabFailure {
    int destination = survey.testbed().address(to);
    int _ = survey.testbed().address(from);
    List<Hop> hops = new ArrayList<>();
    SequencedSet<String> visited = new LinkedHashSet<>();
    String here = from;
    while (!here.equals(to)) {
      if (!visited.add(here)) {
        return new NetworkPath(
            from, to, hops, "a loop: packets for " + to + " come back to " + here);
      }
      Hop hop =
          survey.isForeign(here)
              ? new ForeignHops(survey).toward(here, to).orElse(null)
              : hop(survey.station(here), destination);
      if (hop == null) {
        return new NetworkPath(from, to, hops, "node " + here + " has no route to " + to);
      }
      hops.add(hop);
      here = hop.next();
    }
    return new NetworkPath(from, to, hops, "");
  }

  private static @Nullable Hop hop(NetworkSnapshot.Station station, int destination) {
    return station
        .toward(destination)
        .map(leg -> Hop.of(leg, OwnQueue.of(station.queues().get(TracedNetwork.NODE_QUEUE))))
        .orElse(null);
  }

  /** Returns the nodes in order; the destination is the last if the path is complete. */
  public List<String> nodes() {
    List<String> nodes = new ArrayList<>(List.of(from));
    hops.forEach(hop -> nodes.add(hop.next));
    return nodes;
  }

  /** Returns the sum of the serialization delays of a packet. */
  public long sendingNanos(int lengthBytes) {
    return hops.stream().mapToLong(hop -> hop.sendingNanos(lengthBytes)).sum();
  }
}
