// SPDX-License-Identifier: Apache-2.0
package rani.services.ufc;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import rani.queue.Rate;
import rani.service.FrameView;
import rani.wire.Dscp;
import rani.wire.FlowIdentity;
import rani.wire.FlowKey;
import rani.wire.Ipv4Header;
import rani.world.Congestion;

/** Counts of dropped packets by flow, since they were last taken. */
final class DropCounts {
  /** Largest number of flows counted; packets of further flows are ignored. */
  static final int FLOWS_MAX = 4096;

  /** Bandwidth of links without a rate limit, or of unknown links. */
  static final long NO_BANDWIDTH = 0;

  private static final int COUNT_MAX = 0xFFFF;

  private SequencedMap<FlowKey, Dropped> flows = new LinkedHashMap<>();
  private long total;

  /**
   * Drops of one flow.
   *
   * @param bitsPerSecond least bandwidth of the links at which packets were dropped; {@link
   *     #NO_BANDWIDTH} if none had a rate limit
   */
  record Dropped(FlowKey flow, int count, long bitsPerSecond) {
    private Dropped plus(Dropped other) {
      long least =
          bitsPerSecond == NO_BANDWIDTH || other.bitsPerSecond == NO_BANDWIDTH
              ? Math.max(bitsPerSecond, other.bitsPerSecond)
              : Math.min(bitsPerSecond, other.bitsPerSecond);
      return new Dropped(flow, Math.min(COUNT_MAX, count + other.count), least);
    }
  }

  /**
   * Returns true if a dropped packet shows that its flow ignores losses: the packet had the lowest
   * drop precedence and is not of RDP, whose senders do respond (papers' UFC §3.1).
   */
  static boolean isUnanswered(Congestion kind, FrameView packet) {
    return (kind == Congestion.EARLY_DROP || kind == Congestion.OVERFLOW)
        && packet.protocol() != Ipv4Header.PROTOCOL_RDP
        && Dscp.isAssured(packet.dscp())
        && Dscp.precedence(packet.dscp()) == 0;
  }

  /** Returns the bandwidth of a link, in bit/s, for packets of this length. */
  static long bandwidth(Rate rate, int lengthBytes) {
    return rate.isUnlimited() ? NO_BANDWIDTH : (long) rate.bitsPerSecondOf(lengthBytes);
  }

  /** Counts one packet; returns false if there was no room for its flow. */
  boolean add(FrameView packet, long bitsPerSecond) {
    FlowKey flow = packet.flow(FlowIdentity.FIVE_TUPLE);
    if (flows.size() == FLOWS_MAX && !flows.containsKey(flow)) {
      return false;
    }
    flows.merge(flow, new Dropped(flow, 1, bitsPerSecond), Dropped::plus);
    total++;
    return true;
  }

  boolean isEmpty() {
    return flows.isEmpty();
  }

  long total() {
    return total;
  }

  int flows() {
    return flows.size();
  }

  /** Returns the counts in the order in which flows came, and starts again from zero. */
  List<Dropped> take() {
    List<Dropped> taken = new ArrayList<>(flows.values());
    flows = new LinkedHashMap<>();
    total = 0;
    return taken;
  }
}
