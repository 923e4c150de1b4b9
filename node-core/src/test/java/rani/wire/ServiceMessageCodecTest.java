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
  private static final FlowKey CONNECTION =
      new FlowKey(0x0A000001_0A000008L, 27L << 32 | 49_152L << 16 | 7000);
  private static final FlowKey AGGREGATE =
      new FlowKey(0x0A000002_0A000004L, 17L << 32 | 5000L << 16 | 7000);
  private static final FlowKey ALL_ONES = new FlowKey(-1, -1);

  static Stream<Arguments> messages() {
    return Stream.of(
        Arguments.of(new ServiceMessage.LinkHello(5, true, 1000), "0101fa11 00000005 01 00 03e8"),
        Arguments.of(
            new ServiceMessage.LinkHello(-1, false, 60_000), "0101149e ffffffff 00 00 ea60"),
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
            "0105edf7 0a000003 ffffffff 07 000000"),
        Arguments.of(
            new ServiceMessage.AccFilter(CONNECTION, 3, 18, 2, 18, 9, 9, 9, 360, 1, true),
            "01060ad2 0a0000010a000008 0000001bc0001b58 0003 0012 02 01 01 00"
                + "0012 0009 0009 0009 0168 0000"),
        Arguments.of(
            new ServiceMessage.AccFilter(
                ALL_ONES, 65_535, 1, 6, 1, 0, 1, 65_535, 65_535, 16, false),
            "0106f8e6 ffffffffffffffff ffffffffffffffff ffff 0001 06 10 00 00"
                + "0001 0000 0001 ffff ffff 0000"),
        Arguments.of(
            new ServiceMessage.AccFilterStands(CONNECTION, 3, true),
            "01070e79 0a0000010a000008 0000001bc0001b58 0003 01 00"),
        Arguments.of(
            new ServiceMessage.AccFilterStands(CONNECTION, 65_535, false),
            "01070f7c 0a0000010a000008 0000001bc0001b58 ffff 00 00"),
        Arguments.of(
            new ServiceMessage.UfcCongestion(AGGREGATE, 7, 40, 500, 1_000_000),
            "0108778e 0a0000020a000004 0000001113881b58 00000007 0028 01f4 00000000000f4240"),
        Arguments.of(
            new ServiceMessage.UfcCongestion(ALL_ONES, -1, 65_535, 65_535, Long.MAX_VALUE),
            "01087ef8 ffffffffffffffff ffffffffffffffff ffffffff ffff ffff 7fffffffffffffff"),
        Arguments.of(
            new ServiceMessage.UfcShaping(AGGREGATE, 8, 40, 500),
            "0109b9db 0a0000020a000004 0000001113881b58 00000008 0028 01f4"),
        Arguments.of(
            new ServiceMessage.UfcShaping(ALL_ONES, -1, 1, 1),
            "0109fef4 ffffffffffffffff ffffffffffffffff ffffffff 0001 0001"),
        Arguments.of(
            new ServiceMessage.AbcdSize(CONNECTION, 600),
            "010a0d21 0a0000010a000008 0000001bc0001b58 0258 0000"),
        Arguments.of(
            new ServiceMessage.AbcdSize(ALL_ONES, 65_535),
            "010afef5 ffffffffffffffff ffffffffffffffff ffff 0000"));
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
    assertNull(read("0108 0000 01020304"), "type 8");
    assertNull(read("01ff 0000 01020304"), "type 255");
  }

  @Test
  void aHelloBeyondTheRangeOfIntervalsOrWithUnknownFlagsIsRefused() {
    assertNull(read("0101 0000 00000005 01 00 0000"), "interval 0");
    assertNull(read("0101 0000 00000005 01 00 0009"), "interval 9 ms");
    assertNotNull(read("0101 0000 00000005 01 00 000a"), "interval 10 ms");
    assertNotNull(read("0101 0000 00000005 01 00 ea60"), "interval 60 s");
    assertNull(read("0101 0000 00000005 01 00 ea61"), "interval 60.001 s");
    assertNull(read("0101 0000 00000005 01 00 ffff"), "interval 65.535 s");
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

  @Test
  void aFilterThatNoMonitorCouldAskForIsRefused() {
    String head = "0106 0000 0a0000010a000008 0000001bc0001b58 0003 ";
    assertNotNull(read(head + "0012 02 01 01 00 0012 0009 0009 0009 0168 0000"), "as it should be");
    assertNull(read(head + "0000 02 01 01 00 0012 0009 0009 0009 0168 0000"), "no packets");
    assertNull(read(head + "0012 07 01 01 00 0012 0009 0009 0009 0168 0000"), "phase 7");
    assertNull(read(head + "0012 02 00 01 00 0012 0009 0009 0009 0168 0000"), "no hop");
    assertNull(read(head + "0012 02 11 01 00 0012 0009 0009 0009 0168 0000"), "17 hops");
    assertNull(read(head + "0012 02 01 02 00 0012 0009 0009 0009 0168 0000"), "flag 2");
    assertNull(read(head + "0012 02 01 01 01 0012 0009 0009 0009 0168 0000"), "reserved byte");
    assertNull(read(head + "0012 02 01 01 00 0000 0009 0009 0009 0168 0000"), "no window");
    assertNull(read(head + "0012 02 01 01 00 0012 0009 0000 0009 0168 0000"), "no new window");
    assertNull(
        read(head + "0012 02 01 01 00 0008 0009 0009 0009 0168 0000"), "a window that opens");
    assertNull(read(head + "0012 02 01 01 00 0012 0009 0009 0009 0168 0001"), "reserved bytes");
    String stands = "0107 0000 0a0000010a000008 0000001bc0001b58 0003 ";
    assertNotNull(read(stands + "01 00"), "as it should be");
    assertNull(read(stands + "02 00"), "flag 2");
    assertNull(read(stands + "01 01"), "reserved byte");
  }

  @Test
  void aSizeThatNoPacketHasIsRefused() {
    String head = "010a 0000 0a0000010a000008 0000001bc0001b58 ";
    assertNotNull(read(head + "0001 0000"), "as it should be");
    assertNull(read(head + "0000 0000"), "no bytes");
    assertNull(read(head + "0258 0001"), "reserved bytes");
  }

  /** Reads a message whose checksum is made right first. */
  private static @Nullable ServiceMessage read(String hex) {
    ByteBuf bytes = Bytes.ofHex(hex);
    int length = bytes.readableBytes();
    bytes.setShort(2, InternetChecksum.fold(InternetChecksum.sum(bytes, 0, length, 0)));
    return ServiceMessageCodec.read(bytes, 0, length);
  }
}
