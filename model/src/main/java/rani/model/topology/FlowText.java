// SPDX-License-Identifier: Apache-2.0
package rani.model.topology;

import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import rani.model.file.Nearest;
import rani.model.file.Quoted;
import rani.model.file.UnitError;
import rani.wire.Address;
import rani.wire.FlowKey;
import rani.wire.FlowSpec;
import rani.wire.Ipv4Header;

/**
 * Parses and prints flows by the names of nodes: {@code n1} for everything that a node sends,
 * {@code n1:5001->n8:7/udp} for one conversation. Addresses may stand for names, {@code >} for
 * {@code ->}, and a number for the protocol, which is UDP if left out.
 */
public final class FlowText {
  private static final Pattern TUPLE =
      Pattern.compile(
          "([^\\s:>]+):(\\d{1,5})\\s*-?>\\s*([^\\s:>]+?):(\\d{1,5})(?:/([a-zA-Z]+|\\d{1,3}))?");
  private static final String ANY = "*";
  private static final Pattern SPEC =
      Pattern.compile(
          "([^\\s:>]+?)(?::(\\d{1,5}|\\*))?\\s*-?>\\s*([^\\s:>/]+?)(?::(\\d{1,5}|\\*))?"
              + "(?:/([a-zA-Z]+|\\d{1,3}|\\*))?");
  private static final String SPEC_HINT =
      "`n1` for all of a node's packets, `n1 -> n8`, `n1:*->n8:7000/rdp`, or `*`";
  private static final String HINT = "`n1` for all of a node's packets, or `n1:5001->n8:7/udp`";
  private static final int PORT_MAX = 0xFFFF;
  private static final int PROTOCOL_MAX = 0xFF;

  private FlowText() {}

  /** Parses a flow, given the addresses of nodes by name. */
  public static FlowKey parse(String text, Map<String, Integer> addresses) throws UnitError {
    String flow = text.strip();
    Matcher tuple = TUPLE.matcher(flow);
    if (!tuple.matches()) {
      if (flow.contains(":") || flow.contains(">")) {
        throw new UnitError(Quoted.of(text) + " is no flow", HINT);
      }
      return FlowKey.ofSource(address(flow, addresses));
    }
    long high =
        (long) address(tuple.group(1), addresses) << 32
            | address(tuple.group(3), addresses) & 0xFFFF_FFFFL;
    long low =
        (long) protocol(tuple.group(5)) << 32
            | (long) port(tuple.group(2)) << 16
            | port(tuple.group(4));
    return new FlowKey(high, low);
  }

  /**
   * Parses a flow with wildcards: {@code n1}, {@code n1 -> n8}, {@code n1:*->n8:7000/rdp}, or
   * {@code *} for all packets. Omitted parts are wildcards. {@code addresses} are those of nodes,
   * by name.
   */
  public static FlowSpec spec(String text, Map<String, Integer> addresses) throws UnitError {
    String flow = text.strip();
    Matcher parts = SPEC.matcher(flow);
    if (parts.matches()) {
      String protocol = parts.group(5);
      return new FlowSpec(
          addressOrAny(parts.group(1), addresses),
          addressOrAny(parts.group(3), addresses),
          isAny(protocol) ? FlowSpec.ANY : protocol(protocol),
          portOrAny(parts.group(2)),
          portOrAny(parts.group(4)));
    }
    if (flow.contains(":") || flow.contains(">")) {
      throw new UnitError(Quoted.of(text) + " is no flow", SPEC_HINT);
    }
    int source = addressOrAny(flow, addresses);
    return new FlowSpec(source, FlowSpec.ANY, FlowSpec.ANY, FlowSpec.ANY, FlowSpec.ANY);
  }

  private static boolean isAny(@Nullable String part) {
    return part == null || part.equals(ANY);
  }

  private static int addressOrAny(String name, Map<String, Integer> addresses) throws UnitError {
    return isAny(name) ? FlowSpec.ANY : address(name, addresses);
  }

  private static int portOrAny(@Nullable String text) throws UnitError {
    return text == null || isAny(text) ? FlowSpec.ANY : port(text);
  }

  private static int address(String name, Map<String, Integer> addresses) throws UnitError {
    Integer known = addresses.get(name);
    if (known != null) {
      return known;
    }
    try {
      return Address.parse(name);
    } catch (IllegalArgumentException e) {
      throw new UnitError(
          "unknown node " + Quoted.of(name), Nearest.hint(name, addresses.keySet()));
    }
  }

  private static int port(String text) throws UnitError {
    int port = Integer.parseInt(text);
    if (port > PORT_MAX) {
      throw new UnitError("a port is 0…65535, not " + text);
    }
    return port;
  }

  private static int protocol(@Nullable String text) throws UnitError {
    if (text == null || text.equalsIgnoreCase("udp")) {
      return Ipv4Header.PROTOCOL_UDP;
    }
    if (text.equalsIgnoreCase("rdp")) {
      return Ipv4Header.PROTOCOL_RDP;
    }
    if (text.equalsIgnoreCase("tcp")) {
      return Ipv4Header.PROTOCOL_TCP;
    }
    int number = Character.isDigit(text.charAt(0)) ? Integer.parseInt(text) : PROTOCOL_MAX + 1;
    if (number > PROTOCOL_MAX) {
      throw new UnitError(Quoted.of(text) + " is no protocol", "`udp`, `tcp`, `rdp`, or a number");
    }
    return number;
  }

  /** Returns a flow as nodes print it, with node names in place of addresses. */
  public static String named(String flow, Map<String, String> names) {
    Matcher tuple = TUPLE.matcher(flow);
    if (!tuple.matches()) {
      return names.getOrDefault(flow, flow);
    }
    return "%s:%s->%s:%s/%s"
        .formatted(
            names.getOrDefault(tuple.group(1), tuple.group(1)),
            tuple.group(2),
            names.getOrDefault(tuple.group(3), tuple.group(3)),
            tuple.group(4),
            protocolName(tuple.group(5) == null ? "" : tuple.group(5)));
  }

  private static String protocolName(String number) {
    return switch (number) {
      case "6" -> "tcp";
      case "17" -> "udp";
      case "27" -> "rdp";
      default -> number.toLowerCase(Locale.ROOT);
    };
  }
}
