// SPDX-License-Identifier: Apache-2.0
package rani.study.chaos;

import java.util.Arrays;
import java.util.List;
import rani.rdp.RdpConfig;
import rani.rdp.bind.RdpOptions;
import rani.service.OptionReader;
import rani.wire.Ipv4Header;
import rani.wire.RaniHeader;
import rani.wire.UdpHeader;

/**
 * What a {@link JudgedTraffic} sends to one node.
 *
 * @param kind how
 * @param destination the virtual address
 * @param startNanos start offset from go
 * @param count of messages, bytes or datagrams
 * @param answers how many messages or bytes come back; 0 of datagrams
 * @param sizeBytes of the largest packet that is sent; IPv4 total length
 * @param gapNanos from one datagram to the next
 * @param lifetimeMicros of datagrams
 * @param config of the connection
 */
record JudgedFlow(
    Conversation.Kind kind,
    int destination,
    long startNanos,
    int count,
    int answers,
    int sizeBytes,
    long gapNanos,
    long lifetimeMicros,
    RdpConfig config) {
  private static final int COUNT_MAX = 1_000_000;
  private static final int SIZE_BYTES_MIN = 100;
  private static final long NANOS_PER_MICRO = 1000;
  private static final long LIFETIME_NANOS = 10_000_000_000L;

  static JudgedFlow read(OptionReader options) {
    List<String> kinds =
        Arrays.stream(Conversation.Kind.values()).map(Conversation.Kind::text).toList();
    String kind = options.oneOf("kind", kinds.getFirst(), kinds, "How it is sent.");
    return new JudgedFlow(
        Conversation.Kind.values()[kinds.indexOf(kind)],
        options.node("to", "The node that receives."),
        options.durationNanos("start", 0, "So long after time zero it begins."),
        (int)
            options.count(
                "count", 10, 1, COUNT_MAX, "How many messages, bytes or datagrams are sent."),
        (int) options.count("answers", 0, 0, COUNT_MAX, "How many messages or bytes come back."),
        (int)
            options.sizeBytes(
                "size",
                1000,
                SIZE_BYTES_MIN,
                Ipv4Header.TOTAL_LENGTH_MAX,
                "IPv4 total length of the largest packet."),
        options.durationNanos("gap", 0, "From one datagram to the next."),
        Math.min(
            options.durationNanos("lifetime", LIFETIME_NANOS, "How long a datagram may live.")
                / NANOS_PER_MICRO,
            RaniHeader.LIFETIME_MICROS_MAX),
        RdpOptions.read(options));
  }

  /** The length of a datagram's data, every fourth as large as may be. */
  int dataBytes(int number) {
    return JudgedFlow.length(number, sizeBytes - Ipv4Header.LENGTH - UdpHeader.LENGTH);
  }

  /** A length that depends on the number, up to a largest one. */
  static int length(int number, int largest) {
    int spread = largest - JudgedPayload.LENGTH_MIN;
    return number % 4 == 3 || spread <= 0
        ? largest
        : JudgedPayload.LENGTH_MIN + Math.floorMod(number * 7919, spread + 1);
  }
}
