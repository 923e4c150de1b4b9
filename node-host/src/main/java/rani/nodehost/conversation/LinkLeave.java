// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.conversation;

import rani.ground.LabFailure;
import rani.world.Reply;

/** Removes a link of a live node, or the sockets prepared for the link. Idempotent. */
public record LinkLeave(String link) implements Operation {
  @Override
  public Reply execute(NodeView node) throws LabFailure {
    return node.links().leave(link);
  }
}
