// SPDX-License-Identifier: Apache-2.0
package rani.flow;

import org.jspecify.annotations.Nullable;
import rani.world.Facts;

/**
 * One flow of an edge, as its node sees it.
 *
 * @param flow the edge's end first: {@code 10.0.0.1:43210>10.0.0.3:5201/6}
 * @param state of TCP: {@code opening}, {@code open}, {@code closing} after one FIN, {@code closed}
 *     after both, or {@code reset}
 * @param ecn of TCP: whether both ends have agreed on ECN (RFC 3168 §6.1.1)
 * @param firstNanos node time of the first packet
 * @param lastNanos node time of the last packet
 */
public record FlowFacts(
    String flow,
    @Nullable String state,
    @Nullable Boolean ecn,
    long firstNanos,
    long lastNanos,
    Half sent,
    Half received)
    implements Facts {

  /**
   * One direction.
   *
   * @param bytes IPv4 total lengths
   * @param ce packets marked CE (RFC 3168 §5)
   * @param goodBytes data that the receiver has acknowledged; of UDP, data that passed
   * @param goodputBitsPerSecond of these, from the first packet to the last acknowledgment
   * @param retransmissions segments that begin before the end of what was seen; in what the edge
   *     receives, reordered ones, too
   * @param ece segments that echo CE, which the other direction had
   * @param rttSeconds smoothed round trip (RFC 6298) from data to its acknowledgment; of what the
   *     edge sends through the network, of what it receives in the edge itself
   * @param rttMinSeconds the shortest of these
   */
  public record Half(
      long packets,
      long bytes,
      long ce,
      long goodBytes,
      double goodputBitsPerSecond,
      @Nullable Long retransmissions,
      @Nullable Long ece,
      @Nullable Double rttSeconds,
      @Nullable Double rttMinSeconds)
      implements Facts {}
}
