// SPDX-License-Identifier: Apache-2.0
package rani.testbed.journey;

import java.util.List;
import org.jspecify.annotations.Nullable;
import rani.world.Facts;
import rani.world.Inline;

/**
 * A packet's stay at one node. Times are since the first event of its path.
 *
 * @param node the node's name
 * @param from the previous hop; empty at the origin
 * @param arrivedNanos time of its arrival or origin
 * @param heldNanos how long a service or a diversion held it before a queue
 * @param queues the queues that it passed: the node's own, its link's
 * @param departure its departure; null if there was none
 * @param ttl TTL at arrival
 * @param lifetimeMicros rest of its lifetime at arrival
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
   * Its stay in one queue.
   *
   * @param queue {@code node}, or {@code link-K}
   * @param verdict of the queue's discipline, as traces write it
   * @param queuedFrames how many were waiting before it
   * @param averageFrames the discipline's average after it
   * @param waitedNanos until its turn came; 0 if it never did
   * @param sendingNanos how long the serializer had it
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
   * How it left the node.
   *
   * @param departedNanos when
   * @param lateNanos how far behind its due time; 0 in virtual time
   * @param next the neighbour that it left for
   * @param wireNanos from here to its arrival there, null if it has not arrived: meaningful if both
   *     nodes are on one host, or in virtual time
   */
  public record Departure(long departedNanos, long lateNanos, String next, @Nullable Long wireNanos)
      implements Facts {}
}
