// SPDX-License-Identifier: Apache-2.0
package rani.testbed.journey;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.SequencedSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import rani.ground.LabFailure;
import rani.nodehost.journey.PacketEvent;

/**
 * Reconstructs packets' paths from the events of each node. Only times of the same node are
 * compared, so clocks need not agree; the time on a wire is the only difference of two clocks.
 *
 * <p>Packets are identified by source address and IPv4 identification. Copies made by a wire are
 * matched in order of arrival, because queues are first-in first-out.
 */
final class PathTracer {
  private static final String NO_LISTENER = "no-listener";

  private final TracedNetwork network;
  private final SequencedMap<String, List<PacketEvent>> seen;
  private final SequencedSet<String> unasked = new LinkedHashSet<>();

  /** Events that are already assigned to a path, by identity. */
  private final Set<PacketEvent> explained = Collections.newSetFromMap(new IdentityHashMap<>());

  /** Prepares the reconstruction from the events of each queried node, in the node's order. */
  PathTracer(TracedNetwork network, SequencedMap<String, List<PacketEvent>> seen) {
    this.network = network;
    this.seen = seen;
  }

  /** Returns nodes that packets were sent to and whose events are not known. */
  SequencedSet<String> unasked() {
    return unasked;
  }

  /**
   * Traces the first packets of a node, by its address; each path is followed by those of its
   * copies.
   */
  List<PacketPath> from(String node, int source, int packetsMax, boolean isAnswer)
      throws LabFailure {
    SequencedMap<Integer, SequencedMap<String, List<PacketEvent>>> packets = new LinkedHashMap<>();
    for (PacketEvent sighting : seen.getOrDefault(node, List.of())) {
      if (sighting.kind() == PacketEvent.Kind.ORIGIN
          && sighting.source() == source
          && packets.size() < packetsMax) {
        packets.putIfAbsent(sighting.identification(), new LinkedHashMap<>());
      }
    }
    for (Map.Entry<String, List<PacketEvent>> each : seen.entrySet()) {
      for (PacketEvent sighting : each.getValue()) {
        var packet = packets.get(sighting.identification());
        if (packet != null && sighting.source() == source) {
          packet.computeIfAbsent(each.getKey(), _ -> new ArrayList<>()).add(sighting);
        }
      }
    }
    List<PacketPath> ways = new ArrayList<>();
    int number = 0;
    for (var packet : packets.values()) {
      number++;
      ways.addAll(pathsOf(packet, node, isAnswer ? 0 : number, isAnswer));
    }
    return ways;
  }

  /**
   * Traces one packet from its events at each node, and its copies.
   *
   * @param origin the node where it begins, or was seen first
   * @param number its ordinal
   */
  List<PacketPath> pathsOf(
      SequencedMap<String, List<PacketEvent>> packet, String origin, int number, boolean isAnswer)
      throws LabFailure {
    List<PacketPath> ways = new ArrayList<>();
    for (PacketEvent event : packet.getOrDefault(origin, List.of())) {
      if (isOpen(event, PacketEvent.Kind.ORIGIN)) {
        ways.add(way(packet, origin, event, number, ways.size(), isAnswer));
      }
    }
    for (Map.Entry<String, List<PacketEvent>> there : packet.entrySet()) {
      for (PacketEvent event : there.getValue()) {
        if (isOpen(event, PacketEvent.Kind.ARRIVAL)) {
          ways.add(way(packet, there.getKey(), event, number, ways.size(), isAnswer));
        }
      }
    }
    return ways;
  }

  private boolean isOpen(PacketEvent event, PacketEvent.Kind kind) {
    return event.kind() == kind && !explained.contains(event);
  }

  private PacketPath way(
      SequencedMap<String, List<PacketEvent>> packet,
      String start,
      PacketEvent begin,
      int number,
      int copy,
      boolean isAnswer)
      throws LabFailure {
    List<Hop> hops = new ArrayList<>();
    String node = start;
    String from = begin.kind() == PacketEvent.Kind.ORIGIN ? "" : neighbour(start, begin.link());
    PacketEvent came = begin;
    PacketOutcome fate = null;
    long endedNanos = 0;
    while (fate == null) {
      Stay stay = new Stay(packet.getOrDefault(node, List.of()), node, came);
      endedNanos = stay.endedNanos;
      fate = stay.fate;
      Hop.Departure departure = null;
      String arrivedAt = "";
      PacketEvent left = stay.left;
      if (left != null) {
        String next = neighbour(node, left.link());
        boolean isForeign = network.isForeign(next);
        List<String> tellers = isForeign ? network.neighbours(next) : List.of(next);
        tellers.stream().filter(each -> !seen.containsKey(each)).forEach(unasked::add);
        Arrival arrival = arrival(packet, next, node);
        departure =
            new Hop.Departure(
                left.atNanos() - begin.atNanos(),
                left.lateNanos(),
                next,
                arrival == null || isForeign ? null : arrival.event().atNanos() - left.atNanos());
        if (arrival == null) {
          fate = PacketOutcome.of(PacketOutcome.Kind.UNDER_WAY, node, next);
        } else {
          came = arrival.event();
          arrivedAt = arrival.node();
        }
      }
      hops.add(stay.hop(from, begin.atNanos(), departure));
      if (departure != null) {
        from = departure.next().equals(arrivedAt) ? node : departure.next();
        node = arrivedAt;
      }
    }
    return new PacketPath(
        number,
        begin.identification(),
        copy,
        isAnswer,
        begin.lengthBytes(),
        fate,
        endedNanos - begin.atNanos(),
        begin.atNanos(),
        hops);
  }

  private record Arrival(String node, PacketEvent event) {}

  /**
   * Returns a packet's arrival at a neighbour; if that is foreign, at the first node behind it that
   * has one.
   */
  private @Nullable Arrival arrival(
      SequencedMap<String, List<PacketEvent>> packet, String next, String from) throws LabFailure {
    boolean passes = network.isForeign(next);
    for (String node : passes ? packet.sequencedKeySet() : List.of(next)) {
      PacketEvent event = arrival(packet.getOrDefault(node, List.of()), node, passes ? next : from);
      if (event != null) {
        return new Arrival(node, event);
      }
    }
    return null;
  }

  /** Returns the first unassigned arrival from a neighbour; null if there is none. */
  private @Nullable PacketEvent arrival(List<PacketEvent> there, String node, String from)
      throws LabFailure {
    for (PacketEvent event : there) {
      if (isOpen(event, PacketEvent.Kind.ARRIVAL) && neighbour(node, event.link()).equals(from)) {
        return event;
      }
    }
    return null;
  }

  private String neighbour(String node, int link) throws LabFailure {
    return network.neighbour(node, link).orElse("link-" + link);
  }

  /** A packet's stay at one node, from its events there, between arrival and departure. */
  private final class Stay {
    private final String node;
    private final PacketEvent came;
    private final List<PacketEvent> verdicts = new ArrayList<>();
    private @Nullable PacketEvent left;
    private @Nullable PacketOutcome fate;

    /** Time of the departure, the end, or the last event of the packet, by the node's clock. */
    private long endedNanos;

    Stay(List<PacketEvent> there, String node, PacketEvent came) {
      this.node = node;
      this.came = came;
      this.endedNanos = came.atNanos();
      explained.add(came);
      boolean isBehind = false;
      PacketEvent before = came;
      for (PacketEvent event : there) {
        if (left == null
            && fate == null
            && isBehind
            && !explained.contains(event)
            && isOurs(before, event)) {
          explained.add(event);
          take(event);
        }
        isBehind |= event == came;
        before = event;
      }
      if (left == null && fate == null) {
        fate = PacketOutcome.of(PacketOutcome.Kind.UNDER_WAY, node, "");
      }
    }

    private boolean isOurs(PacketEvent before, PacketEvent event) {
      return switch (event.kind()) {
        case ORIGIN, ARRIVAL -> false;
        case VERDICT -> verdicts.isEmpty() || isNextQueue(event);
        // A drop right after a copy's verdict that accepts the copy is a drop of this packet.
        case DROP ->
            before.kind() != PacketEvent.Kind.VERDICT
                || explained.contains(before)
                || accepts(before);
        case HEAD, DEPARTURE, DELIVERY -> true;
      };
    }

    /** Reports whether a verdict can be a second one: after the node's own queue, in the link's. */
    private boolean isNextQueue(PacketEvent event) {
      return verdicts.size() == 1
          && verdicts.getFirst().where().equals(TracedNetwork.NODE_QUEUE)
          && !event.where().equals(TracedNetwork.NODE_QUEUE);
    }

    private static boolean accepts(PacketEvent verdict) {
      return verdict.what().equals("enqueue") || verdict.what().equals("mark");
    }

    private void take(PacketEvent event) {
      switch (event.kind()) {
        case VERDICT -> verdicts.add(event);
        case DEPARTURE -> left = event;
        case DELIVERY -> fate = PacketOutcome.of(PacketOutcome.Kind.DELIVERED, node, event.where());
        case DROP ->
            fate =
                PacketOutcome.of(
                    event.what().equals(NO_LISTENER)
                        ? PacketOutcome.Kind.UNCLAIMED
                        : PacketOutcome.Kind.DROPPED,
                    node,
                    event.what());
        case HEAD, ORIGIN, ARRIVAL -> {
          return; // no new state: a drop event follows if the packet does not stay
        }
      }
      endedNanos = event.atNanos();
    }

    Hop hop(String from, long beganNanos, Hop.@Nullable Departure departure) throws LabFailure {
      long queuedNanos = verdicts.isEmpty() ? endedNanos : verdicts.getFirst().atNanos();
      return new Hop(
          node,
          from,
          came.atNanos() - beganNanos,
          queuedNanos - came.atNanos(),
          queues(),
          departure,
          came.ttl(),
          came.lifetimeMicros());
    }

    private List<Hop.QueueStay> queues() throws LabFailure {
      List<Hop.QueueStay> stays = new ArrayList<>();
      for (int index = 0; index < verdicts.size(); index++) {
        PacketEvent verdict = verdicts.get(index);
        boolean isLast = index == verdicts.size() - 1;
        long untilNanos = isLast ? endedNanos : verdicts.get(index + 1).atNanos();
        long stayNanos = untilNanos - verdict.atNanos();
        boolean wasServed = !isLast || left != null;
        long lateNanos = isLast && left != null ? left.lateNanos() : 0;
        // By the rate alone: a late node catches up, and the packet may have stayed for a shorter
        // time.
        long sendingNanos =
            wasServed ? network.rate(node, verdict.where()).serviceNanos(verdict.lengthBytes()) : 0;
        stays.add(
            new Hop.QueueStay(
                verdict.where(),
                verdict.what(),
                verdict.queuedFrames(),
                verdict.averageFrames(),
                Math.max(0, stayNanos - sendingNanos - lateNanos),
                sendingNanos));
      }
      return stays;
    }
  }

  /** Gives packets that are on a wire, or in a foreign node, their last outcome. */
  static List<PacketPath> given(List<PacketPath> ways, TracedNetwork network) {
    return ways.stream()
        .map(
            way ->
                way.fate().isOnWire()
                    ? way.endedBy(
                        PacketOutcome.of(
                            network.isForeign(way.fate().what())
                                ? PacketOutcome.Kind.FOREIGN
                                : PacketOutcome.Kind.LOST,
                            way.fate().at(),
                            way.fate().what()))
                    : way)
        .toList();
  }

  /** Assigns answers to packets: an answer belongs to the last delivery at its node before it. */
  static List<PacketPath> matched(List<PacketPath> answers, List<PacketPath> ways) {
    List<PacketPath> unanswered =
        new ArrayList<>(
            ways.stream()
                .filter(way -> way.fate().kind() == PacketOutcome.Kind.DELIVERED)
                .sorted(Comparator.comparingLong(PacketPath::endedNanos))
                .toList());
    List<PacketPath> matched = new ArrayList<>();
    for (PacketPath answer : answers) {
      PacketPath asked = null;
      for (PacketPath way : unanswered) {
        if (way.fate().at().equals(answer.hops().getFirst().node())
            && way.endedNanos() <= answer.beganNanos()) {
          asked = way;
        }
      }
      if (asked != null && answer.copy() == 0) {
        unanswered.remove(asked);
      }
      matched.add(asked == null ? answer : answer.toward(asked.packet()));
    }
    return matched;
  }
}
