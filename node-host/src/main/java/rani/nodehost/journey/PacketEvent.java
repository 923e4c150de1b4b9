// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.journey;

/**
 * One event of a watched packet at one node. The source and the identification identify the packet.
 *
 * @param atNanos in the node's time
 * @param source virtual address
 * @param identification IPv4 identification, 0…65,535
 * @param link number of the incoming or outgoing link, or {@link #NO_LINK}
 * @param where queue of a verdict, service of a delivery; else empty
 * @param what reason of a verdict or a drop, as in traces; else empty
 * @param queuedFrames length of the queue at a verdict; else 0
 * @param averageFrames average queue length of the discipline at a verdict; else 0
 * @param lateNanos delay of a departure behind its due time; else 0
 * @param ttl when the event occurred, or {@link #NO_TTL}
 * @param lifetimeMicros remaining lifetime of the packet
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
  public static final int NO_LINK = -1;

  /** TTL of a packet whose header was not kept: 0, with which no node forwards a packet. */
  public static final int NO_TTL = 0;

  /** Kinds of events, which are methods of {@link rani.world.NodeTrace}. */
  public enum Kind {
    ORIGIN,
    ARRIVAL,
    /** A queue discipline has decided whether to enqueue, mark or drop the packet. */
    VERDICT,
    /** A queue discipline has marked or dropped the packet at the head of the queue. */
    HEAD,
    DEPARTURE,
    DELIVERY,
    DROP
  }

  /** Returns this event of a packet whose TTL is not known. */
  public PacketEvent withoutTtl() {
    return new PacketEvent(
        kind,
        atNanos,
        source,
        identification,
        link,
        where,
        what,
        queuedFrames,
        averageFrames,
        lateNanos,
        NO_TTL,
        ecn,
        lifetimeMicros,
        lengthBytes);
  }
}
