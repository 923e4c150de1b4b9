// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.conversation;

import rani.ground.LabFailure;
import rani.world.Reply;

/**
 * Makes a live node's edge unless it is there; the reply is an {@link
 * rani.nodehost.edge.EdgeNamespace}, whose namespaces processes of the same user on the same
 * machine may join.
 */
public record OpenEdge() implements Operation {
  @Override
  public Reply execute(NodeView node) throws LabFailure {
    return node.edge().open(node.name(), node.links().network());
  }
}
