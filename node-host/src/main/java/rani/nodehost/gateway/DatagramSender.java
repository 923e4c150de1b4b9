// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.gateway;

import io.netty.buffer.ByteBuf;
import rani.service.ServiceContext;
import rani.wire.Address;
import rani.wire.Ipv4Header;
import rani.wire.UdpFlow;
import rani.wire.UdpHeader;
import rani.world.Note;

/** Sends real datagrams as virtual ones: whole, or not at all. */
final class DatagramSender {
  private static final String TOO_BIG = "too-big";

  private final ServiceContext context;
  private final ForwardCounts counts;

  DatagramSender(ServiceContext context, ForwardCounts counts) {
    this.context = context;
    this.counts = counts;
  }

  /** Sends one. What the path does not take is counted, and said the first time. */
  void send(long nowNanos, int destination, int sourcePort, int destinationPort, ByteBuf data) {
    int packetBytes = Ipv4Header.LENGTH + UdpHeader.LENGTH + data.readableBytes();
    int mtuBytes = context.pathMtuBytes(destination);
    if (packetBytes > mtuBytes) {
      if (counts.refusedFor(TOO_BIG) == 0) {
        context.note(
            nowNanos,
            "too-big",
            Note.of("to", Address.text(destination)).and("len", packetBytes).and("mtu", mtuBytes));
      }
      counts.refused(TOO_BIG);
      return;
    }
    context.sendDatagram(
        nowNanos,
        new UdpFlow(destination, sourcePort, destinationPort),
        GatewayLimits.LIFETIME_MICROS,
        data,
        data.readableBytes());
  }
}
