// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.edge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import rani.world.DropReason;

/** The message in hex was computed by a Python program from the texts of RFC 4443 and RFC 8200. */
class RefusalsTest {
  private static final String NODE = "fd000000000000000000000000000001";
  private static final String OTHER = "fd010000000000000000000000000002";
  private static final String DATAGRAM = "1389000700080000";
  private static final long SECOND_NANOS = 1_000_000_000L;

  private final Refusals refusals = new Refusals();

  private static ByteBuf packet(String source, String destination, int protocol, String body) {
    String head = "60000000%04x%02x40".formatted(body.length() / 2, protocol);
    return Unpooled.wrappedBuffer(HexFormat.of().parseHex(head + source + destination + body));
  }

  /** The answer in hex, empty if there is none. */
  private String answer(long nowNanos, ByteBuf packet) {
    ByteBuf answer = Unpooled.buffer(Refusals.BYTES_MAX, Refusals.BYTES_MAX);
    assertTrue(Refusals.isIpv6(packet));
    assertEquals(refusals.answer(nowNanos, packet, answer), answer.isReadable());
    return ByteBufUtil.hexDump(answer);
  }

  @Test
  void aPacketOfIpv6IsAnsweredFromWhereItWasToGo() {
    ByteBuf packet = packet(NODE, OTHER, 17, DATAGRAM);
    assertEquals(
        "6000000000383a40" + OTHER + NODE + "010085a100000000" + ByteBufUtil.hexDump(packet),
        answer(0, packet));
    assertEquals(new EdgeFacts.Refused(1, 0, 0, 0), refusals.counts());
  }

  @Test
  void anAnswerIsNoLongerThanEveryLinkCarries() {
    assertEquals(2 * 1280, answer(0, packet(NODE, OTHER, 17, "00".repeat(1460))).length());
  }

  @ParameterizedTest
  @CsvSource({
    "fd000000000000000000000000000001, ff020000000000000000000000000002, 58, 8500", // to many
    "00000000000000000000000000000000, fd010000000000000000000000000002, 17, 00", // from none
    "fd000000000000000000000000000001, fd010000000000000000000000000002, 58, 0100" // an error
  })
  void noneIsAnsweredThatMayNotBe(String source, String destination, int protocol, String body) {
    assertEquals("", answer(0, packet(source, destination, protocol, body)));
    assertEquals(1, refusals.counts().ipv6());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 39})
  void aPieceOfAHeaderIsNotAnswered(int bytes) {
    assertEquals("", answer(0, packet(NODE, OTHER, 17, DATAGRAM).slice(0, bytes)));
  }

  @Test
  void answersOfASecondAreBounded() {
    for (int k = 0; k < Refusals.ANSWERS_PER_SECOND_MAX; k++) {
      assertFalse(answer(5, packet(NODE, OTHER, 17, DATAGRAM)).isEmpty());
    }
    assertEquals("", answer(SECOND_NANOS - 1, packet(NODE, OTHER, 17, DATAGRAM)));
    assertFalse(answer(SECOND_NANOS, packet(NODE, OTHER, 17, DATAGRAM)).isEmpty());
    assertEquals(Refusals.ANSWERS_PER_SECOND_MAX + 2, refusals.counts().ipv6());
  }

  @Test
  void theReasonsOfIpv4AreToldApart() {
    refusals.count(DropReason.BAD_HEADER, 0x46);
    refusals.count(DropReason.BAD_HEADER, 0x45);
    refusals.count(DropReason.BAD_HEADER, 0x45);
    refusals.count(DropReason.BAD_CHECKSUM, 0x45);
    assertEquals(new EdgeFacts.Refused(0, 1, 2, 1), refusals.counts());
  }
}
