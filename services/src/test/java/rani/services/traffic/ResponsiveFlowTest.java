// SPDX-License-Identifier: Apache-2.0
package rani.services.traffic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static rani.fixture.Nanos.MILLI;
import static rani.fixture.Nanos.SECOND;

import io.netty.buffer.ByteBuf;
import org.junit.jupiter.api.Test;
import rani.services.probe.Menus;
import rani.wire.Address;

/** The responsive source at 10.0.0.1, with the test as its sink at 10.0.0.8. */
class ResponsiveFlowTest {
  private static final String SINK = "10.0.0.8";

  private OneNode source = source("packets", 100);

  @Test
  void slowStartSendsTwoPacketsForEachAcknowledged() {
    source.expect("data 0");
    ack(1, "data 1", "data 2");
    ack(2, "data 3", "data 4");
    ack(3, "data 5", "data 6");
    ack(4, "data 7", "data 8");
    ack(7, "data 9", "data 10", "data 11", "data 12"); // three and one
  }

  @Test
  void fromSsthreshOnTheWindowGrowsByOnePacketAWindow() {
    source = source("packets", 100, "ssthresh", 4);
    source.expect("data 0");
    ack(1, "data 1", "data 2");
    ack(2, "data 3", "data 4");
    ack(3, "data 5", "data 6");
    ack(4, "data 7"); // cwnd 4.25
    ack(5, "data 8"); // 4.49
    ack(6, "data 9"); // 4.71
    ack(7, "data 10"); // 4.92
    ack(8, "data 11", "data 12"); // 5.12
    ack(9, "data 13");
  }

  @Test
  void theReceiversWindowIsNeverExceeded() {
    source = source("packets", 100, "window", 3);
    source.expect("data 0");
    ack(1, "data 1", "data 2");
    ack(2, "data 3", "data 4");
    ack(3, "data 5");
    ack(4, "data 6");
    ack(7, "data 7", "data 8", "data 9");
  }

  @Test
  void theThirdDuplicateRetransmitsAndHalvesTheWindowOnce() {
    sendNineAndAcknowledgeFour();
    ack(4); // 5 came instead
    ack(4); // 6
    ack(4, "data 4"); // 7
    ack(4); // 8
    assertEquals(1L, source.fact("source", "fast-retransmits"));

    ack(9, "data 9", "data 10"); // cwnd is half of the five that were under way
    ack(10, "data 11");
    assertEquals(1L, source.fact("source", "retransmitted"));
  }

  @Test
  void aPartialAcknowledgementRetransmitsTheNextHoleWithoutAnotherCut() {
    sendNineAndAcknowledgeFour();
    ack(4);
    ack(4);
    ack(4, "data 4");

    ack(6, "data 6"); // 6 was lost, too
    ack(6);
    ack(6);
    ack(6);
    ack(9, "data 9", "data 10");

    assertEquals(1L, source.fact("source", "fast-retransmits"));
  }

  @Test
  void twoDuplicatesAreOnlyReordering() {
    sendNineAndAcknowledgeFour();
    ack(4);
    ack(4);
    ack(7, "data 9", "data 10", "data 11", "data 12");

    assertEquals(0L, source.fact("source", "retransmitted"));
  }

  @Test
  void anUnansweredPacketIsSentAgainAfterThreeSecondsThenSixThenTwelve() {
    source.expect("data 0");
    source.pass(3 * SECOND - 1);
    source.expect();
    source.pass(1);
    source.expect("data 0");
    source.pass(6 * SECOND - 1);
    source.expect();
    source.pass(1);
    source.expect("data 0");
    source.pass(12 * SECOND);
    source.expect("data 0");
    assertEquals(3L, source.fact("source", "timeouts"));
  }

  @Test
  void theBackOffEndsAtAMinute() {
    source.pass((3 + 6 + 12 + 24 + 48) * SECOND);
    source.expect("data 0", "data 0", "data 0", "data 0", "data 0", "data 0");

    source.pass(60 * SECOND - 1);
    source.expect();
    source.pass(1);
    source.expect("data 0");
    source.pass(60 * SECOND);
    source.expect("data 0");
  }

  /** Karn's rule: what was sent twice times nothing; the next new packet does. */
  @Test
  void theBackOffLastsUntilAPacketThatWasSentOnceIsAcknowledged() {
    source.pass(9 * SECOND);
    source.expect("data 0", "data 0", "data 0");
    ack(1, "data 1", "data 2");
    source.pass(12 * SECOND - 1); // still backed off
    source.expect();
    source.pass(1);
    source.expect("data 1");

    ack(3, "data 3", "data 4"); // 1 was sent twice, 2 is timed no more
    source.pass(100 * MILLI);
    ack(4, "data 5"); // timed: 100 ms, so the least is waited, 1 s
    source.pass(SECOND - 1);
    source.expect();
    source.pass(1);
    source.expect("data 4");
  }

  /** RFC 6298 §2: first SRTT = R and RTTVAR = R/2; RTO = SRTT + 4·RTTVAR. */
  @Test
  void theTimeoutFollowsTheRoundTripsAndTheirVariation() {
    source.expect("data 0");
    source.pass(2 * SECOND);
    ack(1, "data 1", "data 2"); // 2 s, so RTO = 2 + 4·1 s
    source.pass(2 * SECOND);
    ack(2, "data 3", "data 4"); // 2 s again: RTTVAR = 0.75 s, so RTO = 5 s
    source.pass(5 * SECOND - 1);
    source.expect();
    source.pass(1);
    source.expect("data 2");
  }

  @Test
  void aRoundTripWithARetransmissionInItTimesNothing() {
    sendNineAndAcknowledgeFour();
    source.pass(900 * MILLI);
    ack(4);
    ack(4);
    ack(4, "data 4");
    source.pass(500 * MILLI);
    ack(9, "data 9", "data 10"); // 1.4 s after 7 was sent, but RTO stays 1 s

    source.pass(SECOND - 1);
    source.expect();
    source.pass(1);
    source.expect("data 9");
  }

  @Test
  void aTimeoutGoesBackToTheFirstUnacknowledgedPacketAndBeginsSlowly() {
    sendNineAndAcknowledgeFour();
    source.pass(3 * SECOND); // RTO of an immediate answer is 1 s, doubled once
    source.expect("data 4", "data 4");

    ack(5, "data 5", "data 6"); // ssthresh is 2.5
    ack(6, "data 7", "data 8");
    ack(7, "data 9");
    ack(10, "data 10", "data 11", "data 12");
  }

  @Test
  void whatArrivedBeforeATimeoutIsNotSentAgain() {
    sendNineAndAcknowledgeFour();
    source.pass(SECOND);
    source.expect("data 4");

    ack(9, "data 9", "data 10");
  }

  /** RFC 6582 §4: duplicates that the retransmissions themselves cause are no sign of loss. */
  @Test
  void duplicatesOfWhatWasSentBeforeATimeoutCutNothing() {
    sendNineAndAcknowledgeFour();
    source.pass(SECOND);
    source.expect("data 4");
    ack(5, "data 5", "data 6");
    ack(5);
    ack(5);
    ack(5);
    ack(5);

    assertEquals(0L, source.fact("source", "fast-retransmits"));
  }

  /**
   * RFC 5681 §3.1: for a packet that timed out before, "the value of ssthresh is held constant".
   */
  @Test
  void aSecondTimeoutOfTheSamePacketLeavesSsthreshAlone() {
    source.expect("data 0");
    for (int k = 1; k <= 15; k++) {
      ackSilently(k);
    }
    assertEquals(31L, source.fact("source", "sent")); // 16 under way
    source.pass(3 * SECOND);
    source.expect("data 15", "data 15");

    ack(31, "data 31", "data 32"); // below ssthresh = 8 by one an acknowledgement
    ack(32, "data 33", "data 34");
    ack(33, "data 35", "data 36");
    ack(34, "data 37", "data 38");
  }

  @Test
  void anAcknowledgementOfWhatWasNeverSentIsIgnored() {
    source.expect("data 0");
    ack(2);
    ack(100);
    ack(GeneratorHeader.SEQUENCE_MAX);
    assertEquals(0L, source.fact("source", "acknowledged"));

    ack(1, "data 1", "data 2");
  }

  @Test
  void anAcknowledgementBeforeTheStartStartsNothing() {
    source = source("packets", 100, "start-spread", 10 * SECOND);
    source.expect();
    ack(0);
    ack(1);

    source.pass(10 * SECOND);
    source.expect("data 0");
  }

  @Test
  void anOldAcknowledgementChangesNothing() {
    sendNineAndAcknowledgeFour();
    ack(3);
    ack(2);
    ack(1);
    ack(0);

    assertEquals(4L, source.fact("source", "acknowledged"));
    assertEquals(0L, source.fact("source", "retransmitted"));
  }

  @Test
  void whenAllIsAcknowledgedTheFlowFallsSilent() {
    source = source("packets", 3);
    source.expect("data 0");
    ack(1, "data 1", "data 2");
    assertTrue(source.node().isBusy());
    ack(3);

    assertFalse(source.node().isBusy());
    assertEquals(true, source.fact("source", "done"));
    source.pass(1000 * SECOND);
    source.expect();
  }

  /** Sends 0 to 8, of which the first four are acknowledged at once: cwnd is 5. */
  private void sendNineAndAcknowledgeFour() {
    source.expect("data 0");
    ack(1, "data 1", "data 2");
    ack(2, "data 3", "data 4");
    ack(3, "data 5", "data 6");
    ack(4, "data 7", "data 8");
  }

  private void ack(int nextExpected, String... answers) {
    source.datagram(SINK, Sink.PORT, Source.FIRST_PORT, header(nextExpected));
    source.expect(answers);
  }

  private void ackSilently(int nextExpected) {
    int first = 2 * nextExpected - 1;
    ack(nextExpected, "data " + first, "data " + (first + 1));
  }

  private static ByteBuf header(int nextExpected) {
    return new GeneratorHeader().of(GeneratorHeader.ACK, 0, nextExpected);
  }

  private static OneNode source(Object... options) {
    OneNode node =
        new OneNode("10.0.0.1")
            .neighbour(SINK)
            .menu(Menus.responsive(Address.parse(SINK), options))
            .start();
    node.go();
    node.pass(0);
    return node;
  }
}
