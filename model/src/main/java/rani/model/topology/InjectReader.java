// SPDX-License-Identifier: Apache-2.0
package rani.model.topology;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.regex.Pattern;
import rani.model.file.LocatedMap;
import rani.model.file.MapReader;
import rani.model.file.Nearest;
import rani.model.file.Problems;
import rani.model.file.Quoted;
import rani.model.file.UnitError;
import rani.model.file.Units;
import rani.node.Command;
import rani.wire.Dscp;
import rani.wire.Ipv4Header;
import rani.wire.PacketPlan;
import rani.wire.Payload;
import rani.wire.RaniHeader;

/** Reads what packets a node is to {@code inject}. Whether the service exists is asked later. */
final class InjectReader {
  private static final long NANOS_PER_MICRO = 1000;
  private static final String HEX = "hex:";
  private static final String TEXT = "text:";
  private static final Pattern NUMBER = Pattern.compile("\\d{1,5}");

  private static final SequencedMap<String, Integer> PROTOCOLS = new LinkedHashMap<>();
  private static final SequencedMap<String, Integer> ECNS = new LinkedHashMap<>();

  static {
    PROTOCOLS.put("udp", Ipv4Header.PROTOCOL_UDP);
    PROTOCOLS.put("rdp", Ipv4Header.PROTOCOL_RDP);
    PROTOCOLS.put("service", Ipv4Header.PROTOCOL_SERVICE);
    List.of("not-ect", "ect1", "ect0", "ce").forEach(name -> ECNS.put(name, ECNS.size()));
  }

  private final MapReader reader;
  private final Problems problems;

  /**
   * What was read.
   *
   * @param to the destination's name; empty if none was given
   * @param service name or number of the one that is asked for; empty if none
   * @param packet to nowhere, and for service 0: names become numbers later
   */
  record Wanted(String to, String service, PacketPlan packet, int count, long gapNanos) {}

  InjectReader(LocatedMap map, Problems problems) {
    this.reader = new MapReader(map, problems);
    this.problems = problems;
  }

  MapReader reader() {
    return reader;
  }

  /** What is wanted; none if that cannot be said, and then why has been reported. */
  Optional<Wanted> read() {
    reader.require("to");
    String to = reader.text("to").orElse("");
    String service = reader.scalar("service", "a service", InjectReader::service).orElse("");
    boolean active = reader.truth("active").orElse(!service.isEmpty());
    int protocol =
        reader
            .scalar("protocol", "a protocol", text -> named(text, PROTOCOLS, 0xFF))
            .orElse(Ipv4Header.PROTOCOL_UDP);
    int port = port("port", protocol);
    int sourcePort = port("source-port", protocol);
    int dscp =
        reader.scalar("dscp", "a DSCP", text -> named(text, Dscp.byName(), Dscp.MAX)).orElse(0);
    int ecn = reader.scalar("ecn", "an ECN field", text -> named(text, ECNS, 3)).orElse(0);
    int ttl = reader.integer("ttl", 0, 0xFF).orElse((long) Ipv4Header.TTL_INITIAL).intValue();
    long lifetimeMicros =
        reader
            .scalar("lifetime", "a duration such as `10s`", InjectReader::lifetimeMicros)
            .orElse(PacketPlan.LIFETIME_MICROS);
    Payload payload =
        reader.scalar("payload", "`hex:…` or `text:…`", InjectReader::payload).orElse(Payload.NONE);
    int lengthBytesMin = PacketPlan.lengthBytesMin(protocol, payload.length());
    int lengthBytes =
        reader
            .scalar("size", "a size such as `100B`", text -> length(text, protocol, payload))
            .orElse(lengthBytesMin);
    int count = reader.integer("count", 1, Command.Inject.COUNT_MAX).orElse(1L).intValue();
    long gapNanos = gapNanos(lengthBytes);
    reader.finish();
    try {
      PacketPlan packet =
          new PacketPlan(
              0,
              active,
              0,
              protocol,
              sourcePort,
              port,
              dscp,
              ecn,
              ttl,
              lifetimeMicros,
              lengthBytes,
              payload);
      return Optional.of(new Wanted(to, service, packet, count, gapNanos));
    } catch (IllegalArgumentException e) {
      problems.report(reader.map().at(), String.valueOf(e.getMessage()));
      return Optional.empty();
    }
  }

  private int port(String key, int protocol) {
    Optional<Long> port = reader.integer(key, 1, 0xFFFF);
    if (protocol == Ipv4Header.PROTOCOL_UDP) {
      return port.orElse((long) PacketPlan.PORT).intValue();
    }
    if (port.isPresent()) {
      problems.report(
          reader.map().keyAt(key),
          Quoted.of(key) + " is of UDP, and this packet is of protocol " + protocol,
          () -> "its payload is what stands behind the IPv4 header");
    }
    return 0;
  }

  private long gapNanos(int lengthBytes) {
    Optional<Long> gap =
        reader.scalar(
            "gap",
            "a duration such as `10ms`",
            text -> requireGap(text, Units.durationNanos(text)));
    Optional<Long> byRate =
        reader.scalar(
            "rate",
            "a rate such as `10packet/s`",
            text -> requireGap(text, Units.rate(text).serviceNanos(lengthBytes)));
    if (gap.isPresent() && byRate.isPresent()) {
      problems.report(
          reader.map().keyAt("rate"), "`rate` and `gap` say the same; give one of them");
    }
    return gap.or(() -> byRate).orElse(0L);
  }

  private static String service(String text) throws UnitError {
    if (NUMBER.matcher(text).matches() && Integer.parseInt(text) > 0xFFFF) {
      throw new UnitError(Quoted.of(text) + " is outside 0…65535");
    }
    return text;
  }

  /** The number of a service that is written as one; none of a name. */
  static Optional<Integer> number(String service) {
    return NUMBER.matcher(service).matches()
        ? Optional.of(Integer.parseInt(service))
        : Optional.empty();
  }

  private static int named(String text, SequencedMap<String, Integer> names, int max)
      throws UnitError {
    Integer known = names.get(text);
    if (known != null) {
      return known;
    }
    if (!NUMBER.matcher(text).matches()) {
      throw new UnitError(
          Quoted.of(text) + " is neither a number nor known",
          Nearest.hint(text, names.sequencedKeySet()));
    }
    int number = Integer.parseInt(text);
    if (number > max) {
      throw new UnitError(Quoted.of(text) + " is outside 0…" + max);
    }
    return number;
  }

  private static long lifetimeMicros(String text) throws UnitError {
    long nanos = Units.durationNanos(text);
    if (nanos % NANOS_PER_MICRO != 0) {
      throw new UnitError(Quoted.of(text) + " is not a whole number of microseconds");
    }
    if (nanos / NANOS_PER_MICRO > RaniHeader.LIFETIME_MICROS_MAX) {
      throw new UnitError(
          Quoted.of(text)
              + " is more than "
              + Units.printDuration(RaniHeader.LIFETIME_MICROS_MAX * NANOS_PER_MICRO));
    }
    return nanos / NANOS_PER_MICRO;
  }

  /** {@code hex:0a1b}, blanks and colons allowed between bytes, or {@code text:…} in UTF-8. */
  static Payload payload(String text) throws UnitError {
    try {
      if (text.startsWith(TEXT)) {
        return Payload.of(text.substring(TEXT.length()).getBytes(StandardCharsets.UTF_8));
      }
      if (text.startsWith(HEX)) {
        String digits = text.substring(HEX.length()).replaceAll("[\\s:_]", "");
        return Payload.of(HexFormat.of().parseHex(digits));
      }
    } catch (IllegalArgumentException e) {
      throw new UnitError(
          Quoted.of(shortened(text)) + ": " + e.getMessage(), "such as `hex:0a1b2c`");
    }
    throw new UnitError(
        Quoted.of(shortened(text)) + " is no payload", "write `hex:0a1b2c` or `text:hello`");
  }

  private static String shortened(String text) {
    return text.length() <= 40 ? text : text.substring(0, 40) + "…";
  }

  private static int length(String text, int protocol, Payload payload) throws UnitError {
    long bytes = Units.sizeBytes(text);
    int min = PacketPlan.lengthBytesMin(protocol, payload.length());
    if (bytes < min || bytes > Ipv4Header.TOTAL_LENGTH_MAX) {
      throw new UnitError(
          Quoted.of(text) + " is outside " + min + "B…65535B",
          payload.length() > 0
              ? "it counts headers and payload"
              : protocol == Ipv4Header.PROTOCOL_UDP
                  ? "it counts the headers of IPv4 and UDP"
                  : "it counts the header of IPv4");
    }
    return (int) bytes;
  }

  private static long requireGap(String text, long nanos) throws UnitError {
    if (nanos > Command.Inject.GAP_NANOS_MAX) {
      String most = Units.printDuration(Command.Inject.GAP_NANOS_MAX);
      throw new UnitError(Quoted.of(text) + " is more than " + most + " from one to the next");
    }
    return nanos;
  }
}
