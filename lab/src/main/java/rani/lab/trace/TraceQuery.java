// SPDX-License-Identifier: Apache-2.0
package rani.lab.trace;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import rani.lab.observe.TraceEvent;
import rani.lab.observe.TraceFrame;
import rani.lab.observe.TracePacket;
import rani.lab.topology.ServiceCatalog;

/**
 * Which events of a trace are asked for: those that meet every condition. A condition about packets
 * leaves out what is about none.
 *
 * @param nodes at which it happened; empty for any
 * @param kinds of event, such as {@code drop}; empty for any
 * @param reasons of drops; empty for any event
 * @param source address of the packet's source
 * @param destination address of the packet's destination
 * @param packetId the packet's identification, as its source numbers it
 * @param service a service whose notes, deliveries and packets are meant
 * @param sinceNanos not before this time
 * @param untilNanos not after this time
 * @param rawTime whether these two are node time; else they count from go, and what happened before
 *     go is before any time
 */
public record TraceQuery(
    Set<String> nodes,
    Set<String> kinds,
    Set<String> reasons,
    Optional<String> source,
    Optional<String> destination,
    OptionalInt packetId,
    Optional<Service> service,
    OptionalLong sinceNanos,
    OptionalLong untilNanos,
    boolean rawTime) {

  /** Everything. */
  public static final TraceQuery ALL =
      new TraceQuery(
          Set.of(),
          Set.of(),
          Set.of(),
          Optional.empty(),
          Optional.empty(),
          OptionalInt.empty(),
          Optional.empty(),
          OptionalLong.empty(),
          OptionalLong.empty(),
          false);

  /**
   * A service as traces name it.
   *
   * @param name in notes and deliveries
   * @param number in active packets; empty if it has none
   */
  public record Service(String name, OptionalInt number) {
    /** Services of traces that no file names. */
    private static final List<String> BESIDES = List.of("node", "gateway");

    /** The names that there are. */
    public static List<String> names() {
      List<String> names = new ArrayList<>(ServiceCatalog.installed().names());
      names.addAll(BESIDES);
      return names;
    }

    /** The service of a name that there is. */
    public static Service named(String name) {
      return ServiceCatalog.installed()
          .find(name)
          .map(provider -> new Service(name, OptionalInt.of(provider.number())))
          .orElse(new Service(name, OptionalInt.empty()));
    }
  }

  public TraceQuery {
    nodes = Set.copyOf(nodes);
    kinds = Set.copyOf(kinds);
    reasons = Set.copyOf(reasons);
  }

  /**
   * Whether an event is asked for.
   *
   * @param goNanos node time of go; empty before that
   */
  public boolean takes(TraceEvent event, OptionalLong goNanos) {
    return (nodes.isEmpty() || nodes.contains(event.node()))
        && (kinds.isEmpty() || kinds.contains(TraceWords.kind(event)))
        && (reasons.isEmpty()
            || (event instanceof TraceEvent.Drop drop && reasons.contains(drop.reason())))
        && isInTime(event.timeNanos(), goNanos)
        && isOfPacket(event)
        && (service.isEmpty() || isOf(service.get(), event));
  }

  private boolean isInTime(long timeNanos, OptionalLong goNanos) {
    if (!rawTime && (goNanos.isEmpty() || timeNanos < goNanos.getAsLong())) {
      return sinceNanos.isEmpty();
    }
    long time = rawTime ? timeNanos : timeNanos - goNanos.orElse(0);
    return (sinceNanos.isEmpty() || time >= sinceNanos.getAsLong())
        && (untilNanos.isEmpty() || time <= untilNanos.getAsLong());
  }

  private boolean isOfPacket(TraceEvent event) {
    if (source.isEmpty() && destination.isEmpty() && packetId.isEmpty()) {
      return true;
    }
    TracePacket packet = packet(event).orElse(null);
    return packet != null
        && (source.isEmpty() || source.get().equals(packet.from()))
        && (destination.isEmpty() || destination.get().equals(packet.to()))
        && (packetId.isEmpty() || packetId.getAsInt() == packet.id());
  }

  private static boolean isOf(Service service, TraceEvent event) {
    if (event instanceof TraceEvent.Note note) {
      return service.name.equals(note.values().get("service"));
    }
    if (event instanceof TraceEvent.Delivery delivery && service.name.equals(delivery.at())) {
      return true;
    }
    return service.number.isPresent()
        && packet(event).filter(packet -> packet.service().equals(service.number)).isPresent();
  }

  /** The packet that an event is about. */
  private static Optional<TracePacket> packet(TraceEvent event) {
    return switch (event) {
      case TraceEvent.Origin e -> Optional.of(e.packet());
      case TraceEvent.Arrival e -> packet(e.frame());
      case TraceEvent.Verdict e -> Optional.of(e.packet());
      case TraceEvent.Head e -> Optional.of(e.packet());
      case TraceEvent.Departure e -> Optional.of(e.packet());
      case TraceEvent.Delivery e -> Optional.of(e.packet());
      case TraceEvent.Drop e -> packet(e.frame());
      case TraceEvent.Filter _, TraceEvent.Congestion _, TraceEvent.Link _, TraceEvent.Note _ ->
          Optional.empty();
    };
  }

  private static Optional<TracePacket> packet(TraceFrame frame) {
    return frame.packet();
  }
}
