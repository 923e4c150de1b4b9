// SPDX-License-Identifier: Apache-2.0
package rani.rdp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static rani.rdp.OneEnd.HERE;
import static rani.rdp.OneEnd.PEER_PORT;
import static rani.rdp.OneEnd.PORT;
import static rani.rdp.OneEnd.SECOND;
import static rani.rdp.OneEnd.THERE;
import static rani.rdp.segment.Segment.ACK;
import static rani.rdp.segment.Segment.EACK;
import static rani.rdp.segment.Segment.NUL;
import static rani.rdp.segment.Segment.RST;
import static rani.rdp.segment.Segment.SYN;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import rani.rdp.segment.Segment;
import rani.rdp.segment.SegmentCodec;
import rani.rdp.segment.SynParameters;
import rani.world.Streams;

/** How often an endpoint answers what a stranger makes up, and whose answers that takes. */
class AnswersTest {
  private static final int FLOOD = 5000;

  /** RFC 5961 §7: "no more than 10 … in a 5 second window". */
  private static final int OF_A_CONNECTION = 10;

  private static final int OF_A_LINK = 1000;
  private static final int CLOSED_PORT = 9;
  private static final int STRANGERS_PORT = 666;

  private final OneEnd end = OneEnd.open(RdpConfig.DEFAULT);

  private void hears(int link, Segment segment) {
    int length = SegmentCodec.length(segment);
    ByteBuf buffer = Unpooled.buffer(length).writerIndex(length);
    SegmentCodec.encode(segment, buffer, 0, THERE, HERE, true);
    end.endpoint.receive(end.nowNanos, THERE, link, 0, buffer, 0, length);
  }

  private static Segment syn(int fromPort, int sequence) {
    return new Segment(
        SYN,
        fromPort,
        PORT,
        sequence,
        0,
        new SynParameters(16, 1500, SynParameters.SEQUENCED),
        Segment.NO_EACKS,
        null,
        Unpooled.EMPTY_BUFFER);
  }

  private int answers() {
    int answers = end.sentCount();
    end.forgetSent();
    return answers;
  }

  /** The stranger's own connection with the endpoint, of which he knows every number. */
  private void strangerConnects() {
    end.listen(RdpConfig.DEFAULT);
    hears(1, syn(STRANGERS_PORT, 77));
    int number = end.takeFirst().sequence();
    hears(1, Segment.bare(ACK, STRANGERS_PORT, PORT, 78, number));
    end.forgetSent();
  }

  /** CVE-2016-5696: what is left of a budget for all tells what was answered to others. */
  @Test
  void whoSpendsTheAnswersOfHisConnectionSpendsNoOnesElse() {
    strangerConnects();
    for (int k = 0; k < FLOOD; k++) {
      hears(1, syn(STRANGERS_PORT, k));
    }
    end.forgetSent();

    end.send(RST, 5, 0); // in the window of the other connection, and not its next number
    end.expect(ACK, 1, 0);
  }

  @Test
  void whatIsForgedIntoAConnectionCostsTheStrangersOwnNoAnswer() {
    strangerConnects();
    for (int k = 0; k < FLOOD; k++) {
      end.send(RST, 5, 0);
    }
    assertEquals(OF_A_CONNECTION, answers());

    for (int k = 0; k < FLOOD; k++) {
      hears(1, syn(STRANGERS_PORT, k));
    }
    assertEquals(OF_A_CONNECTION, answers());
  }

  @Test
  void aConnectionAnswersAgainWhenItsTimeHasCome() {
    for (int second = 0; second < 10; second++) {
      for (int k = 0; k < 100; k++) {
        end.send(SYN, 1, 0, OneEnd.PEER);
      }
      assertEquals(second % 5 == 0 ? OF_A_CONNECTION : 0, answers());
      end.pass(SECOND);
    }
    assertEquals(1000L - 2 * OF_A_CONNECTION, end.endpoint.facts().byKey().get("unanswered"));
  }

  /** Segments of every kind and any number, of which 2 in 10,000 hit upon what must be answered. */
  @Test
  void aConnectionAnswersAFloodOfSegmentsTenTimes() {
    RandomGenerator chance = Streams.of(1, "n", "flood");
    List<Integer> kinds = List.of(RST, RST | ACK, ACK, ACK | NUL, ACK | EACK, SYN);
    for (int k = 0; k < FLOOD; k++) {
      int flags = kinds.get(k % kinds.size());
      int number = chance.nextInt();
      end.send(
          end.segment(
              flags,
              number,
              chance.nextInt(),
              flags == SYN ? OneEnd.PEER : null,
              (flags & EACK) == 0 ? List.of() : List.of(number, 7),
              null,
              flags == ACK ? "data" : ""),
          0);
    }
    assertEquals(OF_A_CONNECTION, answers());
    assertEquals(ConnectionState.OPEN, end.connection().state());
  }

  @Test
  void aCallerAnswersWrongAcknowledgementsTenTimes() {
    OneEnd caller = new OneEnd();
    caller.connect(RdpConfig.DEFAULT);
    caller.expect(SYN, 0, 0);
    for (int k = 1; k <= FLOOD; k++) {
      caller.send(ACK, k, k);
    }
    assertEquals(OF_A_CONNECTION, caller.sentCount());
    assertEquals(ConnectionState.SYN_SENT, caller.connection().state());
  }

  @Test
  void aCallIsAnsweredTenTimesHoweverOftenItIsRepeated() {
    end.listen(RdpConfig.DEFAULT);
    hears(1, syn(STRANGERS_PORT, 77));
    assertEquals(1, answers());
    for (int k = 0; k < FLOOD; k++) {
      hears(1, syn(STRANGERS_PORT, 77));
    }
    assertEquals(OF_A_CONNECTION, answers());
  }

  @Test
  void aFloodByOneLinkLeavesOthersTheirAnswers() {
    for (int k = 0; k < FLOOD; k++) {
      hears(1, Segment.bare(ACK, PEER_PORT, CLOSED_PORT, k, k));
    }
    assertEquals(OF_A_LINK, answers());
    assertEquals((long) FLOOD - OF_A_LINK, end.endpoint.facts().byKey().get("unanswered"));

    hears(2, Segment.bare(ACK, PEER_PORT, CLOSED_PORT, 1, 1));
    hears(RdpEndpoint.NO_LINK, Segment.bare(ACK, PEER_PORT, CLOSED_PORT, 1, 1));
    assertEquals(2, answers());

    end.nowNanos += SECOND - 1;
    hears(1, Segment.bare(ACK, PEER_PORT, CLOSED_PORT, 1, 1));
    assertEquals(0, answers());
    end.nowNanos++;
    hears(1, Segment.bare(ACK, PEER_PORT, CLOSED_PORT, 1, 1));
    assertEquals(1, answers());
  }

  @Test
  void aResetIsNeverAnsweredByAReset() {
    hears(1, Segment.bare(RST, PEER_PORT, CLOSED_PORT, 1, 1));
    assertEquals(0, answers());
    assertNull(end.endpoint.facts().byKey().get("unanswered"));
  }
}
