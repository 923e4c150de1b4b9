// SPDX-License-Identifier: Apache-2.0
package rani.testbed.journey;

import java.util.List;
import rani.world.Facts;
import rani.world.Inline;

/**
 * The way of one packet, or of a copy that a wire made of it.
 *
 * @param packet its number among those that were injected, from 1; of an answer the number of what
 *     it answers, 0 if that is not known
 * @param id IPv4's identification
 * @param copy 0 for the packet itself, 1 for the first copy of it, …
 * @param answer whether it came back rather than went
 * @param lengthBytes IPv4 total length
 * @param fate how it ended
 * @param totalNanos from its first event to its end: meaningful if its nodes are on one host, or in
 *     virtual time
 * @param beganNanos its first event, in that node's time
 * @param hops in order; a copy's begin where it appeared
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

  /** Its end, in the time of the node where that was. */
  long endedNanos() {
    return beganNanos + totalNanos;
  }

  /** The same way, known to be the answer to a packet of that number. */
  PacketPath toward(int asked) {
    return new PacketPath(asked, id, copy, answer, lengthBytes, fate, totalNanos, beganNanos, hops);
  }

  /** The same way with another end. */
  PacketPath endedBy(PacketOutcome end) {
    return new PacketPath(packet, id, copy, answer, lengthBytes, end, totalNanos, beganNanos, hops);
  }
}
