// SPDX-License-Identifier: Apache-2.0
package rani.link;

import java.util.Arrays;

/**
 * Which flows a node has lately sent on by one link, by source and destination: what the request of
 * the neighbour there is held against, so that none has a say in what does not come to it.
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

  private static final int PLACES = 4;
  private static final long SETS_MASK = FLOWS_MAX / PLACES - 1;
  private static final long MULTIPLIER = 0x9E37_79B9_7F4A_7C15L;
  private static final long NEVER = Long.MIN_VALUE;

  private long[] flowAt = {};
  private long[] notedNanos = {};

  /** A packet goes by this link, or would if nothing had caught it here. */
  public void note(long nowNanos, int source, int destination) {
    if (flowAt.length == 0) {
      flowAt = new long[FLOWS_MAX];
      notedNanos = new long[FLOWS_MAX];
      Arrays.fill(notedNanos, NEVER);
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
    flowAt[place] = flow;
    notedNanos[place] = nowNanos;
  }

  /** Whether one of the flow has gone within {@link #EVIDENCE_NANOS}. */
  public boolean has(long nowNanos, int source, int destination) {
    if (flowAt.length == 0) {
      return false;
    }
    long flow = flow(source, destination);
    int first = firstPlace(flow);
    for (int at = first; at < first + PLACES; at++) {
      if (flowAt[at] == flow && notedNanos[at] != NEVER) {
        return nowNanos - notedNanos[at] <= EVIDENCE_NANOS;
      }
    }
    return false;
  }

  private static long flow(int source, int destination) {
    return (long) source << Integer.SIZE | (destination & 0xFFFF_FFFFL);
  }

  private static int firstPlace(long flow) {
    return PLACES * (int) (flow * MULTIPLIER >>> Integer.SIZE & SETS_MASK);
  }
}
