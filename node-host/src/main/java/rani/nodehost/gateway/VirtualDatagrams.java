// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.gateway;

import io.netty.buffer.ByteBuf;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import rani.service.Fate;
import rani.service.FrameView;

/** Whose the virtual datagrams are that come to this node's gateway. */
final class VirtualDatagrams {
  private final SequencedMap<Integer, Taker> takers = new LinkedHashMap<>();

  /** Takes the datagrams of a port. */
  interface Taker {
    /**
     * One has come.
     *
     * @param port to which
     * @param data lent for the call
     */
    void take(long nowNanos, int source, int sourcePort, int port, ByteBuf data);
  }

  void route(int port, Taker taker) {
    takers.put(port, taker);
  }

  void unroute(int port) {
    takers.remove(port);
  }

  Fate deliver(long nowNanos, FrameView packet) {
    @Nullable Taker taker = takers.get(packet.destinationPort());
    if (taker == null) {
      return Fate.REFUSE;
    }
    ByteBuf data = packet.frame().slice(packet.dataIndex(), packet.dataLength());
    taker.take(nowNanos, packet.source(), packet.sourcePort(), packet.destinationPort(), data);
    return Fate.CONSUME;
  }
}
