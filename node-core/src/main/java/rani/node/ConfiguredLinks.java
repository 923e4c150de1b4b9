// SPDX-License-Identifier: Apache-2.0
package rani.node;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;
import rani.wire.NodeMessage.LinkState;
import rani.wire.NodeMessage.LinkState.Neighbour;

/**
 * The nodes and links that exist by the topology file or an operation. Link states are believed
 * about these alone. Known from the file, from the last {@link Command.KnowNetwork}, and from the
 * node's own links.
 */
final class ConfiguredLinks {
  private final int ownAddress;
  private final IntPredicate isOwnNeighbour;
  private NetworkGraph network;

  /**
   * Makes the set of the file's nodes and links. {@code isOwnNeighbour} tells whether the node was
   * given a link to an address.
   */
  ConfiguredLinks(NetworkGraph file, int ownAddress, IntPredicate isOwnNeighbour) {
    this.network = file;
    this.ownAddress = ownAddress;
    this.isOwnNeighbour = isOwnNeighbour;
  }

  void become(NetworkGraph made) {
    network = made;
  }

  boolean hasNode(int address) {
    return network.indexOf(address) != NetworkGraph.NOWHERE || isOwnNeighbour.test(address);
  }

  private boolean hasLink(int address, int other) {
    return network.areNeighbours(address, other)
        || (other == ownAddress && isOwnNeighbour.test(address));
  }

  @Nullable String name(int address) {
    NetworkGraph.Vertex vertex = network.vertex(address);
    return vertex == null ? null : vertex.name();
  }

  /** Returns the first neighbour to which the origin has no link; null if there is none. */
  @Nullable Neighbour firstUnknown(LinkState state) {
    for (Neighbour neighbour : state.neighbours()) {
      if (!hasLink(state.origin(), neighbour.address())) {
        return neighbour;
      }
    }
    return null;
  }

  /**
   * Returns the neighbours in a link state to which its origin has a link, once each. Neighbours in
   * {@code before} are accepted in any case.
   */
  List<Neighbour> known(LinkState state, List<Neighbour> before) {
    List<Neighbour> known = new ArrayList<>();
    for (Neighbour neighbour : state.neighbours()) {
      if ((before.contains(neighbour) || hasLink(state.origin(), neighbour.address()))
          && known.stream().noneMatch(one -> one.address() == neighbour.address())) {
        known.add(neighbour);
      }
    }
    return List.copyOf(known);
  }
}
