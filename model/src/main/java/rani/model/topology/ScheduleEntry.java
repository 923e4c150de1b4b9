// SPDX-License-Identifier: Apache-2.0
package rani.model.topology;

import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import rani.link.LinkChange;
import rani.model.file.LocatedMap;
import rani.model.file.Location;
import rani.wire.PacketPlan;

/**
 * Entry of a network's schedule.
 *
 * @param atNanos time since the start of the run
 * @param where location of the time in the file; ignored by {@code equals}
 */
public record ScheduleEntry(long atNanos, Action action, Location where) {
  public static final int ENTRIES_MAX = rani.node.NodeConfig.SCHEDULE_MAX;

  /** Limit of changes of links and nodes in one schedule. */
  public static final int CHANGES_MAX = 256;

  /** Default lifetime of a filter: a minute. */
  public static final long FILTER_NANOS = 60_000_000_000L;

  /** Returns the operation without its time, as operators write it for a running network. */
  public String operation() {
    return ScheduleText.operation(action);
  }

  /** Returns the operation in a few words, as charts name it: {@code cut n1 -- n2}. */
  public String inWords() {
    return ScheduleText.words(action);
  }

  public sealed interface Action {
    /** Returns the nodes that perform the action; empty for changes of the network. */
    default List<String> nodes() {
      return switch (this) {
        case OfLink link -> link.way().senders();
        case OfNode node -> List.of(node.node());
        case Change _ -> List.of();
      };
    }

    /** Returns whether the action needs a node. */
    default boolean isAbout(String node) {
      return switch (this) {
        case OfLink link -> link.way().from().equals(node) || link.way().to().equals(node);
        case Inject inject -> inject.node().equals(node) || inject.to().equals(node);
        case Filter filter -> isAbout(node, filter.node(), filter.from(), filter.flow());
        case Unfilter filter -> isAbout(node, filter.node(), filter.from(), filter.flow());
        case OfNode other -> other.node().equals(node);
        case Change change -> change.touches(node);
      };
    }

    private static boolean isAbout(TopologyLink link, String node, String from) {
      return LinkName.of(link).identity().equals(new LinkName(node, from, 1).identity());
    }

    private static boolean isAbout(String node, String at, String from, String flow) {
      return at.equals(node)
          || from.equals(node)
          || List.of(flow.split("[^A-Za-z0-9_-]+|->")).contains(node);
    }

    /** Returns whether the action concerns a link. */
    default boolean isAbout(TopologyLink link) {
      return switch (this) {
        case OfLink one -> one.way().link().equals(LinkName.of(link).identity());
        case Filter filter -> isAbout(link, filter.node(), filter.from());
        case Unfilter filter -> isAbout(link, filter.node(), filter.from());
        case Change change -> change.planned().removed().contains(link);
        case OfNode _ -> false;
      };
    }
  }

  public sealed interface OfLink extends Action {
    /** Returns the link, and whether one or both directions are meant. */
    Way way();
  }

  public sealed interface OfNode extends Action {
    String node();
  }

  /** Change of settings of a link or a direction of it; absent values stay as they are. */
  public record SetLink(Way way, LinkChange change) implements OfLink {}

  /** Failure or repair of a link, always in both directions. */
  public record Cut(Way way, boolean out) implements OfLink {}

  /**
   * Injection of packets by a node.
   *
   * @param service name or number of the service that the packets request; empty for none
   * @param packet template of the packets; its destination and service number are set later
   */
  public record Inject(
      String node, String to, String service, PacketPlan packet, int count, long gapNanos)
      implements OfNode {}

  /**
   * Ingress filter at a node.
   *
   * @param flow as {@link FlowText} parses it
   * @param from neighbour whose link the packets come from, with {@code #2} for a second link; the
   *     node itself for its own packets; empty for all
   * @param durationNanos lifetime of the filter
   */
  public record Filter(String node, String flow, String from, long durationNanos)
      implements OfNode {}

  /** Removal of an ingress filter before its lifetime ends; see {@link Filter}. */
  public record Unfilter(String node, String flow, String from) implements OfNode {}

  /** Addition of a service to a node's menu, and its start. */
  public record Start(String node, String service, LocatedMap options) implements OfNode {}

  /** Stop of a service, and its removal from a node's menu. */
  public record Stop(String node, String service) implements OfNode {}

  /** Restart of a service with the same options. */
  public record Restart(String node, String service) implements OfNode {}

  /** Call of a service's verb. */
  public record Tell(String node, String service, String verb, List<String> arguments)
      implements OfNode {}

  /**
   * Addition or removal of a link or node. The supervisor performs it, and all later entries of the
   * schedule, because nodes cannot.
   *
   * @param entry the change as operators write it
   * @param planned the change applied to the network that earlier entries lead to
   */
  public record Change(LocatedMap entry, NetworkChange planned) implements Action {
    private boolean touches(String node) {
      return switch (planned) {
        case NetworkChange.RemoveNode remove -> remove.node().name().equals(node);
        default ->
            Stream.concat(planned.added().stream(), planned.removed().stream())
                .anyMatch(link -> link.a().node().equals(node) || link.b().node().equals(node));
      };
    }
  }

  /**
   * Link, or one direction of it.
   *
   * @param from one end; the sender if one direction is meant
   * @param to the other end
   * @param ordinal 1 for the first link between the two nodes
   * @param both whether both directions are meant
   */
  public record Way(String from, String to, int ordinal, boolean both) {
    @Override
    public String toString() {
      return from + (both ? " -- " : " -> ") + to + (ordinal == 1 ? "" : " #" + ordinal);
    }

    /** Returns the link to a neighbour, {@code n8} or {@code n8 #2}, in both directions. */
    static Way between(String node, String neighbour) {
      int sharp = neighbour.indexOf('#');
      return sharp < 0
          ? new Way(node, neighbour, 1, true)
          : new Way(
              node,
              neighbour.substring(0, sharp).strip(),
              Integer.parseInt(neighbour.substring(sharp + 1).strip()),
              true);
    }

    /** Returns the link's name, equal for both orders of its nodes. */
    String link() {
      return new LinkName(from, to, ordinal).identity();
    }

    /** Returns the senders of the meant directions. */
    List<String> senders() {
      return both ? List.of(from, to) : List.of(from);
    }
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof ScheduleEntry entry
        && atNanos == entry.atNanos
        && action.equals(entry.action);
  }

  @Override
  public int hashCode() {
    return 31 * Long.hashCode(atNanos) + action.hashCode();
  }
}
