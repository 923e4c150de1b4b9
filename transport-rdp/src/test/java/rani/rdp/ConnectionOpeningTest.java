// SPDX-License-Identifier: Apache-2.0
package rani.rdp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static rani.rdp.OneEnd.PEER;
import static rani.rdp.OneEnd.SECOND;
import static rani.rdp.segment.Segment.ACK;
import static rani.rdp.segment.Segment.NUL;
import static rani.rdp.segment.Segment.RST;
import static rani.rdp.segment.Segment.SYN;

import io.netty.buffer.Unpooled;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rani.rdp.segment.RefusalReason;
import rani.rdp.segment.Segment;
import rani.rdp.segment.SynParameters;

/** How connections are opened and refused (RFC 908 §3.7), read as a packet trace. */
class ConnectionOpeningTest {
  private static final RdpConfig CONFIG = RdpConfig.DEFAULT;

  @Nested
  class SynSent {
    private final OneEnd end = new OneEnd();

    @Test
    void anAnswerOpens() {
      end.connect(CONFIG);
      Segment syn = end.expect(SYN, 0, 0).segment();
      assertEquals(new SynParameters(128, 1500, SynParameters.SEQUENCED), syn.syn());
      end.send(SYN | ACK, 0, 0, PEER);
      end.expect(ACK, 1, 0);
      assertEquals(ConnectionState.OPEN, end.connection().state());
      assertEquals(List.of("opened"), end.told);
    }

    @Test
    void aRefusalIsTold() {
      end.connect(CONFIG);
      end.expect(SYN, 0, 0);
      end.send(RST | ACK, -5000, 0);
      assertEquals(List.of("refused"), end.told);
      end.expectNothing();
    }

    @Test
    void aResetThatDoesNotAnswerTheSynIsForged() {
      end.connect(CONFIG);
      end.expect(SYN, 0, 0);
      end.send(RST, 0, 0);
      end.send(RST | ACK, 0, 7);
      assertEquals(ConnectionState.SYN_SENT, end.connection().state());
      assertEquals(2, end.endpoint.refused(RefusalReason.FORGED_RST));
      end.expectNothing();
    }

    @Test
    void anAnswerToAnotherSynIsReset() {
      end.connect(CONFIG);
      end.expect(SYN, 0, 0);
      end.send(SYN | ACK, 0, 77, PEER);
      Segment reset = end.expect(RST | ACK, 78, -5000).segment();
      assertTrue(reset.has(RST));
      assertEquals(ConnectionState.SYN_SENT, end.connection().state());
    }

    @Test
    void twoCallsAtOnceMeet() {
      end.connect(CONFIG);
      end.expect(SYN, 0, 0);
      end.send(SYN, 0, 0, PEER);
      end.expect(SYN | ACK, 0, 0);
      end.send(SYN | ACK, 0, 0, PEER);
      end.expect(ACK, 1, 0);
      assertEquals(List.of("SYN-SENT", "SYN-RCVD", "OPEN"), end.states);
    }

    @Test
    void silenceIsToldAfterTheRetries() {
      end.connect(CONFIG);
      end.pass(1000 * SECOND);
      assertEquals(1 + CONFIG.timers().retries(), end.sentCount());
      assertEquals(List.of("timed-out"), end.told);
    }

    @ParameterizedTest
    @CsvSource({"0,1500", "64,0", "64,1", "64,38"})
    void aPeerThatNothingCanBeSentToIsLeft(int maxOutstanding, int maxSegmentBytes) {
      end.connect(CONFIG);
      end.expect(SYN, 0, 0);
      end.send(SYN | ACK, 0, 0, new SynParameters(maxOutstanding, maxSegmentBytes, 0));
      end.expect(RST | ACK, 1, -5000);
      assertEquals(List.of("bad-peer"), end.told);
      assertEquals(1, end.endpoint.refused(RefusalReason.BAD_SYN));
    }

    @Test
    void nothingCanBeSentYet() {
      end.connect(CONFIG);
      IllegalStateException early =
          assertThrows(IllegalStateException.class, () -> end.write("early"));
      assertEquals("nothing can be sent: SYN-SENT", early.getMessage());
    }

    /** 20 B of IPv4, 18 of RDP, one of data. */
    @Test
    void aPeerThatTakesASingleByteIsEnough() {
      OneEnd.open(end, CONFIG, new SynParameters(64, 39, SynParameters.SEQUENCED));
      assertEquals(1, end.connection().maxMessageBytes());
    }

    @Test
    void whatIsNeitherAnswerNorCallIsRefusedAndCounted() {
      end.connect(CONFIG);
      end.expect(SYN, 0, 0);
      end.send(SYN | ACK, 0, 77, PEER);
      assertEquals(1, end.endpoint.refused(RefusalReason.FORGED_ACK));
      end.forgetSent();
      end.send(NUL, 1, 0);
      assertEquals(1, end.endpoint.refused(RefusalReason.NO_CONNECTION));
      end.expectNothing();
      assertEquals(ConnectionState.SYN_SENT, end.connection().state());
    }

    @Test
    void whoClosesACallThatNobodyAnsweredBreaksItOff() {
      end.connect(CONFIG);
      end.expect(SYN, 0, 0);
      end.connection().close(end.nowNanos);
      end.expect(RST | ACK, 1, -5000);
      assertEquals(List.of("aborted"), end.told);
      assertEquals(List.of(), end.endpoint.connections());
    }

    /** RFC 6298 (5.5): each time twice as long, from one second on. */
    @Test
    void aCallIsRepeatedAfterOneThreeAndSevenSeconds() {
      end.connect(CONFIG);
      end.expect(SYN, 0, 0);
      for (int seconds = 1; seconds <= 4; seconds *= 2) {
        end.pass(seconds * SECOND - 1);
        end.expectNothing();
        end.pass(1);
        end.expect(SYN, 0, 0);
      }
    }
  }

  @Nested
  class Listen {
    private final OneEnd end = new OneEnd();

    @Test
    void aCallIsAnswered() {
      end.listen(CONFIG);
      end.send(SYN, 0, 0, PEER);
      end.expect(SYN | ACK, 0, 0);
      assertEquals(List.of("SYN-RCVD"), end.states);
    }

    @Test
    void aListenerMayRefuse() {
      end.listen(CONFIG);
      end.acceptsCalls = false;
      end.send(SYN, 0, 0, PEER);
      end.expect(RST | ACK, -1000, 0);
      assertEquals(List.of(), end.endpoint.connections());
    }

    @Test
    void anAcknowledgementOfNothingIsReset() {
      end.listen(CONFIG);
      end.send(ACK, 5, 41);
      end.expect(RST | ACK, 42, 5);
    }

    @Test
    void aResetIsIgnored() {
      end.listen(CONFIG);
      end.send(RST, 0, 0);
      end.expectNothing();
    }

    @Test
    void aPortWithoutListenerRefuses() {
      end.send(SYN, 0, 0, PEER);
      end.expect(RST | ACK, -1000, 0);
    }

    @Test
    void halfOpenConnectionsAreBounded() {
      end.listen(CONFIG);
      for (int i = 0; i < RdpEndpoint.HALF_OPEN_MAX + 10; i++) {
        Segment syn =
            new Segment(
                SYN,
                10_000 + i,
                OneEnd.PORT,
                i,
                0,
                PEER,
                Segment.NO_EACKS,
                null,
                Unpooled.EMPTY_BUFFER);
        end.send(syn, 0);
      }
      assertEquals(RdpEndpoint.HALF_OPEN_MAX, end.endpoint.connections().size());
      assertEquals(0, end.endpoint.refused(RefusalReason.NO_ROOM));
      assertEquals(10L, end.endpoint.facts().byKey().get("ended.displaced"));
      end.pass(200 * SECOND);
      assertEquals(0, end.endpoint.connections().size());
    }

    @Test
    void floodsAreNotAnsweredWithoutBound() {
      for (int i = 0; i < 5000; i++) {
        end.send(ACK, i, i);
      }
      assertEquals(RdpEndpoint.RESETS_PER_SECOND_MAX, end.sentCount());
    }
  }

  @Nested
  class SynRcvd {
    private final OneEnd end = new OneEnd();

    private void called() {
      end.listen(CONFIG);
      end.send(SYN, 0, 0, PEER);
      end.expect(SYN | ACK, 0, 0);
    }

    @Test
    void theThirdSegmentOpens() {
      called();
      end.send(ACK, 1, 0);
      assertEquals(List.of("opened"), end.told);
      end.expectNothing();
    }

    @Test
    void theThirdSegmentMayCarryData() {
      called();
      end.send(ACK, 1, 0, "hello");
      assertEquals(List.of("opened", "hello"), end.told);
    }

    @Test
    void aCallThatComesAgainIsAnsweredAgain() {
      called();
      end.send(SYN, 0, 0, PEER);
      end.expect(SYN | ACK, 0, 0);
    }

    @Test
    void aWrongAcknowledgementIsReset() {
      called();
      end.send(ACK, 1, 3);
      end.expect(RST | ACK, 4, 0);
      assertEquals(ConnectionState.SYN_RCVD, end.connection().state());
    }

    @Test
    void aResetEndsIt() {
      called();
      end.send(RST, 1, 0);
      assertEquals(List.of("reset"), end.told);
    }

    @Test
    void aResetOfAnotherNumberDoesNot() {
      called();
      end.send(RST, 9, 0);
      assertEquals(ConnectionState.SYN_RCVD, end.connection().state());
      assertEquals(1, end.endpoint.refused(RefusalReason.FORGED_RST));
    }

    @Test
    void whatIsNoThirdSegmentIsRefusedAndCounted() {
      called();
      end.send(SYN, 44, 0, PEER);
      assertEquals(1, end.endpoint.refused(RefusalReason.SYN_IN_OPEN));
      end.send(NUL, 1, 0);
      assertEquals(1, end.endpoint.refused(RefusalReason.NO_CONNECTION));
      end.expectNothing();
      assertEquals(ConnectionState.SYN_RCVD, end.connection().state());
    }

    @Test
    void whoIsCalledMayBreakOffBeforeItOpens() {
      called();
      end.connection().abort(end.nowNanos);
      end.expect(RST | ACK, 1, 0);
      assertEquals(List.of("aborted"), end.told);
    }

    @Test
    void itsPlaceIsFreeAgainWhenNobodyAnswers() {
      called();
      end.pass(200 * SECOND);
      assertEquals(RdpConnection.HALF_OPEN_RETRIES, end.sentCount());
      assertEquals(List.of("timed-out"), end.told);
      assertEquals(List.of(), end.endpoint.connections());
    }
  }
}
