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
import rani.nodehost.journey.Sighting;

/**
 * Puts the ways of packets together from what each node saw of them. It follows a packet from node
 * to node and compares times of one node only, so that clocks need not agree; only the time on a
 * wire is a difference between two.
 *
 * <p>Which packet is which is told by source and identification. A wire may make copies; they are
 * told apart by the order in which they came, as a first-in first-out queue lets them go.
 */
final class WayFinder {
  private static final String NO_LISTENER = "no-listener";

  private final Survey survey;
  private final SequencedMap<String, List<Sighting>> seen;
  private final SequencedSet<String> unasked = new LinkedHashSet<>();

  /** What has a place on a way, the very events. */
  private final Set<Sighting> explained = Collections.newSetFromMap(new IdentityHashMap<>());

  /**
   * Prepares a search.
   *
   * @param seen by each node that was asked, in its order
   */
  WayFinder(Survey survey, SequencedMap<String, List<Sighting>> seen) {
    this.survey = survey;
    this.seen = seen;
  }

  /** Nodes that packets were sent to and that have not been asked. */
  SequencedSet<String> unasked() {
    return unasked;
  }

  /**
   * The ways of the packets that begin at a node, in the order in which they were made, each
   * followed by its copies.
   *
   * @param packetsMax how many packets are looked at
   */
  List<Way> from(String node, int packetsMax, boolean isAnswer) throws LabFailure {
    int source = survey.testbed().address(node);
    SequencedMap<Integer, SequencedMap<String, List<Sighting>>> packets = new LinkedHashMap<>();
    for (Sighting sighting : seen.getOrDefault(node, List.of())) {
      if (sighting.kind() == Sighting.Kind.ORIGIN
          && sighting.source() == source
          && packets.size() < packetsMax) {
        packets.putIfAbsent(sighting.identification(), new LinkedHashMap<>());
      }
    }
    for (Map.Entry<String, List<Sighting>> each : seen.entrySet()) {
      for (Sighting sighting : each.getValue()) {
        var packet = packets.get(sighting.identification());
        if (packet != null && sighting.source() == source) {
          packet.computeIfAbsent(each.getKey(), _ -> new ArrayList<>()).add(sighting);
        }
      }
    }
    List<Way> ways = new ArrayList<>();
    int number = 0;
    for (var packet : packets.values()) {
      number++;
      ways.addAll(waysOf(packet, node, isAnswer ? 0 : number, isAnswer));
    }
    return ways;
  }

  private List<Way> waysOf(
      SequencedMap<String, List<Sighting>> packet, String origin, int number, boolean isAnswer)
      throws LabFailure {
    List<Way> ways = new ArrayList<>();
    for (Sighting event : packet.getOrDefault(origin, List.of())) {
      if (isOpen(event, Sighting.Kind.ORIGIN)) {
        ways.add(way(packet, origin, event, number, ways.size(), isAnswer));
      }
    }
    for (Map.Entry<String, List<Sighting>> there : packet.entrySet()) {
      for (Sighting event : there.getValue()) {
        if (isOpen(event, Sighting.Kind.ARRIVAL)) {
          ways.add(way(packet, there.getKey(), event, number, ways.size(), isAnswer));
        }
      }
    }
    return ways;
  }

  private boolean isOpen(Sighting event, Sighting.Kind kind) {
    return event.kind() == kind && !explained.contains(event);
  }

  private Way way(
      SequencedMap<String, List<Sighting>> packet,
      String start,
      Sighting begin,
      int number,
      int copy,
      boolean isAnswer)
      throws LabFailure {
    List<Hop> hops = new ArrayList<>();
    String node = start;
    String from = begin.kind() == Sighting.Kind.ORIGIN ? "" : neighbour(start, begin.link());
    Sighting came = begin;
    Fate fate = null;
    long endedNanos = 0;
    while (fate == null) {
      Stay stay = new Stay(packet.getOrDefault(node, List.of()), node, came);
      endedNanos = stay.endedNanos;
      fate = stay.fate;
      Hop.Departure departure = null;
      Sighting left = stay.left;
      if (left != null) {
        String next = neighbour(node, left.link());
        if (!seen.containsKey(next)) {
          unasked.add(next);
        }
        Sighting arrival = arrival(packet.getOrDefault(next, List.of()), next, node);
        departure =
            new Hop.Departure(
                left.atNanos() - begin.atNanos(),
                left.lateNanos(),
                next,
                arrival == null ? null : arrival.atNanos() - left.atNanos());
        if (arrival == null) {
          fate = Fate.of(Fate.Kind.UNDER_WAY, node, next);
        } else {
          came = arrival;
        }
      }
      hops.add(stay.hop(from, begin.atNanos(), departure));
      if (departure != null) {
        from = node;
        node = departure.next();
      }
    }
    return new Way(
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

  /** The first arrival from a neighbour that is not explained yet; null if there is none. */
  private @Nullable Sighting arrival(List<Sighting> there, String node, String from)
      throws LabFailure {
    for (Sighting event : there) {
      if (isOpen(event, Sighting.Kind.ARRIVAL) && neighbour(node, event.link()).equals(from)) {
        return event;
      }
    }
    return null;
  }

  private String neighbour(String node, int link) throws LabFailure {
    return survey.station(node).leg(link).map(Survey.Leg::neighbour).orElse("link-" + link);
  }

  /** What happened to a packet at one node, from its coming to its leaving. */
  private final class Stay {
    private final String node;
    private final Sighting came;
    private final List<Sighting> verdicts = new ArrayList<>();
    private @Nullable Sighting left;
    private @Nullable Fate fate;

    /** When it left or ended, or was seen last, in the node's time. */
    private long endedNanos;

    Stay(List<Sighting> there, String node, Sighting came) {
      this.node = node;
      this.came = came;
      this.endedNanos = came.atNanos();
      explained.add(came);
      boolean isBehind = false;
      Sighting before = came;
      for (Sighting event : there) {
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
        fate = Fate.of(Fate.Kind.UNDER_WAY, node, "");
      }
    }

    private boolean isOurs(Sighting before, Sighting event) {
      return switch (event.kind()) {
        case ORIGIN, ARRIVAL -> false;
        case VERDICT -> verdicts.isEmpty() || isNextQueue(event);
        // What a copy met on its arrival is not what became of the one before it.
        case DROP ->
            before.kind() != Sighting.Kind.VERDICT || explained.contains(before) || accepts(before);
        case HEAD, DEPARTURE, DELIVERY -> true;
      };
    }

    /** Behind the node's own queue comes its link's, and nothing comes behind that. */
    private boolean isNextQueue(Sighting event) {
      return verdicts.size() == 1
          && verdicts.getFirst().where().equals(Survey.NODE_QUEUE)
          && !event.where().equals(Survey.NODE_QUEUE);
    }

    private static boolean accepts(Sighting verdict) {
      return verdict.what().equals("enqueue") || verdict.what().equals("mark");
    }

    private void take(Sighting event) {
      switch (event.kind()) {
        case VERDICT -> verdicts.add(event);
        case DEPARTURE -> left = event;
        case DELIVERY -> fate = Fate.of(Fate.Kind.DELIVERED, node, event.where());
        case DROP ->
            fate =
                Fate.of(
                    event.what().equals(NO_LISTENER) ? Fate.Kind.UNCLAIMED : Fate.Kind.DROPPED,
                    node,
                    event.what());
        case HEAD, ORIGIN, ARRIVAL -> {
          return; // a mark at the head, or a drop that follows
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
        Sighting verdict = verdicts.get(index);
        boolean isLast = index == verdicts.size() - 1;
        long untilNanos = isLast ? endedNanos : verdicts.get(index + 1).atNanos();
        long stayNanos = untilNanos - verdict.atNanos();
        boolean wasServed = !isLast || left != null;
        long lateNanos = isLast && left != null ? left.lateNanos() : 0;
        // What the rate says, also where a node that was late made up for it: then the packet may
        // have stayed for less.
        long sendingNanos =
            wasServed
                ? survey.station(node).rate(verdict.where()).serviceNanos(verdict.lengthBytes())
                : 0;
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

  /**
   * Says of answers what they answer: the packet whose delivery at that node came last before.
   *
   * @param ways of the packets that may have been answered
   */
  static List<Way> matched(List<Way> answers, List<Way> ways) {
    List<Way> unanswered =
        new ArrayList<>(
            ways.stream()
                .filter(way -> way.fate().kind() == Fate.Kind.DELIVERED)
                .sorted(Comparator.comparingLong(Way::endedNanos))
                .toList());
    List<Way> matched = new ArrayList<>();
    for (Way answer : answers) {
      Way asked = null;
      for (Way way : unanswered) {
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
