// SPDX-License-Identifier: Apache-2.0
package rani.wire;

import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import rani.fixture.MessageBytes;

class MessageFormatTest {
  private static final MessageBytes BYTES = new MessageBytes(NodeMessage.FORMATS);

  static Stream<Arguments> messages() {
    return Stream.of(
        Arguments.of(new NodeMessage.LinkHello(5, true, 1000), "0101fa11 00000005 01 00 03e8"),
        Arguments.of(new NodeMessage.LinkHello(-1, false, 60_000), "0101149e ffffffff 00 00 ea60"),
        Arguments.of(
            new NodeMessage.LinkState(
                Address.parse("10.0.0.3"),
                0,
                7,
                1500,
                "n3",
                List.of(
                    new NodeMessage.LinkState.Neighbour(Address.parse("10.0.0.2"), 1500, 1),
                    new NodeMessage.LinkState.Neighbour(Address.parse("10.0.0.7"), 9000, 2))),
            "010443ce 0a000003 00000007 000005dc 00 02 0002"
                + "0a000002 05dc 0001 0a000007 2328 0002 6e33"),
        Arguments.of(
            new NodeMessage.LinkState(
                Address.parse("10.0.0.1"), 7, -1, 0xFFFF_FFFFL, "x", List.of()),
            "010475f9 0a000001 ffffffff ffffffff 07 01 0000 78"),
        Arguments.of(
            new NodeMessage.LinkStateAck(Address.parse("10.0.0.3"), 7, -1),
            "0105edf7 0a000003 ffffffff 07 000000"));
  }

  @ParameterizedTest
  @MethodSource("messages")
  void itStandsAsTheseBytesAndNoOthers(ServiceMessage message, String hex) {
    BYTES.assertStandsAs(hex, message);
  }

  @Test
  void unknownVersionsAndTypesAreRefused() {
    assertNull(BYTES.read("0203 0000 01020304"), "version 2");
    assertNull(BYTES.read("0003 0000 01020304"), "version 0");
    assertNull(BYTES.read("0100 0000 01020304"), "type 0");
    assertNull(BYTES.read("0102 0000 01020304"), "type 2, which is a service's");
    assertNull(BYTES.read("01ff 0000 01020304"), "type 255");
  }

  @Test
  void aHelloBeyondTheRangeOfIntervalsOrWithUnknownFlagsIsRefused() {
    assertNull(BYTES.read("0101 0000 00000005 01 00 0000"), "interval 0");
    assertNull(BYTES.read("0101 0000 00000005 01 00 0009"), "interval 9 ms");
    assertNotNull(BYTES.read("0101 0000 00000005 01 00 000a"), "interval 10 ms");
    assertNotNull(BYTES.read("0101 0000 00000005 01 00 ea60"), "interval 60 s");
    assertNull(BYTES.read("0101 0000 00000005 01 00 ea61"), "interval 60.001 s");
    assertNull(BYTES.read("0101 0000 00000005 01 00 ffff"), "interval 65.535 s");
    assertNull(BYTES.read("0101 0000 00000005 02 00 03e8"), "flag 2");
    assertNull(BYTES.read("0101 0000 00000005 81 00 03e8"), "flag 128");
    assertNull(BYTES.read("0101 0000 00000005 01 01 03e8"), "reserved byte");
  }

  @Test
  void aLinkStateThatNoNodeCouldSayIsRefused() {
    String head = "0104 0000 0a000003 00000007 000005dc ";
    String neighbour = "0a000002 05dc 0001 ";
    assertNotNull(BYTES.read(head + "00 02 0001" + neighbour + "6e33"), "as it should be");
    assertNull(BYTES.read(head + "08 02 0001" + neighbour + "6e33"), "part 8");
    assertNull(BYTES.read(head + "00 00 0001" + neighbour), "no name");
    assertNull(
        BYTES.read(head + "00 02 0001" + neighbour + "336e"), "a name that begins with a digit");
    assertNull(BYTES.read(head + "00 02 0001" + neighbour + "6e20"), "a blank in a name");
    assertNull(BYTES.read(head + "00 02 0001" + neighbour + "6ee9"), "a letter that is not ASCII");
    assertNull(BYTES.read(head + "00 21 0000" + "6e".repeat(33)), "a name of 33 letters");
    assertNull(BYTES.read(head + "00 02 0001 0a000002 0043 0001 6e33"), "an mtu of 67 bytes");
    assertNull(BYTES.read(head + "00 02 0001 0a000002 05dc 0000 6e33"), "no link");
    assertNull(BYTES.read(head + "00 02 0002" + neighbour + "6e33"), "a neighbour is missing");
    assertNull(BYTES.read(head + "00 02 0000" + neighbour + "6e33"), "a neighbour too many");
    assertNull(BYTES.read(head + "00 02 0081" + neighbour.repeat(129) + "6e33"), "129 neighbours");
    assertNull(BYTES.read("0104 0000 0a000003 00000007 000005dc 00 02"), "cut off");
  }

  @Test
  void anAcknowledgementOfAPartThatThereIsNotIsRefused() {
    assertNotNull(BYTES.read("0105 0000 0a000003 00000007 07 000000"), "as it should be");
    assertNull(BYTES.read("0105 0000 0a000003 00000007 08 000000"), "part 8");
    assertNull(BYTES.read("0105 0000 0a000003 00000007 00 000001"), "reserved byte");
  }
}
