// SPDX-License-Identifier: Apache-2.0
package rani.wire;

/**
 * Every field of a packet to be made that can be chosen. Source and PrevNode are the node that
 * makes it; lengths and checksums are computed.
 *
 * @param serviceNumber number of the service, 0…65,535; 0 is the node itself. Nodes do not read it
 *     in passive packets
 * @param protocol IP protocol, 0…255
 * @param sourcePort port of UDP, 1…65,535; 0 for other protocols
 * @param destinationPort port of UDP, 1…65,535; 0 for other protocols
 * @param dscp 0…63; {@link Ipv4Header#DSCP_CONTROL} has the effect described at {@link
 *     Frame#isControl}
 * @param ecn 0…3
 * @param ttl 0…255
 * @param lifetimeMicros 0…{@link RaniHeader#LIFETIME_MICROS_MAX}
 * @param lengthBytes IPv4 total length
 * @param payload data of a UDP datagram, or of any other protocol the bytes behind the IPv4 header;
 *     padded with zeros
 */
public record PacketPlan(
    int destination,
    boolean active,
    int serviceNumber,
    int protocol,
    int sourcePort,
    int destinationPort,
    int dscp,
    int ecn,
    int ttl,
    long lifetimeMicros,
    int lengthBytes,
    Payload payload) {

  /** The default lifetime: 10 s (papers' RANI §5.1). */
  public static final long LIFETIME_MICROS = 10_000_000;

  /** The default port: discard (RFC 863). */
  public static final int PORT = 9;

  private static final int NUMBER_MAX = 0xFFFF;
  private static final int DSCP_MAX = 63;
  private static final int ECN_MAX = 3;
  private static final int BYTE_MAX = 0xFF;

  public PacketPlan {
    requireWithin("a service number", serviceNumber, 0, NUMBER_MAX);
    requireWithin("a protocol", protocol, 0, BYTE_MAX);
    boolean isUdp = protocol == Ipv4Header.PROTOCOL_UDP;
    if (!isUdp && (sourcePort != 0 || destinationPort != 0)) {
      throw new IllegalArgumentException("a packet of protocol " + protocol + " has no ports");
    }
    if (isUdp) {
      requireWithin("a source port", sourcePort, 1, NUMBER_MAX);
      requireWithin("a port", destinationPort, 1, NUMBER_MAX);
    }
    requireWithin("a DSCP", dscp, 0, DSCP_MAX);
    requireWithin("an ECN", ecn, 0, ECN_MAX);
    requireWithin("a TTL", ttl, 0, BYTE_MAX);
    if (lifetimeMicros < 0 || lifetimeMicros > RaniHeader.LIFETIME_MICROS_MAX) {
      throw new IllegalArgumentException("a packet cannot live " + lifetimeMicros + " us");
    }
    requireWithin(
        "a length in bytes",
        lengthBytes,
        lengthBytesMin(protocol, payload.length()),
        Ipv4Header.TOTAL_LENGTH_MAX);
  }

  /** Returns the default packet: a UDP datagram of zeros, passive if the service number is 0. */
  public static PacketPlan datagram(int destination, int serviceNumber, int port, int lengthBytes) {
    return new PacketPlan(
        destination,
        serviceNumber != 0,
        serviceNumber,
        Ipv4Header.PROTOCOL_UDP,
        PORT,
        port,
        0,
        Ipv4Header.ECN_NOT_ECT,
        Ipv4Header.TTL_INITIAL,
        LIFETIME_MICROS,
        lengthBytes,
        Payload.NONE);
  }

  public PacketPlan toward(int newDestination, int newServiceNumber) {
    return new PacketPlan(
        newDestination,
        active,
        newServiceNumber,
        protocol,
        sourcePort,
        destinationPort,
        dscp,
        ecn,
        ttl,
        lifetimeMicros,
        lengthBytes,
        payload);
  }

  /** Returns the length of the shortest packet of a protocol with that much payload. */
  public static int lengthBytesMin(int protocol, int payloadBytes) {
    int bodyBytesMin = Frame.bodyBytesMin(protocol);
    return Ipv4Header.LENGTH
        + (protocol == Ipv4Header.PROTOCOL_UDP
            ? bodyBytesMin + payloadBytes
            : Math.max(bodyBytesMin, payloadBytes));
  }

  private static void requireWithin(String what, int value, int min, int max) {
    if (value < min || value > max) {
      throw new IllegalArgumentException(what + " is " + min + "…" + max + ", not " + value);
    }
  }
}
