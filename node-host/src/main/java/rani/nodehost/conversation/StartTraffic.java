// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.conversation;

import rani.node.Command;
import rani.world.Reply;

/**
 * The experiment's time zero: traffic begins.
 *
 * @param atNanos when, in nanoseconds of node time; {@link #AT_ONCE} for now
 */
public record StartTraffic(long atNanos) implements Operation {
  /** Now. */
  public static final long AT_ONCE = 0;

  @Override
  public Reply execute(NodeView node) {
    return atNanos == AT_ONCE ? node.handle(new Command.Go()) : node.goAt(atNanos);
  }
}
