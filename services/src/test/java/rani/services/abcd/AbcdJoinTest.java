// SPDX-License-Identifier: Apache-2.0
package rani.services.abcd;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static rani.fixture.Nanos.MILLI;
import static rani.fixture.Nanos.SECOND;
import static rani.services.ShownSegment.shown;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import rani.link.Originator;
import rani.queue.Rate;
import rani.rdp.segment.Segment;
import rani.rdp.segment.SegmentCodec;
import rani.services.probe.Menus;
import rani.services.traffic.OneNode;
import rani.wire.Address;
import rani.wire.Frame;
import rani.wire.Ipv4Header;
import rani.wire.RaniHeader;
import rani.wire.UdpFlow;

/**
 * The node 10.0.0.3 behind a bottleneck, where packets of 90 bytes from 10.0.0.7 to 10.0.0.9 come
 * in pieces from 10.0.0.2.
 */
class AbcdJoinTest {
  private static final String SOURCE = "10.0.0.7";
  private static final String SPLITTER = "10.0.0.2";
  private static final String HERE = "10.0.0.3";
  private static final String SINK = "10.0.0.9";
  private static final int PORT = 6253;

  private OneNode node = joining(true);

  private static OneNode joining(boolean split) {
    return new OneNode(HERE)
        .neighbour(SPLITTER, SOURCE)
        .neighbour("10.0.0.4", SINK)
        .menu(
            Menus.abcdMonitor(
                "split",
                split,
                "capacity",
                Rate.bitsPerSecond(20_000),
                "threshold",
                Rate.bitsPerSecond(15_000),
                "per",
                Rate.bitsPerSecond(5_000),
                "packet",
                90,
                "packet-min",
                64,
                "step",
                10,
                "via",
                Address.parse(SPLITTER)))
        .start();
  }

  private void end() {
    assertEquals(0L, node.fact("abcd-monitor", "failures"));
    node.close();
  }

  @Test
  void thePiecesOfAPacketComeOutWholeInWhateverOrder() {
    for (int sequence = 1; sequence <= 3; sequence++) {
      List<ByteBuf> pieces = pieces(sequence, packet(sequence, 0), 3);
      come(pieces.get((sequence + 1) % 3));
      come(pieces.get(sequence % 3));
      node.expect();
      come(pieces.get((sequence + 2) % 3));
      assertEquals("segment " + sequence, node.takeSent().getLast());
      node.pass(50 * MILLI);
    }
    assertEquals(3L, node.fact("abcd-monitor", "joined"));
    assertEquals(1L, node.fact("abcd-monitor", "triplets"));
    assertEquals(90 * 16 / 0.1, (double) node.fact("abcd-monitor", "triplet-mean-bits-per-second"));
    end();
  }

  @Test
  void aCopyOfAPieceChangesNothing() {
    List<ByteBuf> pieces = pieces(1, packet(1, 0), 2);
    come(pieces.getFirst().copy());
    come(pieces.getFirst());
    node.expect();
    come(pieces.getLast());
    node.expect("segment 1");
    end();
  }

  @Test
  void whatIsNotWholeAfterTwoSecondsIsGivenUp() {
    come(piece(1, packet(1, 0), 2, 0));
    assertEquals(1L, node.fact("abcd-monitor", "joining"));
    node.pass(2 * SECOND);
    assertEquals(0L, node.fact("abcd-monitor", "joining"));
    assertEquals(1L, node.fact("abcd-monitor", "broken"));
    end();
  }

  @Test
  void theOldestIsGivenUpForOneTooMany() {
    for (int id = 0; id < Reassembly.PACKETS_MAX + 5; id++) {
      come(piece(id, packet(id, 0), 2, 0));
    }
    assertEquals((long) Reassembly.PACKETS_MAX, node.fact("abcd-monitor", "joining"));
    assertEquals(5L, node.fact("abcd-monitor", "broken"));
    end();
  }

  @Test
  void whatItHoldsIsLetGoAsItStops() {
    come(piece(1, packet(1, 0), 2, 0));
    end();
  }

  @Test
  void aMarkOnAPieceMarksThePacket() {
    List<ByteBuf> pieces = pieces(1, packet(1, Ipv4Header.ECN_ECT_0), 2);
    come(mark(pieces.getFirst()));
    come(pieces.getLast());
    node.expect("segment 1 CE");
    end();
  }

  @Test
  void aPacketThatIsNotCapableIsNotMarked() {
    List<ByteBuf> pieces = pieces(1, packet(1, Ipv4Header.ECN_NOT_ECT), 2);
    come(mark(pieces.getFirst()));
    come(pieces.getLast());
    node.expect("segment 1");
    end();
  }

  @Test
  void aPieceThatContradictsAnotherIsRefused() {
    List<ByteBuf> pieces = pieces(1, packet(1, 0), 2);
    come(pieces.getFirst());
    come(piece(1, packet(1, 0), 3, 2));
    assertEquals(1L, node.fact("abcd-monitor", "pieces-refused"));
    come(pieces.getLast());
    node.expect("segment 1");
    end();
  }

  @Test
  void whatIsNoSegmentWhenItIsWholeIsRefused() {
    byte[] packet = packet(1, 0);
    packet[8]++; // its TTL, against the checksum
    pieces(1, packet, 2).forEach(this::come);
    node.expect();
    assertEquals(1L, node.fact("abcd-monitor", "pieces-refused"));
    end();
  }

  @Test
  void aPieceFromElsewhereIsNotTaken() {
    List<ByteBuf> pieces = pieces(1, packet(1, 0), 2);
    for (ByteBuf piece : pieces) {
      ByteBuf data = piece.slice(44, piece.readableBytes() - 44);
      node.datagram("10.0.0.5", PORT, PORT, data);
      piece.release();
    }
    node.expect();
    assertEquals(0L, node.fact("abcd-monitor", "pieces"));
    assertEquals(2, node.lines("drop reason=no-listener").size());
    end();
  }

  @Test
  void withoutTheOptionPiecesAreNotTaken() {
    node.stop();
    node = joining(false);
    pieces(1, packet(1, 0), 2).forEach(this::come);
    node.expect();
    assertEquals(0L, node.fact("abcd-monitor", "pieces"));
    end();
  }

  @Test
  void theNeighbourIsToldTheSizeWithTheSender() {
    for (int sequence = 1; sequence <= 60; sequence++) {
      node.pass(90 * 8 * SECOND / 15_000); // leaves 5 kbit/s: two steps
      pieces(sequence, packet(sequence, 0), 2).forEach(this::come);
    }
    List<String> sent = node.takeSent();
    String flow = "AbcdSize[flow=10.0.0.7:1>10.0.0.9:7000/27, ";
    int words = 0;
    for (String one : sent) {
      if (one.startsWith("pace ")) {
        words++;
        String size = flow + one.replaceFirst(".*(bytes=\\d+) .*", "$1") + "] to 10.0.0.2";
        assertEquals(size, sent.get(sent.indexOf(one) + 1));
      }
    }
    assertTrue(words > 2, sent::toString);
    end();
  }

  @Property(tries = 300)
  void noPieceMakesItFailOrKeepAnything(
      @ForAll @Size(max = 12) List<@IntRange(max = 7) Integer> numbers,
      @ForAll @Size(max = 60) byte[] any,
      @ForAll @IntRange(max = 3) int id) {
    node = joining(true);
    for (int number : numbers) {
      ByteBuf data = Unpooled.buffer().writeInt(id).writeShort(21 + any.length);
      data.writeByte(number).writeByte(number % 3 + 1).writeBytes(any, 0, any.length / 2);
      node.datagram(SPLITTER, PORT, PORT, data);
      node.datagram(SPLITTER, PORT, PORT, Unpooled.wrappedBuffer(any));
    }
    node.pass(3 * SECOND);
    assertEquals(0L, node.fact("abcd-monitor", "joining"));
    end();
  }

  /** An IPv4 packet of 90 bytes. */
  private byte[] packet(int sequence, int ecn) {
    Segment segment = shown(1, sequence, 0, 7, 2);
    ByteBuf bytes = Unpooled.buffer().writeZero(SegmentCodec.length(segment));
    int to = Address.parse(SINK);
    SegmentCodec.encode(segment, bytes, 0, Address.parse(SOURCE), to, true);
    ByteBuf frame =
        node.packetsOf(SOURCE).packet(to, Ipv4Header.PROTOCOL_RDP, 0, ecn, 10_000_000, bytes);
    byte[] packet = new byte[Frame.length(frame)];
    frame.getBytes(RaniHeader.LENGTH, packet);
    frame.release();
    return packet;
  }

  private List<ByteBuf> pieces(int id, byte[] packet, int count) {
    return IntStream.range(0, count).mapToObj(number -> piece(id, packet, count, number)).toList();
  }

  /** As docs/wire-format.md has it, by its number from 0 on. */
  private static ByteBuf piece(int id, byte[] packet, int count, int number) {
    int usual = (packet.length + count - 1) / count;
    int from = number * usual;
    ByteBuf data = Unpooled.buffer().writeInt(id).writeShort(packet.length);
    data.writeByte(number).writeByte(count);
    data.writeBytes(packet, from, Math.min(usual, packet.length - from));
    return new Originator(UnpooledByteBufAllocator.DEFAULT, Address.parse(SPLITTER))
        .datagram(
            new UdpFlow(Address.parse(HERE), PORT, PORT), 5_000_000, data, data.readableBytes());
  }

  private static ByteBuf mark(ByteBuf frame) {
    Ipv4Header.ecn(frame, Frame.ipv4(frame), Ipv4Header.ECN_CE);
    return frame;
  }

  private void come(ByteBuf piece) {
    node.receive(0, piece);
  }
}
