// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.gateway;

import io.netty.buffer.ByteBuf;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import rani.service.Fate;
import rani.service.FrameView;
import rani.service.ServiceContext;
import rani.wire.Ipv4Header;

/** Virtual UDP ports of this node, taken from a range as they are needed, and who has each. */
final class UdpPorts {
  /** No port. */
  static final int NONE = 0;

  private final ServiceContext context;
  private final int first;
  private final int count;
  private final SequencedMap<Integer, Taker> takers = new LinkedHashMap<>();
  private int next;

  /** Takes the datagrams of a port. */
  interface Taker {
    /**
     * One has come.
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

  /** A port that no one has; {@link #NONE} if there is none. The last given back comes last. */
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

  /** Hands a datagram to the one who has its port. */
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
