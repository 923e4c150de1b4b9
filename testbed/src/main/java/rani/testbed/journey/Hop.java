// SPDX-License-Identifier: Apache-2.0
package rani.testbed.journey;

import java.util.List;

/**
 * A packet's stay at one node.
 *
 * @param node which
 * @param from the neighbour that it came from; empty where it was made
 * @param arrivedNanos when it came, or was made, in the node's time
 * @param heldNanos how long a service or a diversion had it before it came to a queue
 * @param queues the queues that it went through: the node's own, its link's
 * @param departedNanos when it left; {@link #NEVER} if it did not
 * @param lateNanos how far behind its due time it left; 0 in virtual time
 * @param next the neighbour that it left for; empty if it did not
 * @param wireNanos from here to its arrival there, if it arrived: meaningful if both nodes are on
 *     one host, or in virtual time
 * @param ttl hops left as it came
 * @param lifetimeMicros what was left of its life as it came
 */
public record Hop(
    String node,
    String from,
    long arrivedNanos,
    long heldNanos,
    List<QueueStay> queues,
    long departedNanos,
    long lateNanos,
    String next,
    long wireNanos,
    int ttl,
    long lifetimeMicros) {
  /** It did not happen. */
  public static final long NEVER = Long.MIN_VALUE;

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
      long sendingNanos) {}

  /** Whether it left this node by a link. */
  public boolean hasDeparted() {
    return departedNanos != NEVER;
  }

  /** Whether it is known to have come out of that link. */
  public boolean hasCrossed() {
    return wireNanos != NEVER;
  }
}
