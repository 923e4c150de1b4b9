// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.conversation;

import rani.ground.LabFailure;
import rani.world.Reply;

/** Has a live node sign its link states. The node replies with its public key. */
public record MakeOriginKey() implements Operation {
  @Override
  public Reply execute(NodeView node) throws LabFailure {
    return node.links().originKey();
  }
}
