// SPDX-License-Identifier: Apache-2.0
package rani.link;

import java.util.Arrays;

/**
 * Which flows a node has lately sent on by one link, by source and destination, and how many
 * packets of each: what the word of the neighbour there is held against, so that none has a say in
 * what does not come to it, and none tells of more packets than did.
 *
 * <p>A flow has one of four places, and a newcomer takes the one that was noted longest ago. So the
 * memory is bounded, a packet costs four looks, and one who makes up flows drives out only those
 * that send less often than that: a greedy one stays.
 */
public final class ForwardedFlows {
  /**
   * For how long a packet is evidence of its flow: as long as packets live that were given no other
   * lifetime. No one further on can have met it later.
   */
  public static final long EVIDENCE_NANOS = 10_000_000_000L;

  /** How many flows are known of at a time, for each link. */
  public static final int FLOWS_MAX = 1024;

  /**
   * Packets are counted by spans of 2³² ns, 4.3 s, of which the present and the last one count: no
   * longer than they are evidence.
   */
  private static final int SPAN_SHIFT = 32;

  private static final int PLACES = 4;
  private static final long SETS_MASK = FLOWS_MAX / PLACES - 1;
  private static final long MULTIPLIER = 0x9E37_79B9_7F4A_7C15L;
  private static final long NEVER = Long.MIN_VALUE;
  private static final int NOWHERE = -1;

  private long[] flowAt = {};
  private long[] notedNanos = {};

  /**
   * Packets not yet told of, in the span in which the last one was noted, and in the one before.
   */
  private int[] inSpan = {};

  private int[] inSpanBefore = {};

  /** A packet goes by this link, or would if nothing had caught it here. */
  public void note(long nowNanos, int source, int destination) {
    if (flowAt.length == 0) {
      flowAt = new long[FLOWS_MAX];
      notedNanos = new long[FLOWS_MAX];
      Arrays.fill(notedNanos, NEVER);
      inSpan = new int[FLOWS_MAX];
      inSpanBefore = new int[FLOWS_MAX];
    }
    long flow = flow(source, destination);
    int first = firstPlace(flow);
    int place = first;
    for (int at = first; at < first + PLACES; at++) {
      if (flowAt[at] == flow) {
        place = at;
        break;
      }
      if (notedNanos[at] < notedNanos[place]) {
        place = at;
      }
    }
    long spans = flowAt[place] == flow ? spansSince(place, nowNanos) : Long.MAX_VALUE;
    if (spans > 0) {
      inSpanBefore[place] = spans == 1 ? inSpan[place] : 0;
      inSpan[place] = 0;
    }
    inSpan[place]++;
    flowAt[place] = flow;
    notedNanos[place] = nowNanos;
  }

  private long spansSince(int place, long nowNanos) {
    return (nowNanos >> SPAN_SHIFT) - (notedNanos[place] >> SPAN_SHIFT);
  }

  /** Whether one of the flow has gone within {@link #EVIDENCE_NANOS}. */
  public boolean has(long nowNanos, int source, int destination) {
    int place = placeOf(flow(source, destination));
    return place != NOWHERE && nowNanos - notedNanos[place] <= EVIDENCE_NANOS;
  }

  /**
   * How many of so many packets that the neighbour tells of can have been of the flow: no more than
   * have gone lately, each told of once. From then on these are told of.
   *
   * @return 0…{@code packets}
   */
  public int tellOf(long nowNanos, int source, int destination, int packets) {
    int place = placeOf(flow(source, destination));
    long spans = place == NOWHERE ? Long.MAX_VALUE : spansSince(place, nowNanos);
    int told = 0;
    if (spans == 0) {
      told = Math.min(packets, inSpanBefore[place]);
      inSpanBefore[place] -= told;
    }
    if (spans <= 1) {
      int here = Math.min(packets - told, inSpan[place]);
      inSpan[place] -= here;
      told += here;
    }
    return told;
  }

  private int placeOf(long flow) {
    if (flowAt.length > 0) {
      int first = firstPlace(flow);
      for (int at = first; at < first + PLACES; at++) {
        if (flowAt[at] == flow && notedNanos[at] != NEVER) {
          return at;
        }
      }
    }
    return NOWHERE;
  }

  private static long flow(int source, int destination) {
    return (long) source << Integer.SIZE | (destination & 0xFFFF_FFFFL);
  }

  private static int firstPlace(long flow) {
    return PLACES * (int) (flow * MULTIPLIER >>> Integer.SIZE & SETS_MASK);
  }
}
