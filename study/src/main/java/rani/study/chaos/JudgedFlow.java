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
 * A flow that {@link JudgedTraffic} sends to one node. It begins {@code startNanos} after the start
 * of the run. Counts are of messages, bytes or datagrams; answers are messages or bytes that come
 * back. {@code sizeBytes} is the IPv4 total length of the largest packet.
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

  /** Returns the length of a datagram's data. Every fourth datagram has the largest length. */
  int dataBytes(int number) {
    return length(number, sizeBytes - Ipv4Header.LENGTH - UdpHeader.LENGTH);
  }

  /** Returns a length that depends on the number, at most {@code largest}. */
  static int length(int number, int largest) {
    int spread = largest - JudgedPayload.LENGTH_MIN;
    return number % 4 == 3 || spread <= 0
        ? largest
        : JudgedPayload.LENGTH_MIN + Math.floorMod(number * 7919, spread + 1);
  }
}
