// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.gateway;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.socket.SocketChannel;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.function.LongConsumer;
import java.util.function.ObjLongConsumer;
import org.jspecify.annotations.Nullable;
import rani.live.EventLoopGate;
import rani.rdp.RdpEndpoint;
import rani.service.ServiceContext;
import rani.wire.Address;
import rani.wire.Ipv4Header;
import rani.wire.UdpFlow;
import rani.wire.UdpHeader;
import rani.world.Note;

/** Objects that the parts of a gateway share; permits limit TCP connections and name lookups. */
record GatewayContext(
    ServiceContext context,
    RdpEndpoint endpoint,
    EventLoopGate gate,
    Semaphore connections,
    Semaphore lookups) {
  private static final String TOO_BIG = "too-big";

  ByteBufAllocator buffers() {
    return context.buffers();
  }

  /** Runs an action on the node's event loop, with the node's time; not if it has stopped. */
  void enter(LongConsumer action) {
    gate.enter(action, () -> {});
  }

  /** Runs an action in a turn of the node. Resets the program's socket if the node has stopped. */
  void enter(SocketChannel program, LongConsumer action) {
    gate.enter(action, () -> SocketBinder.reset(program));
  }

  /**
   * Sends the data of a program's datagram as a virtual datagram. A datagram larger than the path
   * MTU is dropped and counted, and noted in the trace the first time.
   */
  void send(long nowNanos, UdpFlow flow, ByteBuf data, ForwardCounts counts) {
    int packetBytes = Ipv4Header.LENGTH + UdpHeader.LENGTH + data.readableBytes();
    int mtuBytes = context.pathMtuBytes(flow.destination());
    if (packetBytes <= mtuBytes) {
      context.sendDatagram(
          nowNanos, flow, GatewayLimits.LIFETIME_MICROS, data, data.readableBytes());
      return;
    }
    if (counts.refusedFor(TOO_BIG) == 0) {
      String to = Address.text(flow.destination());
      context.note(
          nowNanos, TOO_BIG, Note.of("to", to).and("len", packetBytes).and("mtu", mtuBytes));
    }
    counts.refused(TOO_BIG);
  }

  /**
   * Resolves a host name on another thread, because the event loop must not block. The addresses
   * are empty if the name does not resolve, and null if too many names are being resolved.
   */
  void find(long nowNanos, String host, ObjLongConsumer<@Nullable List<InetAddress>> then) {
    if (!lookups.tryAcquire()) {
      then.accept(null, nowNanos);
      return;
    }
    Thread _ =
        Thread.ofVirtual()
            .name("rani-lookup")
            .start(
                () -> {
                  List<InetAddress> found = addresses(host);
                  enter(
                      now -> {
                        lookups.release();
                        then.accept(found, now);
                      });
                });
  }

  private static List<InetAddress> addresses(String host) {
    try {
      return List.of(InetAddress.getAllByName(host));
    } catch (UnknownHostException e) {
      return List.of();
    }
  }
}
