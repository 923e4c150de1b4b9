// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.gateway;

import io.netty.buffer.ByteBuf;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import rani.service.Fate;
import rani.service.FrameView;
import rani.service.ServiceContext;
import rani.wire.Ipv4Header;

/** Allocates virtual UDP ports of this node from a range, each to one receiver. */
final class UdpPorts {
  /** No port. */
  static final int NONE = 0;

  private final ServiceContext context;
  private final int first;
  private final int count;
  private final SequencedMap<Integer, Taker> takers = new LinkedHashMap<>();
  private int next;

  /** The receiver of a port's datagrams. */
  interface Taker {
    /**
     * A datagram has arrived.
     *
     * @param data lent for the call
     */
    void take(long nowNanos, int source, int sourcePort, ByteBuf data);
  }

  UdpPorts(ServiceContext context, int first, int count) {
    this.context = context;
    this.first = first;
    this.count = count;
  }

  /**
   * Allocates a free port; {@link #NONE} if there is none. Ports are reused in order of release.
   */
  int take(Taker taker) {
    for (int tried = 0; tried < count; tried++) {
      int port = first + next;
      next = (next + 1) % count;
      if (context.claim(Ipv4Header.PROTOCOL_UDP, port)) {
        takers.put(port, taker);
        return port;
      }
    }
    return NONE;
  }

  void giveBack(int port) {
    takers.remove(port);
    context.release(Ipv4Header.PROTOCOL_UDP, port);
  }

  /** Passes a datagram to the receiver of its port. */
  Fate deliver(long nowNanos, FrameView packet) {
    Taker taker = takers.get(packet.destinationPort());
    if (taker == null) {
      return Fate.REFUSE;
    }
    ByteBuf data = packet.frame().slice(packet.dataIndex(), packet.dataLength());
    taker.take(nowNanos, packet.source(), packet.sourcePort(), data);
    return Fate.CONSUME;
  }
}
