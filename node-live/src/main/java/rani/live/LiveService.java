// SPDX-License-Identifier: Apache-2.0
package rani.live;

import rani.node.NodeConfig;

/** A service with sockets of its own, which therefore exists in the real world alone. */
@FunctionalInterface
public interface LiveService {
  /**
   * Its place on the menu of one node.
   *
   * @param doorway by which its sockets reach that node
   */
  NodeConfig.MenuEntry entry(EventLoopGate gate);
}
