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
 * What became of injected packets.
 *
 * @param order what was asked for
 * @param sent how many were seen being made, so far
 * @param followed how many of them were watched: the first ones
 * @param ways of those, each followed by its copies
 * @param answers that came back, if any
 * @param eventsLost events that nodes could not keep; if any, ways may be incomplete
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

  /** The way of each followed packet, without copies. */
  public List<PacketPath> packets() {
    return ways.stream().filter(way -> way.copy() == 0).toList();
  }

  /** How many followed packets came to their destination, by themselves or as a copy. */
  public int arrived() {
    return (int)
        ways.stream()
            .filter(way -> way.fate().hasArrived())
            .mapToInt(PacketPath::packet)
            .distinct()
            .count();
  }

  /** Whether every packet that was to be followed came to its destination. */
  public boolean isAllArrived() {
    return followed == Math.min(order.count(), Injection.FOLLOWED_MAX) && arrived() == followed;
  }

  /** How the ways ended, each with how many did, in the order in which they first occur. */
  public SequencedMap<String, Integer> ends() {
    SequencedMap<String, Integer> ends = new LinkedHashMap<>();
    packets().forEach(way -> ends.merge(way.fate().told(), 1, Integer::sum));
    return ends;
  }

  /** Copies that wires made. */
  public int copies() {
    return ways.size() - packets().size();
  }

  /** Packets that arrived after one that was made later. */
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

  /**
   * One-way times.
   *
   * @param minNanos the shortest
   * @param meanNanos the mean
   * @param p99Nanos one that 99 in 100 do not exceed, by nearest rank
   * @param maxNanos the longest
   */
  public record Times(long minNanos, long meanNanos, long p99Nanos, long maxNanos)
      implements Facts {}

  /** The one-way times of packets that arrived; all 0 if none did. */
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

  /**
   * Everything, as programs are told.
   *
   * @param waysMax how many ways are told hop by hop
   */
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
