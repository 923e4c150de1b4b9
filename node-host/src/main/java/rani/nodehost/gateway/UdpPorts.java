// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.gateway;

import rani.service.ServiceContext;
import rani.wire.Ipv4Header;

/** Virtual UDP ports of this node, taken from a range as they are needed. */
final class UdpPorts {
  /** No port. */
  static final int NONE = 0;

  private final ServiceContext context;
  private final int first;
  private final int count;
  private int next;

  UdpPorts(ServiceContext context, int first, int count) {
    this.context = context;
    this.first = first;
    this.count = count;
  }

  /** A port that no one has; {@link #NONE} if there is none. The last given back comes last. */
  int take() {
    for (int tried = 0; tried < count; tried++) {
      int port = first + next;
      next = (next + 1) % count;
      if (context.claim(Ipv4Header.PROTOCOL_UDP, port)) {
        return port;
      }
    }
    return NONE;
  }

  void giveBack(int port) {
    context.release(Ipv4Header.PROTOCOL_UDP, port);
  }
}
