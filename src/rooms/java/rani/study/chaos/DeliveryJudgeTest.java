// SPDX-License-Identifier: Apache-2.0
package rani.study.chaos;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import org.junit.jupiter.api.Test;
import rani.rdp.CloseReason;
import rani.rdp.RdpConfig;

/** What a transport must not do to messages and streams, done by hand: each is found. */
class DeliveryJudgeTest {
  /** Of buffers that need not be released. */
  private static final ByteBufAllocator HEAP = new UnpooledByteBufAllocator(false);

  private static final int HERE = 0x0A000001;
  private static final int THERE = 0x0A000002;

  private final Findings findings = new Findings();
  private final DeliveryJudge judge = new DeliveryJudge(findings, new HopJudge(findings));
  private final Conversation messages = open(Conversation.Kind.MESSAGES, 3, 1);
  private final Conversation stream = open(Conversation.Kind.STREAM, 100, 0);

  private Conversation open(Conversation.Kind kind, int count, int answers) {
    return judge.open(
        new JudgedFlow(kind, THERE, 0, count, answers, 1000, 0, 1, RdpConfig.DEFAULT), "n1", HERE);
  }

  private static ByteBuf message(Conversation of, boolean back, int number) {
    return JudgedPayload.write(HEAP, of.id(), back, number, 40);
  }

  private void giveAll() {
    messages.way(false).given = 3;
    messages.way(true).given = 1;
    stream.way(false).given = 100;
  }

  private void take(int... numbers) {
    for (int number : numbers) {
      judge.message(messages, false, message(messages, false, number));
    }
  }

  private void read(int from, int to) {
    ByteBuf bytes = Unpooled.buffer();
    for (int at = from; at < to; at++) {
      bytes.writeByte(JudgedPayload.streamByte(stream.id(), false, at));
    }
    judge.bytes(stream, false, bytes);
  }

  private void assertFound(String what) {
    String found = String.valueOf(findings.first());
    assertTrue(found.contains(what), found);
  }

  @Test
  void whatComesOnceInOrderAndUnspoiltIsRight() {
    giveAll();
    take(0, 1, 2);
    judge.message(messages, true, message(messages, true, 0));
    judge.closed(messages, true, CloseReason.CLOSED);
    judge.closed(messages, false, CloseReason.CLOSED_BY_PEER);
    read(0, 60);
    read(60, 100);
    judge.ended(stream, false);
    judge.closed(stream, true, CloseReason.CLOSED);

    assertNull(findings.first());
    assertEquals(4, judge.came(Conversation.Kind.MESSAGES));
    assertEquals(100, judge.came(Conversation.Kind.STREAM));
  }

  @Test
  void aBeginningIsRightWhereTheConnectionWasGivenUp() {
    giveAll();
    take(0, 1);
    judge.closed(messages, true, CloseReason.TIMED_OUT);
    judge.closed(messages, false, CloseReason.RESET);

    assertNull(findings.first());
  }

  @Test
  void aMessageThatComesTwice() {
    giveAll();
    take(0, 1, 1);
    assertFound("message 1 came twice");
  }

  @Test
  void aMessageThatIsLost() {
    giveAll();
    take(0, 2);
    assertFound("message 2 came where 1 was to come");
  }

  @Test
  void theLastMessageIsLost() {
    giveAll();
    take(0, 1);
    judge.message(messages, true, message(messages, true, 0));
    judge.closed(messages, true, CloseReason.CLOSED);
    assertFound("it ended as closed, and 2 of 3 messages came there and 1 of 1 back");
  }

  @Test
  void aReceiverThatIsToldTheEndTooEarly() {
    giveAll();
    take(0, 1);
    judge.closed(messages, false, CloseReason.CLOSED_BY_PEER);
    assertFound("it ended as closed-by-peer");
  }

  @Test
  void twoMessagesThatAreSwapped() {
    giveAll();
    take(1, 0);
    assertFound("message 1 came where 0 was to come");
  }

  @Test
  void anyFlippedBit() {
    int bits = message(messages, false, 0).readableBytes() * Byte.SIZE;
    for (int bit = 0; bit < bits; bit++) {
      Findings own = new Findings();
      DeliveryJudge alone = new DeliveryJudge(own, new HopJudge(own));
      ByteBuf spoilt = message(messages, false, 0);
      spoilt.setByte(bit / Byte.SIZE, spoilt.getByte(bit / Byte.SIZE) ^ 1 << bit % Byte.SIZE);
      alone.message(messages, false, spoilt);
      assertTrue(String.valueOf(own.first()).contains("message 0 came spoilt"), "bit " + bit);
    }
  }

  @Test
  void aMessageOfAnotherConversationOrOfTheOtherWay() {
    giveAll();
    judge.message(messages, true, message(messages, false, 0));
    assertFound("a message of another conversation came");
  }

  @Test
  void aByteThatIsAnother() {
    giveAll();
    read(0, 10);
    read(11, 12);
    assertFound("byte 10 is not the one that was written");
  }

  @Test
  void aStreamThatEndsTooEarlyOrGoesOnBehindItsEnd() {
    giveAll();
    read(0, 99);
    judge.ended(stream, false);
    assertFound("it ended after 99 of 100 bytes");
  }

  @Test
  void aConnectionThatNoneOpened() {
    judge.called(messages, 50_000);

    assertEquals(messages, judge.answered(HERE, 50_000, THERE));
    assertNull(findings.first());
    assertNull(judge.answered(HERE, 50_001, THERE));
    assertFound("a connection came to 10.0.0.2 that 10.0.0.1 never opened");
  }
}
