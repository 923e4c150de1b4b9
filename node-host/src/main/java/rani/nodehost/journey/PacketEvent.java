// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.journey;

/**
 * One event of a watched packet at one node.
 *
 * @param kind what happened
 * @param atNanos when, in the node's time
 * @param source virtual address of the packet's source; with the identification it identifies the
 *     packet
 * @param identification IPv4's, 0…65,535
 * @param link the number of the incoming or outgoing link; {@link #NO_LINK} where there is none
 * @param where the queue of a verdict, the service of a delivery; else empty
 * @param what the reason of a verdict or a drop, as in traces; else empty
 * @param queuedFrames of a verdict: the number of queued frames; else 0
 * @param averageFrames of a verdict: the discipline's average; else 0
 * @param lateNanos of a departure: how far behind its due time; else 0
 * @param ttl hops left
 * @param ecn the ECN field
 * @param lifetimeMicros the rest of its lifetime
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
  /** The event has no link. */
  public static final int NO_LINK = -1;

  /** What happened; see {@link rani.world.NodeTrace}. */
  public enum Kind {
    /** The node originated the packet. */
    ORIGIN,
    /** The packet arrived by a link. */
    ARRIVAL,
    /** A queue discipline decided. */
    VERDICT,
    /** A queue discipline marked or dropped it at dequeue. */
    HEAD,
    /** It was handed to the wire. */
    DEPARTURE,
    /** It was delivered. */
    DELIVERY,
    /** It was dropped. */
    DROP
  }
}
