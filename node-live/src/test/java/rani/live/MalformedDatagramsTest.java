// SPDX-License-Identifier: Apache-2.0
package rani.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import rani.node.Command;
import rani.wire.Frame;
import rani.wire.Ipv4Header;
import rani.wire.RaniHeader;
import rani.wire.UdpFlow;
import rani.wire.UdpHeader;
import rani.world.DropReason;

class MalformedDatagramsTest {
  private static final int MTU = 1500;
  private static final int IP = RaniHeader.LENGTH;

  /** What is done to a good frame, and what it is then called. */
  record Malformation(String what, DropReason reason, Consumer<ByteBuf> change) {
    @Override
    public String toString() {
      return what;
    }
  }

  static Stream<Arguments> malformations() {
    return Stream.of(
            new Malformation("empty", DropReason.BAD_LENGTH, frame -> frame.writerIndex(0)),
            new Malformation("one byte", DropReason.BAD_LENGTH, frame -> frame.writerIndex(1)),
            new Malformation(
                "cut short",
                DropReason.BAD_LENGTH,
                frame -> frame.writerIndex(Frame.LENGTH_MIN + 3)),
            new Malformation(
                "rani version", DropReason.BAD_VERSION, frame -> frame.setByte(0, 0x20)),
            new Malformation(
                "rani header length", DropReason.BAD_HEADER, frame -> frame.setByte(1, 3)),
            new Malformation(
                "endless rani header", DropReason.BAD_HEADER, frame -> frame.setByte(1, 255)),
            new Malformation(
                "ip version", DropReason.BAD_VERSION, frame -> frame.setByte(IP, 0x65)),
            new Malformation("ip options", DropReason.BAD_HEADER, frame -> frame.setByte(IP, 0x46)),
            new Malformation(
                "longer than said", DropReason.BAD_LENGTH, frame -> frame.writeByte(0)),
            new Malformation(
                "ip checksum", DropReason.BAD_CHECKSUM, frame -> frame.setByte(IP + 10, 0xA5)),
            new Malformation(
                "udp length",
                DropReason.BAD_LENGTH,
                frame -> frame.setShort(IP + Ipv4Header.LENGTH + 4, 9)),
            new Malformation(
                "udp checksum",
                DropReason.BAD_CHECKSUM,
                frame -> frame.setByte(IP + Ipv4Header.LENGTH + UdpHeader.LENGTH, 0xA5)),
            new Malformation(
                "keyed on an unkeyed link",
                DropReason.BAD_KEY,
                frame -> {
                  frame.writeZero(24);
                  RaniHeader.keyed(frame, 0, true);
                }),
            new Malformation(
                "prev node",
                DropReason.PREV_NODE_MISMATCH,
                frame -> RaniHeader.prevNode(frame, 0, 0x01020304, 0)),
            new Malformation(
                "no life left",
                DropReason.EXPIRED,
                frame -> RaniHeader.lifetimeMicros(frame, 0, 0)),
            new Malformation(
                "too long for the link", DropReason.BAD_LENGTH, frame -> frame.writeZero(9000)),
            new Malformation(
                "too long by one", DropReason.BAD_LENGTH, MalformedDatagramsTest::grow))
        .flatMap(
            malformation ->
                Arrays.stream(Transport.values())
                    .map(transport -> Arguments.of(transport, malformation)));
  }

  /** A perfect frame of a packet that is just too large for every way to wrap it up. */
  private static void grow(ByteBuf frame) {
    int length = MTU + RaniHeader.WORDS_MAX * 4 - RaniHeader.LENGTH + 24 + 1;
    frame.capacity(RaniHeader.LENGTH + length);
    frame.setZero(IP + Ipv4Header.LENGTH, length - Ipv4Header.LENGTH);
    frame.writerIndex(RaniHeader.LENGTH + length);
    int data = length - Ipv4Header.LENGTH - UdpHeader.LENGTH;
    int body = IP + Ipv4Header.LENGTH;
    UdpHeader.write(
        frame,
        body,
        new UdpFlow(RawNeighbour.NODE, TestServices.PORT, TestServices.PORT),
        data,
        data,
        RawNeighbour.NEIGHBOUR);
    Ipv4Header.write(
        frame, IP, length, 1, Ipv4Header.PROTOCOL_UDP, RawNeighbour.NEIGHBOUR, RawNeighbour.NODE);
  }

  @ParameterizedTest
  @MethodSource("malformations")
  void isDroppedAndCountedByItsReason(Transport transport, Malformation malformation)
      throws IOException {
    try (RawNeighbour raw =
        new RawNeighbour(transport, TestNetwork.link(0, RawNeighbour.NEIGHBOUR))) {
      ByteBuf frame = Unpooled.buffer().writeBytes(raw.frame(TestServices.PORT, 20));
      malformation.change.accept(frame);
      raw.send(Arrays.copyOf(frame.array(), frame.writerIndex()));
      raw.send(raw.frame(TestServices.PORT, 20));
      raw.log.await(1, "delivery at=taker");
      Map<String, Object> facts = raw.network.show(0, Command.Subject.COUNTERS).facts().byKey();
      assertEquals(Map.of(malformation.reason.text(), 1L), facts.get("drops-by-reason"));
    }
  }

  /** Every prefix and every flipped bit of a frame, and then a good one, which still arrives. */
  @ParameterizedTest
  @EnumSource
  void nothingThatArrivesThrowsOrLeaks(Transport transport) throws IOException {
    try (Leaks _ = new Leaks();
        RawNeighbour raw =
            new RawNeighbour(transport, TestNetwork.link(0, RawNeighbour.NEIGHBOUR))) {
      byte[] good = raw.frame(TestServices.PORT, 20);
      int sent = 0;
      for (int length = 0; length < good.length; length++) {
        raw.send(Arrays.copyOf(good, length));
        sent++;
      }
      for (int bit = 0; bit < 8 * good.length; bit++) {
        byte[] flipped = good.clone();
        flipped[bit >> 3] ^= (byte) (1 << (bit & 7));
        raw.send(flipped);
        sent++;
        if (sent % 50 == 0) {
          raw.log.await(sent, "arrival"); // no more than the socket holds
        }
      }
      raw.log.await(sent, "arrival");
      raw.send(good);
      raw.log.await(sent + 1, "arrival");
      raw.network.show(0, Command.Subject.STATUS); // the turn of that arrival has ended
      assertTrue(raw.log.count("delivery at=taker") >= 1);
      assertEquals(0, TestNetwork.number(raw.node.facts().byKey(), "failures"));
    }
  }
}
