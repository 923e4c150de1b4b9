// SPDX-License-Identifier: Apache-2.0
package rani.services;

import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import rani.fixture.MessageBytes;
import rani.services.abcd.AbcdSize;
import rani.services.acc.AccFilter;
import rani.services.acc.AccFilterStands;
import rani.services.lgc.ActiveFilter;
import rani.services.lgc.ActiveFilterAck;
import rani.services.ufc.UfcCongestion;
import rani.services.ufc.UfcShaping;
import rani.wire.Address;
import rani.wire.FlowKey;
import rani.wire.ServiceMessage;

class MessagesTest {
  private static final MessageBytes BYTES = new MessageBytes(ProvidersTest.messages());
  private static final FlowKey GCI = FlowKey.ofSource(Address.parse("10.0.0.1"));
  private static final FlowKey CONNECTION =
      new FlowKey(0x0A000001_0A000008L, 27L << 32 | 49_152L << 16 | 7000);
  private static final FlowKey AGGREGATE =
      new FlowKey(0x0A000002_0A000004L, 17L << 32 | 5000L << 16 | 7000);
  private static final FlowKey ALL_ONES = new FlowKey(-1, -1);

  static Stream<Arguments> messages() {
    return Stream.of(
        Arguments.of(
            new ActiveFilter(0x01020304, GCI, Address.parse("10.0.0.8"), Address.parse("10.0.0.6")),
            "0102dce8 01020304 0a00000100000000 0000000000000000 0a000008 0a000006"),
        Arguments.of(new ActiveFilterAck(0x01020304), "0103faf6 01020304"),
        Arguments.of(
            new AccFilter(CONNECTION, 3, 18, 2, 18, 9, 9, 9, 360, 1, true),
            "01060ad2 0a0000010a000008 0000001bc0001b58 0003 0012 02 01 01 00"
                + "0012 0009 0009 0009 0168 0000"),
        Arguments.of(
            new AccFilter(ALL_ONES, 65_535, 1, 6, 1, 0, 1, 65_535, 65_535, 16, false),
            "0106f8e6 ffffffffffffffff ffffffffffffffff ffff 0001 06 10 00 00"
                + "0001 0000 0001 ffff ffff 0000"),
        Arguments.of(
            new AccFilterStands(CONNECTION, 3, true),
            "01070e79 0a0000010a000008 0000001bc0001b58 0003 01 00"),
        Arguments.of(
            new AccFilterStands(CONNECTION, 65_535, false),
            "01070f7c 0a0000010a000008 0000001bc0001b58 ffff 00 00"),
        Arguments.of(
            new UfcCongestion(AGGREGATE, 7, 40, 500, 1_000_000),
            "0108778e 0a0000020a000004 0000001113881b58 00000007 0028 01f4 00000000000f4240"),
        Arguments.of(
            new UfcCongestion(ALL_ONES, -1, 65_535, 65_535, Long.MAX_VALUE),
            "01087ef8 ffffffffffffffff ffffffffffffffff ffffffff ffff ffff 7fffffffffffffff"),
        Arguments.of(
            new UfcShaping(AGGREGATE, 8, 40, 500),
            "0109b9db 0a0000020a000004 0000001113881b58 00000008 0028 01f4"),
        Arguments.of(
            new UfcShaping(ALL_ONES, -1, 1, 1),
            "0109fef4 ffffffffffffffff ffffffffffffffff ffffffff 0001 0001"),
        Arguments.of(
            new AbcdSize(CONNECTION, 600), "010a0d21 0a0000010a000008 0000001bc0001b58 0258 0000"),
        Arguments.of(
            new AbcdSize(ALL_ONES, 65_535),
            "010afef5 ffffffffffffffff ffffffffffffffff ffff 0000"));
  }

  @ParameterizedTest
  @MethodSource("messages")
  void itStandsAsTheseBytesAndNoOthers(ServiceMessage message, String hex) {
    BYTES.assertStandsAs(hex, message);
  }

  @Test
  void aFilterThatNoMonitorCouldAskForIsRefused() {
    String head = "0106 0000 0a0000010a000008 0000001bc0001b58 0003 ";
    assertNotNull(
        BYTES.read(head + "0012 02 01 01 00 0012 0009 0009 0009 0168 0000"), "as it should be");
    assertNull(BYTES.read(head + "0000 02 01 01 00 0012 0009 0009 0009 0168 0000"), "no packets");
    assertNull(BYTES.read(head + "0012 07 01 01 00 0012 0009 0009 0009 0168 0000"), "phase 7");
    assertNull(BYTES.read(head + "0012 02 00 01 00 0012 0009 0009 0009 0168 0000"), "no hop");
    assertNull(BYTES.read(head + "0012 02 11 01 00 0012 0009 0009 0009 0168 0000"), "17 hops");
    assertNull(BYTES.read(head + "0012 02 01 02 00 0012 0009 0009 0009 0168 0000"), "flag 2");
    assertNull(
        BYTES.read(head + "0012 02 01 01 01 0012 0009 0009 0009 0168 0000"), "reserved byte");
    assertNull(BYTES.read(head + "0012 02 01 01 00 0000 0009 0009 0009 0168 0000"), "no window");
    assertNull(
        BYTES.read(head + "0012 02 01 01 00 0012 0009 0000 0009 0168 0000"), "no new window");
    assertNull(
        BYTES.read(head + "0012 02 01 01 00 0008 0009 0009 0009 0168 0000"), "a window that opens");
    assertNull(
        BYTES.read(head + "0012 02 01 01 00 0012 0009 0009 0009 0168 0001"), "reserved bytes");
    String stands = "0107 0000 0a0000010a000008 0000001bc0001b58 0003 ";
    assertNotNull(BYTES.read(stands + "01 00"), "as it should be");
    assertNull(BYTES.read(stands + "02 00"), "flag 2");
    assertNull(BYTES.read(stands + "01 01"), "reserved byte");
  }

  @Test
  void aSizeThatNoPacketHasIsRefused() {
    String head = "010a 0000 0a0000010a000008 0000001bc0001b58 ";
    assertNotNull(BYTES.read(head + "0001 0000"), "as it should be");
    assertNull(BYTES.read(head + "0000 0000"), "no bytes");
    assertNull(BYTES.read(head + "0258 0001"), "reserved bytes");
  }
}
