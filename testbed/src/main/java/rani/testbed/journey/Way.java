// SPDX-License-Identifier: Apache-2.0
package rani.testbed.journey;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.SequencedMap;

/**
 * The way of one packet, or of a copy that a wire made of it.
 *
 * @param number of the packet among those that were injected, from 1; of an answer the number of
 *     what it answers, 0 if that is not known
 * @param identification IPv4's
 * @param copy 0 for the packet itself, 1 for the first copy of it, …
 * @param isAnswer whether it came back rather than went
 * @param lengthBytes IPv4 total length
 * @param hops in order; a copy's begin where it appeared
 * @param fate how it ended
 */
public record Way(
    int number,
    int identification,
    int copy,
    boolean isAnswer,
    int lengthBytes,
    List<Hop> hops,
    Fate fate) {
  public Way {
    hops = List.copyOf(hops);
  }

  /**
   * From its first event to its end, in nanoseconds: meaningful if its nodes are on one host, or in
   * virtual time.
   */
  public long totalNanos() {
    return fate.atNanos() - hops.getFirst().arrivedNanos();
  }

  /** The same way, known to be the answer to a packet of that number. */
  Way toward(int askedNumber) {
    return new Way(askedNumber, identification, copy, isAnswer, lengthBytes, hops, fate);
  }

  /** The same way with another end. */
  Way endedBy(Fate end) {
    return new Way(number, identification, copy, isAnswer, lengthBytes, hops, end);
  }

  /** The whole way as ordered facts; times in nanoseconds since its first event. */
  public SequencedMap<String, Object> facts() {
    long beganNanos = hops.getFirst().arrivedNanos();
    SequencedMap<String, Object> facts = new LinkedHashMap<>();
    facts.put("packet", number);
    facts.put("id", identification);
    facts.put("copy", copy);
    facts.put("answer", isAnswer);
    facts.put("length-bytes", lengthBytes);
    facts.put("fate", fate.kind().name().toLowerCase(Locale.ROOT).replace('_', '-'));
    facts.put("at", fate.node());
    facts.put("what", fate.what());
    facts.put("told", fate.told());
    facts.put("total-nanos", totalNanos());
    facts.put("began-nanos", beganNanos);
    List<Object> all = new ArrayList<>();
    for (Hop hop : hops) {
      all.add(facts(hop, beganNanos));
    }
    facts.put("hops", all);
    return facts;
  }

  private static SequencedMap<String, Object> facts(Hop hop, long beganNanos) {
    SequencedMap<String, Object> facts = new LinkedHashMap<>();
    facts.put("node", hop.node());
    facts.put("from", hop.from());
    facts.put("arrived-nanos", hop.arrivedNanos() - beganNanos);
    facts.put("held-nanos", hop.heldNanos());
    List<Object> queues = new ArrayList<>();
    for (Hop.QueueStay stay : hop.queues()) {
      SequencedMap<String, Object> one = new LinkedHashMap<>();
      one.put("queue", stay.queue());
      one.put("verdict", stay.verdict());
      one.put("queued-frames", stay.queuedFrames());
      one.put("average-frames", stay.averageFrames());
      one.put("waited-nanos", stay.waitedNanos());
      one.put("sending-nanos", stay.sendingNanos());
      queues.add(one);
    }
    facts.put("queues", queues);
    if (hop.hasDeparted()) {
      facts.put("departed-nanos", hop.departedNanos() - beganNanos);
      facts.put("late-nanos", hop.lateNanos());
      facts.put("next", hop.next());
    }
    if (hop.hasCrossed()) {
      facts.put("wire-nanos", hop.wireNanos());
    }
    facts.put("ttl", hop.ttl());
    facts.put("lifetime-micros", hop.lifetimeMicros());
    return facts;
  }
}
