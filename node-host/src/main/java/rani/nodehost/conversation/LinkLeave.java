// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.conversation;

import rani.ground.LabFailure;
import rani.world.Reply;

/**
 * Has a live node let go of a link, or of what is prepared for one. Twice is harmless.
 *
 * @param link its name
 */
public record LinkLeave(String link) implements Operation {
  @Override
  public Reply execute(NodeView node) throws LabFailure {
    return node.links().leave(link);
  }
}
