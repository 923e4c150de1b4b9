// SPDX-License-Identifier: Apache-2.0
package rani.model.capture;

import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import rani.model.file.MapReader;
import rani.model.file.Nearest;
import rani.model.file.Quoted;
import rani.model.file.UnitError;
import rani.model.menu.ServiceCatalog;
import rani.model.topology.ServiceChecks;
import rani.model.topology.Topology;
import rani.service.ServiceProvider;
import rani.wire.Address;
import rani.wire.Frame;
import rani.wire.Ipv4Header;
import rani.wire.RaniHeader;

/**
 * Filter of a capture, which captures the frames that meet every condition.
 *
 * <pre>
 * from=n1            the packet's source: a node or an address       from=n1,n2   one of them
 * to=n8              its destination                                 to!=n8       any other
 * with=n1            source or destination
 * proto=rdp          udp, rdp, tcp, icmp, control (the services' own messages), or a number
 * port=7000          source or destination port of UDP, RDP or TCP
 * service=echo       active packets that ask for the service, by name or number; `node` for 0
 * id=12              the packet's identification, as its source numbers it
 * active  passive    whether it asks for a service
 * in  out            whether it comes in at the captured end, or leaves
 * malformed          frames that nodes refuse; conditions about fields never match these
 * </pre>
 */
public record CaptureFilter(List<CaptureFilter.Condition> conditions) {
  public static final CaptureFilter ALL = new CaptureFilter(List.of());
  public static final int CONDITIONS_MAX = 32;
  public static final int VALUES_MAX = 64;
  private static final List<String> FLAGS = List.of("active", "passive", "in", "out", "malformed");
  private static final Map<String, Integer> PROTOCOLS = new LinkedHashMap<>();
  private static final int NUMBER16_MAX = 0xFFFF;

  static {
    PROTOCOLS.put("udp", Ipv4Header.PROTOCOL_UDP);
    PROTOCOLS.put("rdp", Ipv4Header.PROTOCOL_RDP);
    PROTOCOLS.put("tcp", Ipv4Header.PROTOCOL_TCP);
    PROTOCOLS.put("icmp", Ipv4Header.PROTOCOL_ICMP);
    PROTOCOLS.put("control", Ipv4Header.PROTOCOL_SERVICE);
  }

  /** Packet field that a condition tests; its name in files is in lower case. */
  private enum Field {
    FROM,
    TO,
    WITH,
    PROTO,
    PORT,
    SERVICE,
    ID;

    private static final List<String> WORDS = Stream.of(values()).map(MapReader::nameOf).toList();

    boolean isAddress() {
      return this == FROM || this == TO || this == WITH;
    }
  }

  /** Condition, or a flag without a field. Its text contains no names of nodes or services. */
  private record Condition(
      @Nullable Field field, boolean negated, List<Integer> values, String text) {}

  /** Parses a filter, which may name a topology's nodes; an empty text means all frames. */
  public static CaptureFilter parse(String text, Topology topology) throws UnitError {
    SequencedMap<String, Integer> addresses = ServiceChecks.addresses(topology);
    List<Condition> conditions = new ArrayList<>();
    for (String word : text.strip().split("\\s+")) {
      if (!word.isEmpty()) {
        conditions.add(condition(word, addresses, topology));
      }
    }
    if (conditions.size() > CONDITIONS_MAX) {
      throw new UnitError("a filter has at most " + CONDITIONS_MAX + " conditions");
    }
    return new CaptureFilter(List.copyOf(conditions));
  }

  private static Condition condition(
      String word, SequencedMap<String, Integer> addresses, Topology topology) throws UnitError {
    List<String> words = new ArrayList<>(Field.WORDS);
    words.addAll(FLAGS);
    int equals = word.indexOf('=');
    if (equals < 0) {
      if (FLAGS.contains(word)) {
        return new Condition(null, false, List.of(), word);
      }
      throw new UnitError(Quoted.of(word) + " is no condition", Nearest.hint(word, words));
    }
    boolean negated = equals > 0 && word.charAt(equals - 1) == '!';
    String key = word.substring(0, negated ? equals - 1 : equals);
    if (!Field.WORDS.contains(key)) {
      throw new UnitError(
          "there is nothing called " + Quoted.of(key) + " in a packet", Nearest.hint(key, words));
    }
    Field field = Field.values()[Field.WORDS.indexOf(key)];
    String[] given = word.substring(equals + 1).split(",", -1);
    if (given.length > VALUES_MAX) {
      throw new UnitError("a condition has at most " + VALUES_MAX + " values");
    }
    List<Integer> values = new ArrayList<>();
    List<String> texts = new ArrayList<>();
    for (String one : given) {
      int value = field.isAddress() ? address(one, addresses) : number(field, one, topology);
      values.add(value);
      texts.add(field.isAddress() ? Address.text(value) : Integer.toString(value));
    }
    String text = key + (negated ? "!=" : "=") + String.join(",", texts);
    return new Condition(field, negated, List.copyOf(values), text);
  }

  private static int address(String text, SequencedMap<String, Integer> addresses)
      throws UnitError {
    Integer known = addresses.get(text);
    if (known != null) {
      return known;
    }
    if (!text.isEmpty() && Character.isDigit(text.charAt(0)) && text.indexOf('.') > 0) {
      try {
        return Address.parse(text);
      } catch (IllegalArgumentException e) {
        throw new UnitError(String.valueOf(e.getMessage()));
      }
    }
    throw new UnitError(
        Quoted.of(text) + " is neither an address nor a node",
        Nearest.hint(text, addresses.sequencedKeySet()));
  }

  private static int number(Field field, String text, Topology topology) throws UnitError {
    return switch (field) {
      case PROTO -> number(text, PROTOCOLS, 0xFF, "protocol");
      case SERVICE -> number(text, services(topology), NUMBER16_MAX, "service");
      default -> number(text, Map.of(), NUMBER16_MAX, MapReader.nameOf(field));
    };
  }

  private static Map<String, Integer> services(Topology topology) {
    ServiceCatalog catalog = topology.catalog(ServiceCatalog.installed());
    Map<String, Integer> services = new LinkedHashMap<>();
    services.put("node", 0);
    for (String name : catalog.names()) {
      services.put(name, catalog.find(name).map(ServiceProvider::number).orElse(0));
    }
    return services;
  }

  private static int number(String text, Map<String, Integer> names, int max, String what)
      throws UnitError {
    int number = text.matches("\\d{1,5}") ? Integer.parseInt(text) : Integer.MAX_VALUE;
    Integer known = names.getOrDefault(text, number);
    if (known <= max) {
      return known;
    }
    throw new UnitError(
        Quoted.of(text) + " is no " + what + ", and no number of 0…" + max,
        names.isEmpty() ? "" : Nearest.hint(text, List.copyOf(names.keySet())));
  }

  /** Returns whether a frame meets every condition. */
  public boolean takes(Direction direction, ByteBuf frame) {
    if (conditions.isEmpty()) {
      return true;
    }
    boolean wellFormed = Frame.check(frame) == null;
    for (Condition condition : conditions) {
      boolean holds =
          condition.field == null
              ? holds(condition.text, direction, wellFormed, frame)
              : wellFormed && holds(condition.field, condition.values, frame) != condition.negated;
      if (!holds) {
        return false;
      }
    }
    return true;
  }

  private static boolean holds(
      String flag, Direction direction, boolean wellFormed, ByteBuf frame) {
    return switch (flag) {
      case "in" -> direction == Direction.IN;
      case "out" -> direction == Direction.OUT;
      case "malformed" -> !wellFormed;
      default -> wellFormed && RaniHeader.act(frame, frame.readerIndex()) == flag.equals("active");
    };
  }

  private static boolean holds(Field field, List<Integer> values, ByteBuf frame) {
    return switch (field) {
      case FROM -> values.contains(Frame.source(frame));
      case TO -> values.contains(Frame.destination(frame));
      case WITH ->
          values.contains(Frame.source(frame)) || values.contains(Frame.destination(frame));
      case PROTO -> values.contains(Ipv4Header.protocol(frame, Frame.ipv4(frame)));
      case PORT ->
          values.contains(Frame.sourcePort(frame)) || values.contains(Frame.destinationPort(frame));
      case SERVICE ->
          RaniHeader.act(frame, frame.readerIndex())
              && values.contains(RaniHeader.service(frame, frame.readerIndex()));
      case ID -> values.contains(Ipv4Header.identification(frame, Frame.ipv4(frame)));
    };
  }

  /** Returns the filter with numeric addresses, which any node can parse; empty for all frames. */
  public String text() {
    return String.join(" ", conditions.stream().map(Condition::text).toList());
  }

  @Override
  public String toString() {
    return text();
  }
}
