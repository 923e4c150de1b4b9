// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.conversation;

import rani.node.Command;
import rani.world.Reply;

/** Begins traffic at a node time, or {@link #AT_ONCE}: time zero of an experiment. */
public record StartTraffic(long atNanos) implements Operation {
  public static final long AT_ONCE = 0;

  @Override
  public Reply execute(NodeView node) {
    return atNanos == AT_ONCE ? node.handle(new Command.Go()) : node.goAt(atNanos);
  }
}
