// SPDX-License-Identifier: Apache-2.0
package rani.services;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import rani.node.NodeConfig.MenuEntry;
import rani.wire.Address;
import rani.wire.Frame;
import rani.wire.Ipv4Header;
import rani.wire.RaniHeader;

/** Whatever comes in a well-formed frame, no service fails, answers amiss or keeps anything. */
class ServiceFuzz {
  private static final String HERE = "10.0.0.8";
  private static final String THERE = "10.0.0.1";
  private static final List<MenuEntry> EVERYTHING =
      List.of(
          Menus.lgc(),
          Menus.activeFilter(),
          Menus.echo(),
          Menus.sink(),
          Menus.responsive(Address.parse(THERE)));

  @Property
  void noActivePacketMakesAServiceFail(
      @ForAll @IntRange(min = 1, max = 5) int service,
      @ForAll @IntRange(min = 0, max = 255) int protocol,
      @ForAll @Size(max = 40) byte[] payload) {
    OneNode node = nodeWithEverything();
    for (int time = 0; time < 5; time++) {
      node.receive(0, activePacket(node, service, protocol, payload));
    }

    assertNothingFailed(node);
  }

  @Property
  void noDatagramMakesAServiceFail(
      @ForAll @IntRange(min = 0, max = 2) int listener, @ForAll @Size(max = 40) byte[] data) {
    OneNode node = nodeWithEverything();
    int port = new int[] {7, Sink.PORT, Source.FIRST_PORT}[listener];
    for (int time = 0; time < 5; time++) {
      node.datagram(THERE, 1234, port, Unpooled.wrappedBuffer(data));
    }

    assertNothingFailed(node);
  }

  private static void assertNothingFailed(OneNode node) {
    for (MenuEntry service : EVERYTHING) {
      assertEquals(0L, node.fact(service.provider().name(), "failures"));
    }
    node.assertNothingLost();
  }

  private static OneNode nodeWithEverything() {
    OneNode node =
        new OneNode(HERE).neighbour(THERE).menu(EVERYTHING.toArray(MenuEntry[]::new)).start();
    node.go();
    node.pass(0);
    return node;
  }

  private static ByteBuf activePacket(OneNode node, int service, int protocol, byte[] payload) {
    ByteBuf frame = Frame.allocate(node.buffers(), payload.length);
    frame.setBytes(Frame.LENGTH_MIN, payload);
    int source = Address.parse(THERE);
    RaniHeader.write(frame, 0, true, service, 10_000_000, source);
    Ipv4Header.write(
        frame,
        RaniHeader.LENGTH,
        0,
        Ipv4Header.LENGTH + payload.length,
        1,
        protocol,
        source,
        Address.parse(HERE));
    return frame;
  }
}
