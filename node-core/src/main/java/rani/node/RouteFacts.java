// SPDX-License-Identifier: Apache-2.0
package rani.node;

import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import rani.wire.Address;
import rani.wire.NodeMessage;
import rani.world.Facts;

/**
 * Facts about a node's routes, and the link states that they were computed from. Public keys of
 * origins are in base64, by address.
 */
public record RouteFacts(
    SequencedMap<String, Route> routes,
    @Nullable Integer routesLeftOut,
    boolean routing,
    List<LinkState> linkStates,
    @Nullable Integer linkStatesLeftOut,
    SequencedMap<String, Long> counters,
    SequencedMap<String, Long> refusedByLink,
    @Nullable SequencedMap<String, String> originKeys,
    @Nullable Refused lastRefused)
    implements Facts {
  static final int ROUTES_SHOWN_MAX = 20_000;
  static final int LINK_STATES_SHOWN_MAX = 1024;

  static RouteFacts of(Node node, long nowNanos) {
    LinkStates linkStates = node.neighbours().linkStates();
    List<RoutingTable.Way> ways = node.routes().ways();
    List<LinkStateDatabase.Entry> said = linkStates.said();
    return new RouteFacts(
        routes(node, ways.subList(0, Math.min(ways.size(), ROUTES_SHOWN_MAX))),
        leftOut(ways.size() - ROUTES_SHOWN_MAX),
        linkStates.isRouting(),
        said.stream()
            .limit(LINK_STATES_SHOWN_MAX)
            .map(entry -> LinkState.of(entry, nowNanos))
            .toList(),
        leftOut(said.size() - LINK_STATES_SHOWN_MAX),
        linkStates.counters(),
        linkStates.refusedByLink(),
        keys(linkStates.originKeys()),
        linkStates.lastRefused());
  }

  private static SequencedMap<String, Route> routes(Node node, List<RoutingTable.Way> ways) {
    NetworkGraph graph = node.neighbours().linkStates().graph();
    ShortestPaths paths = graph.pathsFrom(graph.indexOf(node.address()));
    SequencedMap<String, Route> routes = new LinkedHashMap<>();
    for (RoutingTable.Way way : ways) {
      int vertex = graph.indexOf(way.destination());
      boolean known = vertex != NetworkGraph.NOWHERE && paths.hops(vertex) > 0;
      routes.put(
          Address.text(way.destination()),
          new Route(
              way.link().toString(),
              Address.text(node.neighbours().at(way.link())),
              known ? graph.name(vertex) : null,
              known ? paths.hops(vertex) : null,
              node.routes().mtuBytes(way.destination())));
    }
    return routes;
  }

  private static @Nullable Integer leftOut(int count) {
    return count > 0 ? count : null;
  }

  private static @Nullable SequencedMap<String, String> keys(SequencedMap<Integer, byte[]> known) {
    if (known.isEmpty()) {
      return null;
    }
    SequencedMap<String, String> keys = new LinkedHashMap<>();
    known.forEach(
        (address, key) -> keys.put(Address.text(address), Base64.getEncoder().encodeToString(key)));
    return keys;
  }

  /** The route to a destination, with the destination's name if known from link states. */
  public record Route(
      String link, String via, @Nullable String name, @Nullable Integer hops, int mtuBytes)
      implements Facts {}

  public record LinkState(
      String origin,
      String name,
      int part,
      long sequence,
      long ageMillis,
      boolean expired,
      List<Neighbour> neighbours,
      @Nullable Integer unbelievedNeighbours)
      implements Facts {
    private static LinkState of(LinkStateDatabase.Entry entry, long nowNanos) {
      return new LinkState(
          Address.text(entry.state().origin()),
          entry.state().name(),
          entry.state().part(),
          Integer.toUnsignedLong(entry.state().sequence()),
          entry.ageMillis(nowNanos),
          entry.isExpired(),
          entry.neighbours().stream().map(Neighbour::of).toList(),
          leftOut(entry.unbelieved()));
    }
  }

  public record Neighbour(String address, int mtuBytes, int links) implements Facts {
    private static Neighbour of(NodeMessage.LinkState.Neighbour said) {
      return new Neighbour(Address.text(said.address()), said.mtuBytes(), said.links());
    }
  }

  /**
   * The last link state that was refused for lack of evidence.
   *
   * @param reason name of the counter, without {@code refused-}
   * @param neighbour the neighbour to which a nonexistent link is claimed; null if the origin
   *     itself is unknown or unproven
   */
  public record Refused(String reason, String link, String origin, @Nullable String neighbour)
      implements Facts {}
}
