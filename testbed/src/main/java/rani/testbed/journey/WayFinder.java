// SPDX-License-Identifier: Apache-2.0
package rani.testbed.journey;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.SequencedSet;
import org.jspecify.annotations.Nullable;
import rani.ground.LabFailure;
import rani.nodehost.journey.Sighting;
import rani.queue.Rate;

/**
 * Puts the ways of packets together from what each node saw of them. It follows a packet from node
 * to node and compares times of one node only, so that clocks need not agree; only the time on a
 * wire is a difference between two.
 *
 * <p>Which packet is which is told by source and identification. A wire may make copies; they are
 * told apart by the order in which they came, as a first-in first-out queue lets them go.
 */
final class WayFinder {
  private static final String NODE_QUEUE = "node";
  private static final String NO_LISTENER = "no-listener";

  private final Survey survey;
  private final SequencedMap<String, List<Sighting>> seen;
  private final SequencedSet<String> unasked = new LinkedHashSet<>();

  /** Which packet. */
  private record Key(int source, int identification) {}

  /** What the nodes saw of one packet, each in its own order, and what of that is explained. */
  private static final class Packet {
    private final SequencedMap<String, List<Sighting>> byNode = new LinkedHashMap<>();
    private final SequencedMap<String, boolean[]> explained = new LinkedHashMap<>();

    List<Sighting> at(String node) {
      return byNode.getOrDefault(node, List.of());
    }

    boolean isExplained(String node, int index) {
      return flags(node)[index];
    }

    void explain(String node, int index) {
      flags(node)[index] = true;
    }

    private boolean[] flags(String node) {
      return explained.computeIfAbsent(node, name -> new boolean[at(name).size()]);
    }
  }

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
    int source = survey.address(node);
    SequencedMap<Key, Packet> packets = new LinkedHashMap<>();
    for (Sighting sighting : seen.getOrDefault(node, List.of())) {
      if (sighting.kind() == Sighting.Kind.ORIGIN
          && sighting.source() == source
          && packets.size() < packetsMax) {
        packets.putIfAbsent(new Key(source, sighting.identification()), new Packet());
      }
    }
    for (Map.Entry<String, List<Sighting>> each : seen.entrySet()) {
      for (Sighting sighting : each.getValue()) {
        Packet packet = packets.get(new Key(sighting.source(), sighting.identification()));
        if (packet != null) {
          packet.byNode.computeIfAbsent(each.getKey(), _ -> new ArrayList<>()).add(sighting);
        }
      }
    }
    List<Way> ways = new ArrayList<>();
    int number = 0;
    for (Packet packet : packets.values()) {
      number++;
      ways.addAll(waysOf(packet, node, isAnswer ? 0 : number, isAnswer));
    }
    return ways;
  }

  private List<Way> waysOf(Packet packet, String origin, int number, boolean isAnswer)
      throws LabFailure {
    List<Way> ways = new ArrayList<>();
    List<Sighting> own = packet.at(origin);
    for (int index = 0; index < own.size(); index++) {
      if (own.get(index).kind() == Sighting.Kind.ORIGIN && !packet.isExplained(origin, index)) {
        ways.add(way(packet, origin, index, number, ways.size(), isAnswer));
      }
    }
    for (String node : List.copyOf(packet.byNode.sequencedKeySet())) {
      List<Sighting> there = packet.at(node);
      for (int index = 0; index < there.size(); index++) {
        if (there.get(index).kind() == Sighting.Kind.ARRIVAL && !packet.isExplained(node, index)) {
          ways.add(way(packet, node, index, number, ways.size(), isAnswer));
        }
      }
    }
    return ways;
  }

  private Way way(Packet packet, String start, int first, int number, int copy, boolean isAnswer)
      throws LabFailure {
    List<Hop> hops = new ArrayList<>();
    Sighting begin = packet.at(start).get(first);
    String node = start;
    String from = begin.kind() == Sighting.Kind.ORIGIN ? "" : neighbour(start, begin.link());
    int index = first;
    Fate fate = null;
    while (fate == null) {
      Stay stay = new Stay(packet, node, from, index);
      fate = stay.fate;
      if (fate != null) {
        hops.add(stay.hop("", Hop.NEVER));
        break;
      }
      String next = neighbour(node, stay.departure().link());
      if (!seen.containsKey(next)) {
        unasked.add(next);
      }
      int arrival = arrival(packet, next, node);
      if (arrival < 0) {
        hops.add(stay.hop(next, Hop.NEVER));
        fate = new Fate(Fate.Kind.UNDER_WAY, node, next, stay.departure().atNanos());
        break;
      }
      long arrivedNanos = packet.at(next).get(arrival).atNanos();
      hops.add(stay.hop(next, arrivedNanos - stay.departure().atNanos()));
      from = node;
      node = next;
      index = arrival;
    }
    return new Way(number, begin.identification(), copy, isAnswer, begin.lengthBytes(), hops, fate);
  }

  /** The first arrival from a neighbour that is not explained yet; negative if there is none. */
  private int arrival(Packet packet, String node, String from) throws LabFailure {
    List<Sighting> there = packet.at(node);
    for (int index = 0; index < there.size(); index++) {
      if (there.get(index).kind() == Sighting.Kind.ARRIVAL
          && !packet.isExplained(node, index)
          && neighbour(node, there.get(index).link()).equals(from)) {
        return index;
      }
    }
    return -1;
  }

  private String neighbour(String node, int link) throws LabFailure {
    return survey.station(node).leg(link).map(Survey.Leg::neighbour).orElse("link-" + link);
  }

  /** What happened to a packet at one node, from its coming to its leaving. */
  private final class Stay {
    private final String node;
    private final String from;
    private final Sighting came;
    private final List<Sighting> verdicts = new ArrayList<>();
    private @Nullable Sighting left;
    private @Nullable Fate fate;

    Stay(Packet packet, String node, String from, int first) {
      this.node = node;
      this.from = from;
      List<Sighting> there = packet.at(node);
      this.came = there.get(first);
      packet.explain(node, first);
      for (int index = first + 1; index < there.size() && left == null && fate == null; index++) {
        if (!packet.isExplained(node, index) && isOurs(packet, there, index)) {
          packet.explain(node, index);
          take(there.get(index));
        }
      }
      if (left == null && fate == null) {
        Sighting last = verdicts.isEmpty() ? came : verdicts.getLast();
        fate = new Fate(Fate.Kind.UNDER_WAY, node, "", last.atNanos());
      }
    }

    private boolean isOurs(Packet packet, List<Sighting> there, int index) {
      Sighting event = there.get(index);
      return switch (event.kind()) {
        case ORIGIN, ARRIVAL -> false;
        case VERDICT -> verdicts.isEmpty() || isNextQueue(event);
        case DROP -> {
          // What a copy met on its arrival is not what became of the one before it.
          Sighting before = there.get(index - 1);
          yield before.kind() != Sighting.Kind.VERDICT
              || packet.isExplained(node, index - 1)
              || accepts(before);
        }
        case HEAD, DEPARTURE, DELIVERY -> true;
      };
    }

    /** Behind the node's own queue comes its link's, and nothing comes behind that. */
    private boolean isNextQueue(Sighting event) {
      return verdicts.size() == 1
          && verdicts.getFirst().where().equals(NODE_QUEUE)
          && !event.where().equals(NODE_QUEUE);
    }

    private static boolean accepts(Sighting verdict) {
      return verdict.what().equals("enqueue") || verdict.what().equals("mark");
    }

    private void take(Sighting event) {
      switch (event.kind()) {
        case VERDICT -> verdicts.add(event);
        case DEPARTURE -> left = event;
        case DELIVERY -> fate = new Fate(Fate.Kind.DELIVERED, node, event.where(), event.atNanos());
        case DROP ->
            fate =
                new Fate(
                    event.what().equals(NO_LISTENER) ? Fate.Kind.UNCLAIMED : Fate.Kind.DROPPED,
                    node,
                    event.what(),
                    event.atNanos());
        case HEAD, ORIGIN, ARRIVAL -> {} // a mark at the head, or a drop that follows
      }
    }

    Sighting departure() {
      if (left == null) {
        throw new IllegalStateException("the packet has not left " + node);
      }
      return left;
    }

    Hop hop(String next, long wireNanos) throws LabFailure {
      Sighting out = left;
      long queuedNanos = verdicts.isEmpty() ? came.atNanos() : verdicts.getFirst().atNanos();
      long leftNanos = out != null ? out.atNanos() : fate == null ? queuedNanos : fate.atNanos();
      long heldNanos = (verdicts.isEmpty() ? leftNanos : queuedNanos) - came.atNanos();
      return new Hop(
          node,
          from,
          came.atNanos(),
          heldNanos,
          queues(leftNanos),
          out == null ? Hop.NEVER : out.atNanos(),
          out == null ? 0 : out.lateNanos(),
          next,
          wireNanos,
          came.ttl(),
          came.lifetimeMicros());
    }

    private List<Hop.QueueStay> queues(long leftNanos) throws LabFailure {
      List<Hop.QueueStay> stays = new ArrayList<>();
      for (int index = 0; index < verdicts.size(); index++) {
        Sighting verdict = verdicts.get(index);
        boolean isLast = index == verdicts.size() - 1;
        long untilNanos = isLast ? leftNanos : verdicts.get(index + 1).atNanos();
        long stayNanos = untilNanos - verdict.atNanos();
        boolean wasServed = !isLast || left != null;
        long lateNanos = isLast && left != null ? left.lateNanos() : 0;
        // What the rate says, also where a node that was late made up for it: then the packet may
        // have stayed for less.
        long sendingNanos =
            wasServed ? rate(verdict.where()).serviceNanos(verdict.lengthBytes()) : 0;
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

    private Rate rate(String queue) throws LabFailure {
      Survey.Station station = survey.station(node);
      if (queue.equals(NODE_QUEUE)) {
        return station.ownQueue().map(Survey.OwnQueue::rate).orElse(Rate.UNLIMITED);
      }
      for (Survey.Leg leg : station.legs()) {
        if (queue.equals("link-" + leg.number())) {
          return leg.rate();
        }
      }
      return Rate.UNLIMITED;
    }
  }

  /**
   * Says of answers what they answer: the packet whose delivery at that node came last before.
   *
   * @param ways of the packets that may have been answered
   */
  static List<Way> matched(List<Way> answers, List<Way> ways) {
    List<Way> unanswered = new ArrayList<>();
    for (Way way : ways) {
      if (way.fate().kind() == Fate.Kind.DELIVERED) {
        unanswered.add(way);
      }
    }
    unanswered.sort(Comparator.comparingLong(way -> way.fate().atNanos()));
    List<Way> matched = new ArrayList<>();
    for (Way answer : answers) {
      Way asked = null;
      Hop first = answer.hops().getFirst();
      for (Way way : unanswered) {
        if (way.fate().node().equals(first.node())
            && way.fate().atNanos() <= first.arrivedNanos()) {
          asked = way;
        }
      }
      if (asked != null && answer.copy() == 0) {
        unanswered.remove(asked);
      }
      matched.add(asked == null ? answer : answer.toward(asked.number()));
    }
    return matched;
  }
}
