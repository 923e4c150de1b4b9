// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.conversation;

import rani.ground.LabFailure;
import rani.world.Reply;

/**
 * Starts a program of the topology's {@code edges} at the edge of its node, after a delay in
 * nanoseconds; {@link StatusQuery#PROGRAMS} tells what becomes of it.
 */
public record StartProgram(String program, long delayNanos) implements Operation {
  @Override
  public Reply execute(NodeView node) throws LabFailure {
    return node.edge().start(node.name(), node.links().network(), program, delayNanos);
  }
}
