// SPDX-License-Identifier: Apache-2.0
package rani.services.traffic;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import rani.fixture.Nanos;
import rani.node.NodeConfig.MenuEntry;
import rani.rdp.segment.Segment;
import rani.rdp.segment.SegmentCodec;
import rani.rdp.segment.SynParameters;
import rani.services.probe.Menus;
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
          Menus.ping(),
          Menus.traceroute(),
          Menus.flakeway(Menus.options("to-port", 7006, "delay", 1_000_000L)),
          Menus.accMonitor(),
          Menus.accFilter(),
          Menus.source(
              Menus.flow(Address.parse(THERE), "responsive"),
              Menus.flow(Address.parse(THERE), "request-response")));

  @Property
  void noActivePacketMakesAServiceFail(
      @ForAll @IntRange(min = 1, max = 10) int service,
      @ForAll @IntRange(min = 0, max = 255) int protocol,
      @ForAll @Size(max = 40) byte[] payload) {
    OneNode node = nodeWithEverything();
    for (int time = 0; time < 5; time++) {
      node.receive(0, packet(node, service, protocol, payload));
    }

    assertNothingFailed(node);
  }

  @Property
  void noDatagramMakesAServiceFail(
      @ForAll @IntRange(min = 0, max = 3) int listener, @ForAll @Size(max = 40) byte[] data) {
    OneNode node = nodeWithEverything();
    int port = new int[] {7, Sink.PORT, Source.FIRST_PORT, 7006}[listener];
    for (int time = 0; time < 5; time++) {
      node.datagram(THERE, 1234, port, Unpooled.wrappedBuffer(data));
    }

    assertNothingFailed(node);
  }

  @Property
  void noBytesAsASegmentMakeAServiceFail(@ForAll @Size(min = 6, max = 60) byte[] segment) {
    OneNode node = nodeWithEverything();
    node.receive(0, packet(node, 0, Ipv4Header.PROTOCOL_RDP, segment));

    assertNothingFailed(node);
  }

  @Property
  void noSegmentsMakeAServiceFail(
      @ForAll @Size(max = 12) List<@From("segments") Segment> segments) {
    OneNode node = nodeWithEverything();
    for (Segment segment : segments) {
      ByteBuf bytes = Unpooled.buffer().writeZero(SegmentCodec.length(segment));
      SegmentCodec.encode(segment, bytes, 0, Address.parse(THERE), Address.parse(HERE), true);
      node.receive(0, packet(node, 0, Ipv4Header.PROTOCOL_RDP, ByteBufUtil.getBytes(bytes)));
      node.pass(Nanos.MILLI);
    }

    assertNothingFailed(node);
    node.close();
  }

  /** Few ports and numbers, so that calls and what follows them meet. */
  @Provide
  Arbitrary<Segment> segments() {
    Arbitrary<Integer> numbers = Arbitraries.of(0, 1, 2, 3, -1, 1 << 31);
    Arbitrary<Integer> ports = Arbitraries.of(1, 2);
    Arbitrary<Integer> destinations = Arbitraries.of(Sink.PORT, Sink.PORT, Sink.PORT + 1, 50_000);
    Arbitrary<byte[]> data = Arbitraries.bytes().array(byte[].class).ofMaxSize(20);
    return Combinators.combine(
            Arbitraries.integers().between(0, 0x1F), ports, destinations, numbers, numbers, data)
        .as(
            (flags, source, destination, sequence, acknowledgement, bytes) -> {
              boolean syn = (flags << 3 & Segment.SYN) != 0;
              boolean eack = !syn && (flags << 3 & Segment.EACK) != 0;
              return new Segment(
                  flags << 3,
                  source,
                  destination,
                  sequence,
                  acknowledgement,
                  syn ? new SynParameters(bytes.length, 64 * bytes.length, flags & 3) : null,
                  eack ? new int[] {sequence, acknowledgement} : Segment.NO_EACKS,
                  null,
                  syn ? Unpooled.EMPTY_BUFFER : Unpooled.wrappedBuffer(bytes));
            });
  }

  private static void assertNothingFailed(OneNode node) {
    for (MenuEntry service : EVERYTHING) {
      assertEquals(0L, node.fact(service.provider().name(), "failures"));
    }
  }

  private static OneNode nodeWithEverything() {
    OneNode node =
        new OneNode(HERE).neighbour(THERE).menu(EVERYTHING.toArray(MenuEntry[]::new)).start();
    node.go();
    node.pass(0);
    return node;
  }

  private static ByteBuf packet(OneNode node, int service, int protocol, byte[] payload) {
    ByteBuf frame = Frame.allocate(node.buffers(), payload.length);
    frame.setBytes(Frame.LENGTH_MIN, payload);
    int source = Address.parse(THERE);
    RaniHeader.write(frame, 0, service != 0, service, 10_000_000, source);
    Ipv4Header.write(
        frame,
        RaniHeader.LENGTH,
        Ipv4Header.LENGTH + payload.length,
        1,
        protocol,
        source,
        Address.parse(HERE));
    return frame;
  }
}
