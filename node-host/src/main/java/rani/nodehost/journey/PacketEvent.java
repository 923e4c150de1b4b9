// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.journey;

/**
 * One event of a watched packet at one node.
 *
 * @param kind what happened
 * @param atNanos when, in the node's time
 * @param source virtual address of the packet's source; together with its identification that is
 *     which packet it is
 * @param identification IPv4's, 0…65,535
 * @param link the number of the link that it came or left by; {@link #NO_LINK} where there is none
 * @param where the queue of a verdict, the service of a delivery; else empty
 * @param what a verdict's or a drop's reason as traces write it; else empty
 * @param queuedFrames of a verdict: how many were waiting; else 0
 * @param averageFrames of a verdict: the discipline's average; else 0
 * @param lateNanos of a departure: how far behind its due time; else 0
 * @param ttl hops left
 * @param ecn the ECN field
 * @param lifetimeMicros what was left of its life
 * @param lengthBytes IPv4 total length
 */
public record PacketEvent(
    Kind kind,
    long atNanos,
    int source,
    int identification,
    int link,
    String where,
    String what,
    int queuedFrames,
    double averageFrames,
    long lateNanos,
    int ttl,
    int ecn,
    long lifetimeMicros,
    int lengthBytes) {
  /** There is no link to this event. */
  public static final int NO_LINK = -1;

  /** What happened; see {@link rani.world.NodeTrace}. */
  public enum Kind {
    /** The node made the packet. */
    ORIGIN,
    /** It came in by a link. */
    ARRIVAL,
    /** A queue discipline decided. */
    VERDICT,
    /** A queue discipline marked or dropped it as its turn came. */
    HEAD,
    /** It was handed to the wire. */
    DEPARTURE,
    /** It reached what it was for. */
    DELIVERY,
    /** It was let go. */
    DROP
  }
}
