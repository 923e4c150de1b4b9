// SPDX-License-Identifier: Apache-2.0
package rani.link;

import java.util.Arrays;

/**
 * Flows that a node has recently forwarded by one link, by source and destination, with packet
 * counts. The node checks its neighbour's reports against them, because the neighbour may only act
 * on flows that it receives, and report no more packets than were sent to it. A flow hashes to a
 * set of four entries; a new flow replaces the least recently used entry. So memory is bounded, a
 * packet costs four comparisons, and forged flows evict only flows that send less often. A greedy
 * flow stays.
 */
public final class ForwardedFlows {
  /**
   * How long a packet is evidence of its flow: the default lifetime of packets, after which no node
   * downstream can have received it.
   */
  public static final long EVIDENCE_NANOS = 10_000_000_000L;

  public static final int FLOWS_MAX = 1024;

  /**
   * Packets are counted in spans of 2³² ns (4.3 s). The current and the previous span count;
   * together they are shorter than {@link #EVIDENCE_NANOS}.
   */
  private static final int SPAN_SHIFT = 32;

  private static final int PLACES = 4;
  private static final long SETS_MASK = FLOWS_MAX / PLACES - 1;
  private static final long MULTIPLIER = 0x9E37_79B9_7F4A_7C15L;
  private static final long NEVER = Long.MIN_VALUE;
  private static final int NOWHERE = -1;

  private long[] flowAt = {};
  private long[] notedNanos = {};

  /** Packets not yet reported, in the span of the last packet noted and in the span before. */
  private int[] inSpan = {};

  private int[] inSpanBefore = {};

  /** Notes a packet that leaves by this link, or would have left if no rule had caught it. */
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

  /** Reports whether a packet of the flow was forwarded within {@link #EVIDENCE_NANOS}. */
  public boolean has(long nowNanos, int source, int destination) {
    int place = placeOf(flow(source, destination));
    return place != NOWHERE && nowNanos - notedNanos[place] <= EVIDENCE_NANOS;
  }

  /**
   * Returns how many of the packets that a neighbour reports are credible: at most as many as were
   * forwarded recently and not reported before. They count as reported from then on.
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
