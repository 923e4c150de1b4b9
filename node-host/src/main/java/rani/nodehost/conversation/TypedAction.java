// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.conversation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import rani.json.Json;
import rani.json.JsonObject;
import rani.link.DropList;
import rani.link.LinkChange;
import rani.model.file.LocatedList;
import rani.model.file.LocatedMap;
import rani.model.file.LocatedScalar;
import rani.model.file.LocatedValue;
import rani.model.file.Location;
import rani.model.file.UnitError;
import rani.model.file.Units;
import rani.model.topology.ScheduleEntry;
import rani.model.topology.ScheduleEntry.Action;
import rani.model.topology.ScheduleEntry.Way;
import rani.wire.PacketPlan;
import rani.wire.Payload;
import rani.world.Facts;

/**
 * An action in the JSON that programs send to a node, with typed values. The text form that people
 * write is read by {@code POST /operate}.
 */
record TypedAction(Kind kind, Object value) {
  /** File location in error messages. */
  private static final Location HERE = Location.ofFile("operation");

  /**
   * Kinds of actions that a node executes. Three have another form in JSON; the others are sent as
   * they are.
   */
  enum Kind {
    SET_LINK(ScheduleEntry.SetLink.class),
    CUT(ScheduleEntry.Cut.class),
    INJECT(ScheduleEntry.Inject.class),
    FILTER(ScheduleEntry.Filter.class),
    UNFILTER(ScheduleEntry.Unfilter.class),
    START(ScheduleEntry.Start.class),
    STOP(ScheduleEntry.Stop.class),
    RESTART(ScheduleEntry.Restart.class),
    TELL(ScheduleEntry.Tell.class);

    private final Class<? extends Action> type;

    Kind(Class<? extends Action> type) {
      this.type = type;
    }
  }

  static TypedAction of(Action action) {
    Object value =
        switch (action) {
          case ScheduleEntry.SetLink set -> SetLink.of(set);
          case ScheduleEntry.Inject inject -> Inject.of(inject);
          case ScheduleEntry.Start start -> Start.of(start);
          default -> action;
        };
    return Arrays.stream(Kind.values())
        .filter(kind -> kind.type.isInstance(action))
        .findFirst()
        .map(kind -> new TypedAction(kind, value))
        .orElseThrow(
            () -> new IllegalArgumentException("a node neither adds nor removes by itself"));
  }

  /**
   * Converts the values to an action.
   *
   * @throws IllegalArgumentException if a value is out of range
   * @throws tools.jackson.core.JacksonException if a value has a wrong type
   */
  Action action() {
    return switch (kind) {
      case SET_LINK -> read(SetLink.class).action();
      case INJECT -> read(Inject.class).action();
      case START -> read(Start.class).action();
      default -> read(kind.type);
    };
  }

  private <T> T read(Class<T> type) {
    if (value instanceof Map<?, ?> map) {
      return Json.as(JsonObject.of(map), type);
    }
    throw new IllegalArgumentException("an action has its values by name, not " + value);
  }

  /** New parameters of a link; those that are null stay. The rate is text as in topology files. */
  private record SetLink(
      Way way,
      @Nullable String rate,
      @Nullable Long delayNanos,
      @Nullable Long jitterNanos,
      @Nullable Double loss,
      @Nullable Double duplicate,
      @Nullable Double reorder,
      @Nullable Double corrupt,
      @Nullable DropList drops)
      implements Facts {
    static SetLink of(ScheduleEntry.SetLink set) {
      LinkChange to = set.change();
      return new SetLink(
          set.way(),
          to.rate() == null ? null : Units.printRate(to.rate()),
          to.delayNanos(),
          to.jitterNanos(),
          to.loss(),
          to.duplicate(),
          to.reorder(),
          to.corrupt(),
          to.drops());
    }

    Action action() {
      try {
        return new ScheduleEntry.SetLink(
            way,
            new LinkChange(
                rate == null ? null : Units.rate(rate),
                delayNanos,
                jitterNanos,
                loss,
                duplicate,
                reorder,
                corrupt,
                drops));
      } catch (UnitError e) {
        throw new IllegalArgumentException(e.getMessage(), e);
      }
    }
  }

  /** Packets to be injected, with the payload in hexadecimal. */
  private record Inject(
      String node,
      String to,
      String service,
      boolean active,
      int protocol,
      int sourcePort,
      int destinationPort,
      int dscp,
      int ecn,
      int ttl,
      long lifetimeMicros,
      int lengthBytes,
      String payload,
      int count,
      long gapNanos) {
    static Inject of(ScheduleEntry.Inject inject) {
      PacketPlan packet = inject.packet();
      return new Inject(
          inject.node(),
          inject.to(),
          inject.service(),
          packet.active(),
          packet.protocol(),
          packet.sourcePort(),
          packet.destinationPort(),
          packet.dscp(),
          packet.ecn(),
          packet.ttl(),
          packet.lifetimeMicros(),
          packet.lengthBytes(),
          packet.payload().hex(),
          inject.count(),
          inject.gapNanos());
    }

    Action action() {
      PacketPlan packet =
          new PacketPlan(
              0,
              active,
              0,
              protocol,
              sourcePort,
              destinationPort,
              dscp,
              ecn,
              ttl,
              lifetimeMicros,
              lengthBytes,
              Payload.of(HexFormat.of().parseHex(payload)));
      return new ScheduleEntry.Inject(node, to, service, packet, count, gapNanos);
    }
  }

  /** A service to be started; options are texts, and lists and objects of texts. */
  private record Start(String node, String service, JsonObject options) {
    static Start of(ScheduleEntry.Start start) {
      return new Start(start.node(), start.service(), JsonObject.of(values(start.options())));
    }

    Action action() {
      return new ScheduleEntry.Start(node, service, located(options.byKey()));
    }

    private static SequencedMap<String, @Nullable Object> values(LocatedMap map) {
      SequencedMap<String, @Nullable Object> values = new LinkedHashMap<>();
      map.entries().forEach((key, entry) -> values.put(key, value(entry.value())));
      return values;
    }

    private static @Nullable Object value(LocatedValue value) {
      return switch (value) {
        case LocatedScalar scalar -> scalar.isNull() ? null : scalar.text();
        case LocatedList list -> {
          List<@Nullable Object> values = new ArrayList<>();
          list.values().forEach(each -> values.add(value(each)));
          yield values;
        }
        case LocatedMap map -> values(map);
      };
    }

    private static LocatedMap located(Map<?, ?> values) {
      SequencedMap<String, LocatedMap.Entry> entries = new LinkedHashMap<>();
      values.forEach(
          (key, value) ->
              entries.put(String.valueOf(key), new LocatedMap.Entry(HERE, located(value))));
      return new LocatedMap(HERE, entries);
    }

    private static LocatedValue located(@Nullable Object value) {
      return switch (value) {
        case null -> new LocatedScalar(HERE, "", false);
        case Map<?, ?> map -> located(map);
        case List<?> list -> new LocatedList(HERE, list.stream().map(Start::located).toList());
        default -> new LocatedScalar(HERE, String.valueOf(value), true);
      };
    }
  }
}
