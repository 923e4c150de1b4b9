// SPDX-License-Identifier: Apache-2.0
package rani.testbed.journey;

import java.util.List;
import rani.world.Facts;
import rani.world.Inline;

/**
 * The path of one packet, or of a copy that a wire made of it.
 *
 * @param packet its number among those that were injected, from 1; of an answer the number of the
 *     answered packet, 0 if unknown
 * @param id IPv4's identification
 * @param copy 0 for the packet itself, 1 for the first copy of it, …
 * @param answer whether it is an answer
 * @param lengthBytes IPv4 total length
 * @param fate its outcome
 * @param totalNanos from its first event to its end; meaningful on one host, or in virtual time
 * @param beganNanos its first event, in that node's time
 * @param hops in order; those of a copy begin where it appeared
 */
public record PacketPath(
    int packet,
    int id,
    int copy,
    boolean answer,
    int lengthBytes,
    @Inline PacketOutcome fate,
    long totalNanos,
    long beganNanos,
    List<Hop> hops)
    implements Facts {
  public PacketPath {
    hops = List.copyOf(hops);
  }

  /** Time of its end, in the last node's time. */
  long endedNanos() {
    return beganNanos + totalNanos;
  }

  /** A copy, as the answer to a packet of that number. */
  PacketPath toward(int asked) {
    return new PacketPath(asked, id, copy, answer, lengthBytes, fate, totalNanos, beganNanos, hops);
  }

  /** A copy with another outcome. */
  PacketPath endedBy(PacketOutcome end) {
    return new PacketPath(packet, id, copy, answer, lengthBytes, end, totalNanos, beganNanos, hops);
  }
}
