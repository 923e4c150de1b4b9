// SPDX-License-Identifier: Apache-2.0
package rani.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.netty.buffer.ByteBuf;
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
        Arguments.of(new ServiceMessage.ActiveFilterAck(0x01020304), "0103faf6 01020304"));
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
    assertNull(read("0104 0000 01020304"), "type 4");
    assertNull(read("01ff 0000 01020304"), "type 255");
  }

  @Test
  void aHelloOfNoIntervalOrWithUnknownFlagsIsRefused() {
    assertNull(read("0101 0000 00000005 01 00 0000"), "interval 0");
    assertNull(read("0101 0000 00000005 02 00 03e8"), "flag 2");
    assertNull(read("0101 0000 00000005 81 00 03e8"), "flag 128");
    assertNull(read("0101 0000 00000005 01 01 03e8"), "reserved byte");
  }

  /** Reads a message whose checksum is made right first. */
  private static @Nullable ServiceMessage read(String hex) {
    ByteBuf bytes = Bytes.ofHex(hex);
    int length = bytes.readableBytes();
    bytes.setShort(2, InternetChecksum.fold(InternetChecksum.sum(bytes, 0, length, 0)));
    return ServiceMessageCodec.read(bytes, 0, length);
  }
}
