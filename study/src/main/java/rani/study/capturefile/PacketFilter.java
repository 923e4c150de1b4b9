// SPDX-License-Identifier: Apache-2.0
package rani.study.capturefile;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import rani.model.file.Nearest;
import rani.model.file.Quoted;
import rani.model.file.UnitError;

/**
 * Which packets of a capture are taken: those that meet every condition. The words are those of
 * captures of one's own network.
 *
 * <pre>
 * from=10.0.0.1      source address           from=10.0.0.0/8,2001:db8::/32   in one of these
 * to=10.0.0.2        destination address      to!=10.0.0.2                    any other
 * with=10.0.0.1      source or destination
 * proto=tcp          udp, tcp, rdp, icmp, or a number
 * port=443           source or destination port; sport=443, dport=443: one of them
 * </pre>
 */
final class PacketFilter {
  static final int CONDITIONS_MAX = 32;
  static final int VALUES_MAX = 64;

  private static final List<String> FIELDS =
      List.of("from", "to", "with", "proto", "port", "sport", "dport");
  private static final Map<String, Integer> PROTOCOLS =
      Map.of("icmp", 1, "tcp", 6, "udp", 17, "rdp", 27);

  private final List<Predicate<CapturedPacket>> conditions;

  private PacketFilter(List<Predicate<CapturedPacket>> conditions) {
    this.conditions = conditions;
  }

  boolean takes(CapturedPacket packet) {
    return conditions.stream().allMatch(condition -> condition.test(packet));
  }

  /** Parses conditions separated by blanks; an empty text takes all packets. */
  static PacketFilter parse(String text) throws UnitError {
    List<Predicate<CapturedPacket>> conditions = new ArrayList<>();
    for (String word : text.strip().split("\\s+")) {
      if (!word.isEmpty()) {
        conditions.add(condition(word));
      }
    }
    if (conditions.size() > CONDITIONS_MAX) {
      throw new UnitError("a filter has at most " + CONDITIONS_MAX + " conditions");
    }
    return new PacketFilter(List.copyOf(conditions));
  }

  private static Predicate<CapturedPacket> condition(String word) throws UnitError {
    int equals = word.indexOf('=');
    boolean negated = equals > 0 && word.charAt(equals - 1) == '!';
    String field = equals < 0 ? word : word.substring(0, negated ? equals - 1 : equals);
    if (equals < 0 || !FIELDS.contains(field)) {
      throw new UnitError(Quoted.of(word) + " is no condition", Nearest.hint(field, FIELDS));
    }
    String[] given = word.substring(equals + 1).split(",", -1);
    if (given.length > VALUES_MAX) {
      throw new UnitError("a condition has at most " + VALUES_MAX + " values");
    }
    Predicate<CapturedPacket> any = _ -> false;
    for (String value : given) {
      any = any.or(value(field, value));
    }
    return negated ? any.negate() : any;
  }

  private static Predicate<CapturedPacket> value(String field, String value) throws UnitError {
    return switch (field) {
      case "from", "to", "with" -> {
        Prefix prefix = Prefix.parse(value);
        yield packet ->
            (!field.equals("to") && prefix.holds(packet.source()))
                || (!field.equals("from") && prefix.holds(packet.destination()));
      }
      case "proto" -> {
        int protocol = number(value, PROTOCOLS, 0xFF, "protocol");
        yield packet -> packet.protocol() == protocol;
      }
      default -> {
        int port = number(value, Map.of(), 0xFFFF, "port");
        yield packet ->
            (!field.equals("dport") && packet.sourcePort() == port)
                || (!field.equals("sport") && packet.destinationPort() == port);
      }
    };
  }

  private static int number(String text, Map<String, Integer> names, int max, String what)
      throws UnitError {
    int number = text.matches("\\d{1,5}") ? Integer.parseInt(text) : Integer.MAX_VALUE;
    int known = names.getOrDefault(text, number);
    if (known > max) {
      throw new UnitError(Quoted.of(text) + " is no " + what + ", and no number of 0…" + max);
    }
    return known;
  }

  /** Addresses that begin with some bits. */
  private record Prefix(byte[] address, int bits) {
    static Prefix parse(String text) throws UnitError {
      int slash = text.indexOf('/');
      String literal = slash < 0 ? text : text.substring(0, slash);
      byte[] address;
      try {
        address = InetAddress.ofLiteral(literal).getAddress(); // asks no name server
      } catch (IllegalArgumentException e) {
        throw new UnitError(Quoted.of(text) + " is no address");
      }
      int most = 8 * address.length;
      return new Prefix(
          address, slash < 0 ? most : number(text.substring(slash + 1), Map.of(), most, "prefix"));
    }

    boolean holds(byte[] other) {
      if (other.length != address.length) {
        return false;
      }
      for (int bit = 0; bit < bits; bit++) {
        if (((address[bit / 8] ^ other[bit / 8]) >>> (7 - bit % 8) & 1) != 0) {
          return false;
        }
      }
      return true;
    }
  }
}
