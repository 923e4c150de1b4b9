// SPDX-License-Identifier: Apache-2.0
package rani.model.capture;

import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import rani.model.file.Nearest;
import rani.model.file.Quoted;
import rani.model.file.UnitError;
import rani.model.menu.ServiceCatalog;
import rani.model.topology.Topology;
import rani.model.topology.TopologyNode;
import rani.service.ServiceProvider;
import rani.wire.Address;
import rani.wire.Frame;
import rani.wire.Ipv4Header;
import rani.wire.RaniHeader;

/**
 * Which frames a capture takes: those that meet every condition.
 *
 * <pre>
 * from=n1            the packet's source: a node or an address       from=n1,n2   one of them
 * to=n8              its destination                                 to!=n8       any other
 * with=n1            source or destination
 * proto=rdp          udp, rdp, control (the services' own messages), or a number
 * port=7000          source or destination port of UDP or RDP
 * service=lgc        active packets that ask for the service, by name or number; `node` for 0
 * id=12              the packet's identification, as its source numbers it
 * active  passive    whether it asks for a service
 * in  out            whether it comes in at the captured end, or leaves
 * malformed          what is no frame; every condition above that is about fields leaves it out
 * </pre>
 */
public final class CaptureFilter {
  /** Everything. */
  public static final CaptureFilter ALL = new CaptureFilter(List.of());

  /** Conditions in one filter. */
  public static final int CONDITIONS_MAX = 32;

  /** Values of one condition. */
  public static final int VALUES_MAX = 64;

  private static final List<String> FLAGS = List.of("active", "passive", "in", "out", "malformed");
  private static final SequencedMap<String, Field> FIELDS = new LinkedHashMap<>();
  private static final SequencedMap<String, Integer> PROTOCOLS = new LinkedHashMap<>();
  private static final String NODE_ITSELF = "node";
  private static final int NUMBER16_MAX = 0xFFFF;

  static {
    for (Field field : Field.values()) {
      FIELDS.put(field.word, field);
    }
    PROTOCOLS.put("udp", Ipv4Header.PROTOCOL_UDP);
    PROTOCOLS.put("rdp", Ipv4Header.PROTOCOL_RDP);
    PROTOCOLS.put("control", Ipv4Header.PROTOCOL_SERVICE);
  }

  private final List<Condition> conditions;

  private CaptureFilter(List<Condition> conditions) {
    this.conditions = List.copyOf(conditions);
  }

  /** What a condition with values is about. */
  private enum Field {
    FROM("from"),
    TO("to"),
    WITH("with"),
    PROTO("proto"),
    PORT("port"),
    SERVICE("service"),
    ID("id");

    private final String word;

    Field(String word) {
      this.word = word;
    }
  }

  /** One condition; its text names addresses and numbers alone. */
  private sealed interface Condition {
    String text();
  }

  private record Flag(String text) implements Condition {}

  private record Values(Field field, boolean negated, List<Integer> values, String text)
      implements Condition {}

  /**
   * Reads a filter.
   *
   * @param text conditions separated by blanks; empty for everything
   * @param topology whose nodes may be named
   * @throws UnitError naming the nearest right word
   */
  public static CaptureFilter parse(String text, Topology topology) throws UnitError {
    SequencedMap<String, Integer> addresses = new LinkedHashMap<>();
    for (TopologyNode node : topology.nodes()) {
      addresses.put(node.name(), node.virtualAddress());
    }
    List<Condition> conditions = new ArrayList<>();
    for (String word : text.strip().split("\\s+")) {
      if (!word.isEmpty()) {
        conditions.add(condition(word, addresses));
      }
    }
    if (conditions.size() > CONDITIONS_MAX) {
      throw new UnitError("a filter has at most " + CONDITIONS_MAX + " conditions");
    }
    return new CaptureFilter(conditions);
  }

  private static Condition condition(String word, SequencedMap<String, Integer> addresses)
      throws UnitError {
    int equals = word.indexOf('=');
    if (equals < 0) {
      if (FLAGS.contains(word)) {
        return new Flag(word);
      }
      throw new UnitError(Quoted.of(word) + " is no condition", Nearest.hint(word, words()));
    }
    boolean negated = equals > 0 && word.charAt(equals - 1) == '!';
    String key = word.substring(0, negated ? equals - 1 : equals);
    Field field = FIELDS.get(key);
    if (field == null) {
      throw new UnitError(
          "there is nothing called " + Quoted.of(key) + " in a packet", Nearest.hint(key, words()));
    }
    String[] given = word.substring(equals + 1).split(",", -1);
    if (given.length > VALUES_MAX) {
      throw new UnitError("a condition has at most " + VALUES_MAX + " values");
    }
    List<Integer> values = new ArrayList<>();
    List<String> texts = new ArrayList<>();
    for (String one : given) {
      int value = value(field, one, addresses);
      values.add(value);
      texts.add(text(field, value));
    }
    return new Values(
        field,
        negated,
        List.copyOf(values),
        key + (negated ? "!=" : "=") + String.join(",", texts));
  }

  private static List<String> words() {
    List<String> words = new ArrayList<>(FIELDS.sequencedKeySet());
    words.addAll(FLAGS);
    return words;
  }

  private static int value(Field field, String text, SequencedMap<String, Integer> addresses)
      throws UnitError {
    return switch (field) {
      case FROM, TO, WITH -> address(text, addresses);
      case PROTO -> named(text, PROTOCOLS, 0xFF, "protocol");
      case SERVICE -> named(text, services(), NUMBER16_MAX, "service");
      case PORT, ID -> named(text, new LinkedHashMap<>(), NUMBER16_MAX, field.word);
    };
  }

  private static String text(Field field, int value) {
    return switch (field) {
      case FROM, TO, WITH -> Address.text(value);
      case PROTO, SERVICE, PORT, ID -> Integer.toString(value);
    };
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

  private static SequencedMap<String, Integer> services() {
    ServiceCatalog catalog = ServiceCatalog.installed();
    SequencedMap<String, Integer> services = new LinkedHashMap<>();
    services.put(NODE_ITSELF, 0);
    for (String name : catalog.names()) {
      services.put(name, catalog.find(name).map(ServiceProvider::number).orElse(0));
    }
    return services;
  }

  private static int named(String text, Map<String, Integer> names, int max, String what)
      throws UnitError {
    Integer named = names.get(text);
    if (named != null) {
      return named;
    }
    OptionalInt number =
        text.matches("\\d{1,5}") ? OptionalInt.of(Integer.parseInt(text)) : OptionalInt.empty();
    if (number.isPresent() && number.getAsInt() <= max) {
      return number.getAsInt();
    }
    throw new UnitError(
        Quoted.of(text) + " is no " + what + ", and no number of 0…" + max,
        names.isEmpty() ? "" : Nearest.hint(text, List.copyOf(names.keySet())));
  }

  /** Whether a frame is taken. */
  public boolean takes(Direction direction, ByteBuf frame) {
    if (conditions.isEmpty()) {
      return true;
    }
    boolean wellFormed = Frame.check(frame) == null;
    for (Condition condition : conditions) {
      boolean holds =
          switch (condition) {
            case Flag flag -> holds(flag.text, direction, wellFormed, frame);
            case Values values -> wellFormed && holds(values, frame) != values.negated;
          };
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
      case "active" -> wellFormed && RaniHeader.act(frame, frame.readerIndex());
      default -> wellFormed && !RaniHeader.act(frame, frame.readerIndex());
    };
  }

  private static boolean holds(Values condition, ByteBuf frame) {
    List<Integer> values = condition.values;
    return switch (condition.field) {
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

  /** The filter in addresses and numbers, which any node understands; empty for everything. */
  public String text() {
    return String.join(" ", conditions.stream().map(Condition::text).toList());
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof CaptureFilter filter && filter.conditions.equals(conditions);
  }

  @Override
  public int hashCode() {
    return conditions.hashCode();
  }

  @Override
  public String toString() {
    return text();
  }
}
