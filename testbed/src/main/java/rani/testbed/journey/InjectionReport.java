// SPDX-License-Identifier: Apache-2.0
package rani.testbed.journey;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import rani.ground.NearestRank;
import rani.world.Facts;
import rani.world.Inline;

/**
 * The outcomes of injected packets.
 *
 * @param followed number of packets that were followed, the first ones of those sent
 * @param ways paths of the followed packets, each followed by the paths of its copies
 * @param answers paths of packets that the destination sent back
 * @param eventsLost events that nodes had no room for; if there are any, paths may be incomplete
 */
public record InjectionReport(
    InjectOrder order,
    int sent,
    int followed,
    List<PacketPath> ways,
    List<PacketPath> answers,
    long eventsLost) {

  public InjectionReport {
    ways = List.copyOf(ways);
    answers = List.copyOf(answers);
  }

  /** Returns the path of each followed packet, without copies. */
  public List<PacketPath> packets() {
    return ways.stream().filter(way -> way.copy() == 0).toList();
  }

  /** Returns the number of followed packets that arrived, as the original or as a copy. */
  public int arrived() {
    return (int)
        ways.stream()
            .filter(way -> way.fate().hasArrived())
            .mapToInt(PacketPath::packet)
            .distinct()
            .count();
  }

  /** Reports whether every packet to be followed reached its destination. */
  public boolean isAllArrived() {
    return followed == Math.min(order.count(), Injection.FOLLOWED_MAX) && arrived() == followed;
  }

  /** Returns the outcomes in words with their counts, in order of first occurrence. */
  public SequencedMap<String, Integer> ends() {
    SequencedMap<String, Integer> ends = new LinkedHashMap<>();
    packets().forEach(way -> ends.merge(way.fate().told(), 1, Integer::sum));
    return ends;
  }

  /** Returns the number of duplicates that wires made. */
  public int copies() {
    return ways.size() - packets().size();
  }

  /** Counts reordered packets: those that arrived after a packet that was sent later. */
  public int overtaken() {
    List<PacketPath> arrived = packets().stream().filter(way -> way.fate().hasArrived()).toList();
    int overtaken = 0;
    long earliestLaterNanos = Long.MAX_VALUE;
    for (PacketPath way : arrived.reversed()) {
      if (way.endedNanos() > earliestLaterNanos) {
        overtaken++;
      }
      earliestLaterNanos = Math.min(earliestLaterNanos, way.endedNanos());
    }
    return overtaken;
  }

  /** One-way delays; the 99th percentile is by nearest rank. */
  public record Times(long minNanos, long meanNanos, long p99Nanos, long maxNanos)
      implements Facts {}

  /** Returns the one-way delays of packets that arrived; all 0 if none did. */
  public Times times() {
    long[] nanos =
        packets().stream()
            .filter(way -> way.fate().hasArrived())
            .mapToLong(PacketPath::totalNanos)
            .toArray();
    if (nanos.length == 0) {
      return new Times(0, 0, 0, 0);
    }
    Arrays.sort(nanos);
    long mean = Math.round(Arrays.stream(nanos).average().orElse(0));
    int p99 = (int) NearestRank.place(99, nanos.length);
    return new Times(nanos[0], mean, nanos[p99], nanos[nanos.length - 1]);
  }

  /** Returns the report as facts, with at most {@code waysMax} paths and answers. */
  public Facts facts(int waysMax) {
    return new Told(
        order.from(),
        order.to(),
        order.count(),
        sent,
        followed,
        arrived(),
        copies(),
        overtaken(),
        ends(),
        arrived() > 0 ? times() : null,
        eventsLost,
        ways.stream().limit(waysMax).toList(),
        answers.stream().limit(waysMax).toList());
  }

  private record Told(
      String from,
      String to,
      int count,
      int sent,
      int followed,
      int arrived,
      int copies,
      int overtaken,
      SequencedMap<String, Integer> ends,
      @Inline @Nullable Times times,
      long eventsLost,
      List<PacketPath> ways,
      List<PacketPath> answers)
      implements Facts {}
}
