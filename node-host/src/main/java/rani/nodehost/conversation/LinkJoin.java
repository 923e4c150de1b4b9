// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.conversation;

import java.io.IOException;
import rani.ground.LabFailure;
import rani.world.Reply;

/** Has a live node connect a prepared link to its peer's sockets and send hellos. */
public record LinkJoin(String link, LinkAddresses peer) implements Operation {
  @Override
  public Reply execute(NodeView node) throws LabFailure {
    try {
      return node.links().join(link, peer.parse());
    } catch (IOException e) {
      return Reply.refused(String.valueOf(e.getMessage()));
    }
  }
}
