// SPDX-License-Identifier: Apache-2.0
package rani.live;

import rani.node.NodeConfig;

/** A service with sockets of its own, which cannot exist in virtual time. */
@FunctionalInterface
public interface LiveService {
  /** Creates the service's menu entry at one node, which its sockets reach by the gate. */
  NodeConfig.MenuEntry entry(EventLoopGate gate);
}
