// SPDX-License-Identifier: Apache-2.0
package rani.study.trace;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import rani.model.menu.ServiceCatalog;
import rani.wire.Address;
import rani.wire.Frame;
import rani.wire.PacketGlance;
import rani.world.NodeTrace;

/**
 * A filter of trace events. All conditions must hold; an empty condition holds for every event; a
 * condition on packets excludes events without a packet.
 *
 * @param packetId identification that the source gave the packet
 * @param service whose notes, deliveries and packets are selected
 * @param rawTime whether the two times are node time. Otherwise they count from the start of the
 *     run, and events before the start match if there is no earliest time
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
  /** A service in traces: its name in notes and deliveries, and its number in active packets. */
  public record Service(String name, OptionalInt number) {
    /** Parts of a node that write notes as services do. */
    private static final List<String> BESIDES = List.of("node", "gateway");

    /** Returns the names of services and of what writes notes besides. */
    public static List<String> names(ServiceCatalog services) {
      return Stream.concat(services.names().stream(), BESIDES.stream()).toList();
    }

    public static Service named(String name, ServiceCatalog services) {
      return services
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
   * Returns a receiver of a node's events that passes on only matching ones for which {@code room}
   * returns true. {@code go} is the node time of the start of the run; empty before it.
   */
  public NodeTrace selecting(
      String node, Supplier<OptionalLong> go, BooleanSupplier room, NodeTrace told) {
    PacketGlance glance = new PacketGlance();
    return (EachEvent)
        (nowNanos, kind, detail, frame, event) -> {
          String reason = kind.equals("drop") ? detail : "";
          if (!takes(node, kind, reason, nowNanos, go.get())) {
            return;
          }
          PacketGlance packet = null;
          if (frame != null && Frame.check(frame) == null) {
            boolean _ = glance.isAgain(frame);
            packet = glance;
          }
          if (takes(packet, service(kind, detail)) && room.getAsBoolean()) {
            event.accept(told);
          }
        };
  }

  private static String service(String kind, String detail) {
    return switch (kind) {
      case "delivery" -> detail;
      case "note" -> detail.substring(0, detail.indexOf(' '));
      default -> "";
    };
  }

  /** Returns whether an event matches, apart from packet and service. Only drops have a reason. */
  private boolean takes(
      String node, String kind, String reason, long timeNanos, OptionalLong goNanos) {
    return (nodes.isEmpty() || nodes.contains(node))
        && (kinds.isEmpty() || kinds.contains(kind))
        && (reasons.isEmpty() || reasons.contains(reason))
        && isInTime(timeNanos, goNanos);
  }

  private boolean isInTime(long timeNanos, OptionalLong goNanos) {
    if (!rawTime && (goNanos.isEmpty() || timeNanos < goNanos.getAsLong())) {
      return sinceNanos.isEmpty();
    }
    long time = rawTime ? timeNanos : timeNanos - goNanos.orElse(0);
    return (sinceNanos.isEmpty() || time >= sinceNanos.getAsLong())
        && (untilNanos.isEmpty() || time <= untilNanos.getAsLong());
  }

  /** Returns whether the packet, if any, and the service that wrote the note or took it match. */
  private boolean takes(@Nullable PacketGlance packet, String named) {
    return isOfPacket(packet) && (service.isEmpty() || isOf(service.get(), packet, named));
  }

  private boolean isOfPacket(@Nullable PacketGlance packet) {
    if (source.isEmpty() && destination.isEmpty() && packetId.isEmpty()) {
      return true;
    }
    return packet != null
        && (source.isEmpty() || source.get().equals(Address.text(packet.source())))
        && (destination.isEmpty() || destination.get().equals(Address.text(packet.destination())))
        && (packetId.isEmpty() || packetId.getAsInt() == packet.identification());
  }

  private static boolean isOf(Service service, @Nullable PacketGlance packet, String named) {
    return service.name.equals(named)
        || (packet != null
            && service.number.isPresent()
            && service.number.getAsInt() == packet.service());
  }
}
