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

/** How many packets were dropped of each flow since they were last taken. */
final class DropCounts {
  /** The most flows that are distinguished; packets of others are not counted. */
  static final int FLOWS_MAX = 4096;

  /** The bandwidth of what has none, or none that is known. */
  static final long NO_BANDWIDTH = 0;

  private static final int COUNT_MAX = 0xFFFF;

  private SequencedMap<FlowKey, Dropped> flows = new LinkedHashMap<>();
  private long total;

  /**
   * What was dropped of a flow.
   *
   * @param bitsPerSecond the least bandwidth that a link had by which it was to leave; {@link
   *     #NO_BANDWIDTH} if none had any
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
   * Whether a packet that congested a queue tells of a flow that does not answer losses: one of the
   * lowest drop precedence was dropped, and not of RDP, whose senders answer (papers' UFC §3.1).
   */
  static boolean isUnanswered(Congestion kind, FrameView packet) {
    return (kind == Congestion.EARLY_DROP || kind == Congestion.OVERFLOW)
        && packet.protocol() != Ipv4Header.PROTOCOL_RDP
        && Dscp.isAssured(packet.dscp())
        && Dscp.precedence(packet.dscp()) == 0;
  }

  /** The bandwidth of a link for packets like this one. */
  static long bandwidth(Rate rate, int lengthBytes) {
    return rate.isUnlimited() ? NO_BANDWIDTH : (long) rate.bitsPerSecondOf(lengthBytes);
  }

  /** Counts one packet. Says whether there was room for its flow. */
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

  /** Of all flows. */
  long total() {
    return total;
  }

  /** How many flows there are. */
  int flows() {
    return flows.size();
  }

  /** Takes what was counted, in the order in which flows came, and begins again. */
  List<Dropped> take() {
    List<Dropped> taken = new ArrayList<>(flows.values());
    flows = new LinkedHashMap<>();
    total = 0;
    return taken;
  }
}
