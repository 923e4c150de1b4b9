// SPDX-License-Identifier: Apache-2.0
package rani.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.netty.buffer.ByteBuf;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import rani.fixture.Bytes;

class ServiceMessageCodecTest {
  private static final FlowKey GCI = FlowKey.ofSource(Address.parse("10.0.0.1"));

  static Stream<Arguments> messages() {
    return Stream.of(
        Arguments.of(new ServiceMessage.LinkHello(5, true, 1000), "0101fa11 00000005 01 00 03e8"),
        Arguments.of(
            new ServiceMessage.LinkHello(-1, false, 65_535), "0101fefe ffffffff 00 00 ffff"),
        Arguments.of(
            new ServiceMessage.ActiveFilter(
                0x01020304, GCI, Address.parse("10.0.0.8"), Address.parse("10.0.0.6")),
            "0102dce8 01020304 0a00000100000000 0000000000000000 0a000008 0a000006"),
        Arguments.of(new ServiceMessage.ActiveFilterAck(0x01020304), "0103faf6 01020304"),
        Arguments.of(
            new ServiceMessage.LinkState(
                Address.parse("10.0.0.3"),
                0,
                7,
                1500,
                "n3",
                List.of(
                    new ServiceMessage.LinkState.Neighbour(Address.parse("10.0.0.2"), 1500, 1),
                    new ServiceMessage.LinkState.Neighbour(Address.parse("10.0.0.7"), 9000, 2))),
            "010443ce 0a000003 00000007 000005dc 00 02 0002"
                + "0a000002 05dc 0001 0a000007 2328 0002 6e33"),
        Arguments.of(
            new ServiceMessage.LinkState(
                Address.parse("10.0.0.1"), 7, -1, 0xFFFF_FFFFL, "x", List.of()),
            "010475f9 0a000001 ffffffff ffffffff 07 01 0000 78"),
        Arguments.of(
            new ServiceMessage.LinkStateAck(Address.parse("10.0.0.3"), 7, -1),
            "0105edf7 0a000003 ffffffff 07 000000"));
  }

  @ParameterizedTest
  @MethodSource("messages")
  void bytesAreRead(ServiceMessage message, String hex) {
    ByteBuf bytes = Bytes.ofHex(hex);
    assertEquals(message, ServiceMessageCodec.read(bytes, 0, bytes.readableBytes()));
  }

  @ParameterizedTest
  @MethodSource("messages")
  void everyByteIsWritten(ServiceMessage message, String hex) {
    ByteBuf written = Bytes.unwritten(ServiceMessageCodec.length(message));
    ServiceMessageCodec.write(message, written, 0);
    assertEquals(hex.replace(" ", ""), Bytes.hex(written));
  }

  @ParameterizedTest
  @MethodSource("messages")
  void anotherLengthIsRefused(ServiceMessage message, String hex) {
    ByteBuf bytes = Bytes.ofHex(hex + "0000"); // zeros leave the checksum right
    int length = ServiceMessageCodec.length(message);
    for (int other = 0; other <= bytes.readableBytes(); other++) {
      if (other != length) {
        assertNull(ServiceMessageCodec.read(bytes, 0, other), other + " bytes");
      }
    }
  }

  @ParameterizedTest
  @MethodSource("messages")
  void anyFlippedBitIsRefused(ServiceMessage message, String hex) {
    for (int bit = 0; bit < 8 * ServiceMessageCodec.length(message); bit++) {
      ByteBuf bytes = Bytes.ofHex(hex);
      bytes.setByte(bit >>> 3, bytes.getByte(bit >>> 3) ^ 1 << (bit & 7));
      assertNull(ServiceMessageCodec.read(bytes, 0, bytes.readableBytes()), "bit " + bit);
    }
  }

  @Test
  void unknownVersionsAndTypesAreRefused() {
    assertNull(read("0203 0000 01020304"), "version 2");
    assertNull(read("0003 0000 01020304"), "version 0");
    assertNull(read("0100 0000 01020304"), "type 0");
    assertNull(read("0106 0000 01020304"), "type 6");
    assertNull(read("01ff 0000 01020304"), "type 255");
  }

  @Test
  void aHelloOfNoIntervalOrWithUnknownFlagsIsRefused() {
    assertNull(read("0101 0000 00000005 01 00 0000"), "interval 0");
    assertNull(read("0101 0000 00000005 02 00 03e8"), "flag 2");
    assertNull(read("0101 0000 00000005 81 00 03e8"), "flag 128");
    assertNull(read("0101 0000 00000005 01 01 03e8"), "reserved byte");
  }

  @Test
  void aLinkStateThatNoNodeCouldSayIsRefused() {
    String head = "0104 0000 0a000003 00000007 000005dc ";
    String neighbour = "0a000002 05dc 0001 ";
    assertNotNull(read(head + "00 02 0001" + neighbour + "6e33"), "as it should be");
    assertNull(read(head + "08 02 0001" + neighbour + "6e33"), "part 8");
    assertNull(read(head + "00 00 0001" + neighbour), "no name");
    assertNull(read(head + "00 02 0001" + neighbour + "336e"), "a name that begins with a digit");
    assertNull(read(head + "00 02 0001" + neighbour + "6e20"), "a blank in a name");
    assertNull(read(head + "00 02 0001" + neighbour + "6ee9"), "a letter that is not ASCII");
    assertNull(read(head + "00 21 0000" + "6e".repeat(33)), "a name of 33 letters");
    assertNull(read(head + "00 02 0001 0a000002 0043 0001 6e33"), "an mtu of 67 bytes");
    assertNull(read(head + "00 02 0001 0a000002 05dc 0000 6e33"), "no link");
    assertNull(read(head + "00 02 0002" + neighbour + "6e33"), "a neighbour is missing");
    assertNull(read(head + "00 02 0000" + neighbour + "6e33"), "a neighbour too many");
    assertNull(read(head + "00 02 0081" + neighbour.repeat(129) + "6e33"), "129 neighbours");
    assertNull(read("0104 0000 0a000003 00000007 000005dc 00 02"), "cut off");
  }

  @Test
  void anAcknowledgementOfAPartThatThereIsNotIsRefused() {
    assertNotNull(read("0105 0000 0a000003 00000007 07 000000"), "as it should be");
    assertNull(read("0105 0000 0a000003 00000007 08 000000"), "part 8");
    assertNull(read("0105 0000 0a000003 00000007 00 000001"), "reserved byte");
  }

  /** Reads a message whose checksum is made right first. */
  private static @Nullable ServiceMessage read(String hex) {
    ByteBuf bytes = Bytes.ofHex(hex);
    int length = bytes.readableBytes();
    bytes.setShort(2, InternetChecksum.fold(InternetChecksum.sum(bytes, 0, length, 0)));
    return ServiceMessageCodec.read(bytes, 0, length);
  }
}
