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
 * One entry of a network's schedule.
 *
 * @param atNanos when, counted from go
 * @param action what is done then
 * @param where its time stands in the file; two entries are equal wherever they stand
 */
public record ScheduleEntry(long atNanos, Action action, Location where) {

  /** The most entries of one network. */
  public static final int ENTRIES_MAX = rani.node.NodeConfig.SCHEDULE_MAX;

  /** The most links and nodes that the schedule of one network adds and removes. */
  public static final int CHANGES_MAX = 256;

  /** How long a filter lasts that does not say: a minute. */
  public static final long FILTER_NANOS = 60_000_000_000L;

  /** What is done, without its time, as it is said of a running network. */
  public String operation() {
    return ScheduleText.operation(action);
  }

  /** What is done. */
  public sealed interface Action {
    /** The nodes that have a part in it; none if it is more than nodes can do. */
    default List<String> nodes() {
      return switch (this) {
        case OfLink link -> link.way().senders();
        case OfNode node -> List.of(node.node());
        case Change _ -> List.of();
      };
    }

    /** Whether it cannot be done without a node. */
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

    /** Whether it is about a link. */
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

  /** What is done to a link. */
  public sealed interface OfLink extends Action {
    /** Which one, and whether in both directions or in one. */
    Way way();
  }

  /** What one node does. */
  public sealed interface OfNode extends Action {
    /** Its name. */
    String node();
  }

  /**
   * Knobs of a link are turned; those that are not named stay.
   *
   * @param way which link, and whether in both directions or in one
   */
  public record SetLink(Way way, LinkChange change) implements OfLink {}

  /**
   * A link goes down, or up again.
   *
   * @param way both directions
   * @param out whether it is pulled
   */
  public record Cut(Way way, boolean out) implements OfLink {}

  /**
   * A node sends packets of its own.
   *
   * @param node that sends
   * @param to the node that they are for
   * @param service name or number of the one that they ask for; empty for none
   * @param packet what each is; destination and service number are those named here
   * @param count how many
   * @param gapNanos from one to the next
   */
  public record Inject(
      String node, String to, String service, PacketPlan packet, int count, long gapNanos)
      implements OfNode {}

  /**
   * A node drops a flow's packets as they come in.
   *
   * @param flow as {@link FlowText} reads it
   * @param from the neighbour by whose link they come, with {@code #2} for a second one; the node
   *     itself for those that it sends; empty for all
   * @param durationNanos how long
   */
  public record Filter(String node, String flow, String from, long durationNanos)
      implements OfNode {}

  /** A node's filter of a flow is taken away before its time; see {@link Filter}. */
  public record Unfilter(String node, String flow, String from) implements OfNode {}

  /** A service is put on a node's menu, and started. */
  public record Start(String node, String service, LocatedMap options) implements OfNode {}

  /** A service is stopped and taken off a node's menu. */
  public record Stop(String node, String service) implements OfNode {}

  /** A service is stopped and started again, with the options it had. */
  public record Restart(String node, String service) implements OfNode {}

  /** A verb of a service is called. */
  public record Tell(String node, String service, String verb, List<String> arguments)
      implements OfNode {
    public Tell {
      arguments = List.copyOf(arguments);
    }
  }

  /**
   * A link or a node comes, or goes. Nodes cannot do that by themselves: the one who runs the
   * network does it, and what stands behind it in the schedule as well.
   *
   * @param entry what is added or removed, as operators say it
   * @param planned what it makes of the network that the schedule has led to by then
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
   * A link, or one direction of it.
   *
   * @param from one end; of a direction, the one that sends
   * @param to the other end
   * @param ordinal 1 for the first link between the two
   * @param both whether both directions are meant
   */
  public record Way(String from, String to, int ordinal, boolean both) {
    @Override
    public String toString() {
      return from + (both ? " -- " : " -> ") + to + (ordinal == 1 ? "" : " #" + ordinal);
    }

    /**
     * The link between a node and its neighbour.
     *
     * @param neighbour its name, with {@code #2} behind it for a second link
     */
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

    /** The same for either order of the two nodes. */
    String link() {
      return new LinkName(from, to, ordinal).identity();
    }

    /** The ends that send in a direction that is meant. */
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
