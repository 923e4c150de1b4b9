// SPDX-License-Identifier: Apache-2.0
package rani.testbed.journey;

import java.util.List;
import rani.world.Facts;
import rani.world.Inline;

/**
 * The path of one packet, or of a copy that a wire made of it.
 *
 * @param packet ordinal of the injected or answered packet, from 1; 0 for an unknown answered one
 * @param id IPv4 identification
 * @param copy 0 for the packet itself, 1 for the first copy of it, …
 * @param answer whether the packet is an answer of the destination
 * @param lengthBytes IPv4 total length
 * @param totalNanos from the first event to the end; meaningful on one host, or in virtual time
 * @param beganNanos time of the first event, by the clock of its node
 * @param hops in order; those of a copy begin where the copy first arrived
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

  /** Returns the time of the packet's end, by the last node's clock. */
  long endedNanos() {
    return beganNanos + totalNanos;
  }

  /** Returns a copy of an answer's path with the ordinal of the answered packet. */
  PacketPath toward(int asked) {
    return new PacketPath(asked, id, copy, answer, lengthBytes, fate, totalNanos, beganNanos, hops);
  }

  /** Returns a copy with another outcome. */
  PacketPath endedBy(PacketOutcome end) {
    return new PacketPath(packet, id, copy, answer, lengthBytes, end, totalNanos, beganNanos, hops);
  }
}
