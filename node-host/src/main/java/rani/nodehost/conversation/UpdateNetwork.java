// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.conversation;

import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import rani.ground.LabFailure;
import rani.node.Command;
import rani.node.NetworkGraph;
import rani.wire.Address;
import rani.wire.NodeMessage.LinkState.Neighbour;
import rani.world.Reply;

/** Tells a node which nodes and links exist, so that it rejects link states of any others. */
public record UpdateNetwork(List<NodeWord> nodes) implements Operation {
  /** Placeholder MTU, because the node uses only which nodes and links exist. */
  private static final int ANY_MTU_BYTES = 1500;

  /** A node in virtual addresses, with its public key in base64 if the node is new; else empty. */
  public record NodeWord(String name, String address, List<String> neighbours, String originKey) {
    private NetworkGraph.Vertex vertex() {
      return new NetworkGraph.Vertex(
          Address.parse(address),
          name,
          neighbours.stream()
              .map(to -> new Neighbour(Address.parse(to), ANY_MTU_BYTES, 1))
              .toList());
    }
  }

  public static UpdateNetwork of(Command.KnowNetwork know) {
    return new UpdateNetwork(
        know.network().vertices().stream()
            .map(node -> word(node, know.originKeys().get(node.address())))
            .toList());
  }

  @Override
  public Reply execute(NodeView node) throws LabFailure {
    Reply reply = node.handle(command());
    node.edge().know(node.links().network());
    return reply;
  }

  private static NodeWord word(NetworkGraph.Vertex node, byte @Nullable [] key) {
    return new NodeWord(
        node.name(),
        Address.text(node.address()),
        node.neighbours().stream().map(to -> Address.text(to.address())).toList(),
        key == null ? "" : Base64.getEncoder().encodeToString(key));
  }

  /**
   * Returns the command; throws if an address or a key is malformed, or two nodes share an address.
   */
  private Command.KnowNetwork command() {
    SequencedMap<Integer, byte[]> keys = new LinkedHashMap<>();
    for (NodeWord node : nodes) {
      if (!node.originKey.isEmpty()) {
        keys.put(Address.parse(node.address), Base64.getDecoder().decode(node.originKey));
      }
    }
    return new Command.KnowNetwork(
        new NetworkGraph(nodes.stream().map(NodeWord::vertex).toList()), keys);
  }
}
