// SPDX-License-Identifier: Apache-2.0
package rani.live;

import rani.node.NodeConfig;

/** A service with sockets of its own, which therefore exists live only. */
@FunctionalInterface
public interface LiveService {
  /**
   * Its place on the menu of one node.
   *
   * @param gate the entry of its sockets to that node
   */
  NodeConfig.MenuEntry entry(EventLoopGate gate);
}
