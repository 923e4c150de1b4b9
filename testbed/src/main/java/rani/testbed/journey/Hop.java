// SPDX-License-Identifier: Apache-2.0
package rani.testbed.journey;

import java.util.List;
import org.jspecify.annotations.Nullable;
import rani.world.Facts;
import rani.world.Inline;

/**
 * A packet's stay at one node, with its TTL and remaining lifetime at arrival. Times are in
 * nanoseconds since the first event of the packet's path.
 *
 * @param from the previous hop's node; empty at the origin
 * @param heldNanos time that a service or a diversion held the packet before its first queue
 * @param queues the queues that the packet passed: the node's own, the link's
 * @param departure null if the packet did not leave the node
 * @param ttl {@link rani.nodehost.journey.PacketEvent#NO_TTL} if not known
 */
public record Hop(
    String node,
    String from,
    long arrivedNanos,
    long heldNanos,
    List<QueueStay> queues,
    @Inline @Nullable Departure departure,
    int ttl,
    long lifetimeMicros)
    implements Facts {
  public Hop {
    queues = List.copyOf(queues);
  }

  /**
   * A packet's stay in one queue, {@code node} or {@code link-K}.
   *
   * @param verdict of the queue's discipline, as traces write it
   * @param queuedFrames frames that were queued before the packet
   * @param averageFrames the discipline's average queue length after the packet
   * @param waitedNanos time until the serializer began with the packet, or until the packet's end
   * @param sendingNanos serialization delay; 0 if the packet was not sent
   */
  public record QueueStay(
      String queue,
      String verdict,
      int queuedFrames,
      double averageFrames,
      long waitedNanos,
      long sendingNanos)
      implements Facts {}

  /**
   * A packet's departure to the neighbour {@code next}.
   *
   * @param lateNanos delay of the departure after its due time; 0 in virtual time
   * @param wireNanos time on the wire, null before the arrival; meaningful on one shared clock
   */
  public record Departure(long departedNanos, long lateNanos, String next, @Nullable Long wireNanos)
      implements Facts {}
}
