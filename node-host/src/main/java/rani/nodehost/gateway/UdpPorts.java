// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.gateway;

import io.netty.buffer.ByteBuf;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import rani.service.Fate;
import rani.service.FrameView;
import rani.service.ServiceContext;
import rani.wire.Ipv4Header;

/** Allocates virtual UDP ports of a node from a range, each to one receiver of datagrams. */
final class UdpPorts {
  /** Result of {@link #take} if no port is free. */
  static final int NONE = 0;

  private final ServiceContext context;
  private final int first;
  private final int count;
  private final SequencedMap<Integer, Taker> takers = new LinkedHashMap<>();
  private int next;

  interface Taker {
    /** Handles a datagram; {@code data} is valid for the call. */
    void take(long nowNanos, int source, int sourcePort, ByteBuf data);
  }

  UdpPorts(ServiceContext context, int first, int count) {
    this.context = context;
    this.first = first;
    this.count = count;
  }

  /** Allocates the next free port, round-robin, so that a released port rests before its reuse. */
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
