// SPDX-License-Identifier: Apache-2.0
package rani.flow;

import org.jspecify.annotations.Nullable;
import rani.world.Facts;

/**
 * What the flows of an edge came to since it was made.
 *
 * @param flows that are kept now
 * @param evicted flows that were dropped because there were too many
 * @param withoutPorts packets that are of no flow: ICMP, fragments, malformed ones
 */
public record FlowSums(int flows, long evicted, long withoutPorts, Half sent, Half received)
    implements Facts {

  /**
   * One direction; see {@link FlowFacts.Half}. Bytes, retransmissions and round trips are TCP's.
   *
   * @param acknowledgedBytes data that the receivers have acknowledged
   * @param roundTrips number of round trips that were measured
   * @param roundTripsSumSeconds their sum
   */
  public record Half(
      long packets,
      long bytes,
      long ce,
      long ece,
      long acknowledgedBytes,
      long retransmissions,
      long roundTrips,
      double roundTripsSumSeconds,
      @Nullable Double rttMinSeconds)
      implements Facts {}

  /** Adds flows up. */
  static final class Adder {
    private final HalfCounts sent = new HalfCounts();
    private final HalfCounts received = new HalfCounts();

    void add(MeteredFlow flow) {
      sent.add(flow.sent().counts());
      received.add(flow.received().counts());
    }

    void add(Adder others) {
      sent.add(others.sent);
      received.add(others.received);
    }

    FlowSums sums(int flows, long evicted, long withoutPorts) {
      return new FlowSums(flows, evicted, withoutPorts, sent.sums(), received.sums());
    }
  }
}
