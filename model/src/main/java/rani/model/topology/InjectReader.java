// SPDX-License-Identifier: Apache-2.0
package rani.model.topology;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.regex.Pattern;
import rani.model.file.Form;
import rani.model.file.Keys;
import rani.model.file.Kind;
import rani.model.file.MapReader;
import rani.model.file.Nearest;
import rani.model.file.Problems;
import rani.model.file.Quoted;
import rani.model.file.UnitError;
import rani.model.file.Units;
import rani.model.file.Vocabulary;
import rani.node.Command;
import rani.wire.Dscp;
import rani.wire.Ipv4Header;
import rani.wire.PacketPlan;
import rani.wire.Payload;
import rani.wire.RaniHeader;

/** Reads the packets that a node is to {@code inject}. {@link ServiceChecks} checks services. */
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

  private static final Kind<String> SERVICE =
      new Kind<>("a service", InjectReader::service, text -> text)
          .looking(new Form.Either(List.of(new Form.Whole(0L, 0xFFFFL), Form.TEXT)));
  private static final Kind<Integer> PROTOCOL = number("a protocol", PROTOCOLS, 0xFF);
  private static final Kind<Long> PORT = Kind.within(Kind.INTEGER, 1L, 0xFFFFL);
  private static final Kind<Integer> DSCP = number("a DSCP", Dscp.byName(), Dscp.MAX);
  private static final Kind<Integer> ECN = number("an ECN field", ECNS, 3);
  private static final Kind<Long> TTL = Kind.within(Kind.INTEGER, 0L, 0xFFL);
  private static final Kind<Long> LIFETIME_MICROS =
      new Kind<>(
              "a duration such as `10s`",
              InjectReader::lifetimeMicros,
              micros -> Units.printDuration(micros * NANOS_PER_MICRO))
          .looking(Kind.DURATION.form());
  private static final Kind<Payload> PAYLOAD =
      new Kind<>(
          "`hex:…` or `text:…`",
          InjectReader::payload,
          Payload::toString,
          true,
          new Form.Text("^(hex|text):"));
  private static final Kind<Long> COUNT =
      Kind.within(Kind.INTEGER, 1L, (long) Command.Inject.COUNT_MAX);
  private static final Kind<Long> GAP =
      new Kind<>(
              "a duration such as `10ms`",
              text -> requireGap(text, Units.durationNanos(text)),
              Units::printDuration)
          .looking(Kind.DURATION.form());

  /** Packet with all defaults. */
  private static final PacketPlan UNSAID =
      new PacketPlan(
          0,
          false,
          0,
          Ipv4Header.PROTOCOL_UDP,
          PacketPlan.PORT,
          PacketPlan.PORT,
          0,
          0,
          Ipv4Header.TTL_INITIAL,
          PacketPlan.LIFETIME_MICROS,
          PacketPlan.lengthBytesMin(Ipv4Header.PROTOCOL_UDP, 0),
          Payload.NONE);

  /** Syntax of {@code inject}. */
  static final Form PACKETS =
      new Form.Mapping(
          () ->
              Vocabulary.of(
                      keys -> packets(keys, new ScheduleEntry.Inject("", "", "", UNSAID, 1, 0)))
                  .required("to")
                  .varying("active", "protocol", "payload", "size"));

  private InjectReader() {}

  /** Reads packets without addresses and service numbers, which are resolved later. */
  static Optional<ScheduleEntry.Inject> read(MapReader reader, String node, Problems problems) {
    reader.require("to");
    ScheduleEntry.Inject read = null;
    try {
      read = packets(reader, new ScheduleEntry.Inject(node, "", "", UNSAID, 1, 0));
      for (String key : List.of("port", "source-port")) {
        if (read.packet().protocol() != Ipv4Header.PROTOCOL_UDP && reader.value(key).isPresent()) {
          problems.report(
              reader.map().keyAt(key),
              Quoted.of(key)
                  + (" is of UDP, and this packet is of protocol " + read.packet().protocol()),
              () -> "its payload is what stands behind the IPv4 header");
        }
      }
    } catch (IllegalArgumentException e) {
      problems.report(reader.map().at(), String.valueOf(e.getMessage()));
    }
    if (reader.value("gap").isPresent() && reader.value("rate").isPresent()) {
      problems.report(
          reader.map().keyAt("rate"), "`rate` and `gap` say the same; give one of them");
    }
    reader.finish();
    return Optional.ofNullable(read);
  }

  /** Visits the keys of injected packets. */
  static ScheduleEntry.Inject packets(Keys keys, ScheduleEntry.Inject known) {
    PacketPlan plan = known.packet();
    String to =
        keys.value("to", Kind.WORD.looking(Form.NAME), "The node that they are for.", known.to());
    String service = service(keys, known.service());
    boolean active =
        keys.unlessUsual(
            "active",
            Kind.TRUTH,
            "Whether they are active; by default if a service is named.",
            !service.isEmpty(),
            plan.active());
    int protocol = protocol(keys, plan.protocol());
    boolean udp = protocol == Ipv4Header.PROTOCOL_UDP;
    Long port =
        keys.optional(
            "port",
            PORT,
            "The UDP port at the destination.",
            udp ? (long) plan.destinationPort() : null);
    long usual = udp ? PacketPlan.PORT : 0;
    long sourcePort =
        keys.unlessUsual(
            "source-port",
            PORT,
            "The UDP port that they come from.",
            usual,
            (long) plan.sourcePort());
    int dscp = dscp(keys, plan.dscp());
    int ecn =
        keys.unlessUsual(
            "ecn", ECN, "The ECN field: not-ect, ect1, ect0, ce, or 0 to 3.", 0, plan.ecn());
    long ttl =
        keys.unlessUsual(
            "ttl", TTL, "Hops that they may go.", (long) Ipv4Header.TTL_INITIAL, (long) plan.ttl());
    long lifetimeMicros = lifetime(keys, plan.lifetimeMicros());
    Payload payload = payload(keys, plan.payload());
    long lengthBytes = size(keys, plan, protocol, payload);
    long count = keys.value("count", COUNT, "How many.", (long) known.count());
    long gap = keys.value("gap", GAP, "From one to the next, at most 60min.", known.gapNanos());
    Long byRate =
        keys.optional(
            "rate", gapOfRate((int) lengthBytes), "How many a second, instead of gap.", null);
    return new ScheduleEntry.Inject(
        known.node(),
        to,
        service,
        new PacketPlan(
            0,
            active,
            0,
            protocol,
            udp ? (int) sourcePort : 0,
            udp && port != null ? port.intValue() : 0,
            dscp,
            ecn,
            (int) ttl,
            lifetimeMicros,
            (int) lengthBytes,
            payload),
        (int) count,
        byRate == null ? gap : byRate);
  }

  private static long size(Keys keys, PacketPlan plan, int protocol, Payload payload) {
    int length =
        plan == UNSAID ? PacketPlan.lengthBytesMin(protocol, payload.length()) : plan.lengthBytes();
    Kind<Long> size =
        new Kind<>(
                "a size such as `100B`", text -> length(text, protocol, payload), Units::printSize)
            .looking(Kind.SIZE.form());
    return keys.value(
        "size", size, "IPv4 total length of each; by default headers and payload.", (long) length);
  }

  private static String service(Keys keys, String known) {
    return keys.unlessUsual(
        "service",
        SERVICE,
        "Name or number of the service that they ask for as active packets; without it they are"
            + " passive.",
        "",
        known);
  }

  private static int protocol(Keys keys, int known) {
    return keys.unlessUsual(
        "protocol",
        PROTOCOL,
        "What they carry: udp, rdp, service, or IPv4's number of it. Only udp has ports; the"
            + " payload of others stands behind the IPv4 header.",
        Ipv4Header.PROTOCOL_UDP,
        known);
  }

  private static int dscp(Keys keys, int known) {
    return keys.unlessUsual(
        "dscp",
        DSCP,
        "The differentiated services code point: a number, cs0…cs7, af11…af43 or ef. 48, cs6, asks"
            + " to be a control packet.",
        0,
        known);
  }

  private static long lifetime(Keys keys, long known) {
    return keys.unlessUsual(
        "lifetime",
        LIFETIME_MICROS,
        "How long they may be on the way, at most about 71min.",
        PacketPlan.LIFETIME_MICROS,
        known);
  }

  private static Payload payload(Keys keys, Payload known) {
    return keys.unlessUsual(
        "payload",
        PAYLOAD,
        "What they carry, hex:0a1b2c or text:hello; zeros fill up the size.",
        Payload.NONE,
        known);
  }

  /** Returns a kind that reads a packet rate as the gap between packets, in nanoseconds. */
  private static Kind<Long> gapOfRate(int lengthBytes) {
    return new Kind<>(
            "a rate such as `10packet/s`",
            text -> requireGap(text, Units.rate(text).serviceNanos(lengthBytes)),
            Units::printDuration)
        .looking(Kind.RATE.form());
  }

  private static Kind<Integer> number(String words, SequencedMap<String, Integer> names, int max) {
    Form form =
        new Form.Either(
            List.of(new Form.Whole(0L, (long) max), new Form.Words(List.copyOf(names.keySet()))));
    return new Kind<>(words, text -> named(text, names, max), String::valueOf).looking(form);
  }

  private static String service(String text) throws UnitError {
    if (NUMBER.matcher(text).matches() && Integer.parseInt(text) > 0xFFFF) {
      throw new UnitError(Quoted.of(text) + " is outside 0…65535");
    }
    return text;
  }

  /** Returns the number if a service is given by number; empty for a name. */
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

  /** Parses {@code hex:0a1b}, with optional blanks, colons or underscores, or {@code text:…}. */
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

  private static long length(String text, int protocol, Payload payload) throws UnitError {
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
    return bytes;
  }

  private static long requireGap(String text, long nanos) throws UnitError {
    if (nanos > Command.Inject.GAP_NANOS_MAX) {
      String most = Units.printDuration(Command.Inject.GAP_NANOS_MAX);
      throw new UnitError(Quoted.of(text) + " is more than " + most + " from one to the next");
    }
    return nanos;
  }
}
