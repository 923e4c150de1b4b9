// SPDX-License-Identifier: Apache-2.0
package rani.study.trace;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import rani.model.menu.ServiceCatalog;
import rani.wire.Address;
import rani.wire.Frame;
import rani.wire.PacketGlance;
import rani.world.NodeTrace;

/**
 * A filter of trace events: all conditions must hold. A condition on packets excludes events
 * without a packet.
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

  /**
   * A service as traces name it.
   *
   * @param name in notes and deliveries
   * @param number in active packets; empty if it has none
   */
  public record Service(String name, OptionalInt number) {
    /** Names in traces that are not services of a file. */
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
   * Filters the events of a node.
   *
   * @param go node time of go; empty before that
   * @param room asked for each matching event whether it is passed on
   * @param told receives matching events
   * @return the trace for the node
   */
  public NodeTrace selecting(
      String node, Supplier<OptionalLong> go, BooleanSupplier room, NodeTrace told) {
    PacketGlance glance = new PacketGlance();
    EachEvent selected =
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
    return selected;
  }

  private static String service(String kind, String detail) {
    return switch (kind) {
      case "delivery" -> detail;
      case "note" -> detail.substring(0, detail.indexOf(' '));
      default -> "";
    };
  }

  /**
   * Whether an event matches, packet and service aside.
   *
   * @param reason of a drop; else empty
   */
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

  /**
   * Whether packet and service of an event match.
   *
   * @param packet null if it is about none
   * @param named the service that notes it or takes the packet; else empty
   */
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
