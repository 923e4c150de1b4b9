// SPDX-License-Identifier: Apache-2.0
package rani.lab.run;

import java.util.List;
import rani.node.NetworkGraph;
import rani.wire.Address;
import rani.wire.ServiceMessage.LinkState.Neighbour;

/**
 * Which nodes and links a network has, as {@code POST /network} tells a node.
 *
 * @param nodes all of them
 */
record NetworkWord(List<NodeWord> nodes) {
  /** What nodes say of themselves is no part of it, and none is asked for it. */
  private static final int ANY_MTU_BYTES = 1500;

  /**
   * A node.
   *
   * @param address its virtual address
   * @param neighbours to whom it has links, as virtual addresses
   */
  record NodeWord(String name, String address, List<String> neighbours) {
    private NetworkGraph.Vertex vertex() {
      return new NetworkGraph.Vertex(
          Address.parse(address),
          name,
          neighbours.stream()
              .map(to -> new Neighbour(Address.parse(to), ANY_MTU_BYTES, 1))
              .toList());
    }
  }

  static NetworkWord of(NetworkGraph network) {
    return new NetworkWord(
        network.vertices().stream()
            .map(
                node ->
                    new NodeWord(
                        node.name(),
                        Address.text(node.address()),
                        node.neighbours().stream().map(to -> Address.text(to.address())).toList()))
            .toList());
  }

  /**
   * The same as a node knows it.
   *
   * @throws IllegalArgumentException if an address is none, or two nodes have the same
   */
  NetworkGraph network() {
    return new NetworkGraph(nodes.stream().map(NodeWord::vertex).toList());
  }
}
