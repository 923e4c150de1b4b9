// SPDX-License-Identifier: Apache-2.0
package rani.rdp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static rani.rdp.OneEnd.MILLISECOND;
import static rani.rdp.OneEnd.PEER;
import static rani.rdp.OneEnd.SECOND;
import static rani.rdp.segment.Segment.ACK;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import rani.rdp.congestion.CongestionConfig;
import rani.rdp.fixture.Kind;
import rani.rdp.segment.RouterState;
import rani.rdp.segment.Segment;
import rani.rdp.segment.SynParameters;

/** How a sender finds out about losses and what it does then, read as a packet trace. */
class SenderTest {
  private static RdpConfig with(Kind kind, int window, int ssthresh) {
    return RdpConfig.DEFAULT.with(kind.config(window, ssthresh, true, true, false));
  }

  /** One that has a window of so many packets and all of them on their way. */
  private static OneEnd flying(Kind kind, int window) {
    OneEnd end = OneEnd.open(with(kind, window, 2));
    end.write(100);
    for (int sequence = 1; sequence <= window; sequence++) {
      end.expectData(sequence);
    }
    end.expectNothing();
    return end;
  }

  private static RdpStatistics statistics(OneEnd end) {
    return end.connection().statistics(end.nowNanos);
  }

  @Nested
  class Window {
    @Test
    void slowStartGrowsByOnePerAcknowledgement() {
      OneEnd end = OneEnd.open(with(Kind.NEW_RENO, 1, 4));
      end.write(20);
      end.expectData(1);
      end.expectNothing();
      end.eack(1);
      end.expectData(2, 3);
      end.eack(2);
      end.expectData(4, 5);
      end.eack(3);
      end.expectData(6, 7);
      end.expectNothing();
      assertEquals(4, statistics(end).cwnd());
      assertEquals(List.of("SS", "CA"), end.senderStates);
    }

    @Test
    void onlyWholePacketsOfTheWindowAreUsed() {
      OneEnd end = flying(Kind.NEW_RENO, 4);
      for (int ack = 1; ack <= 4; ack++) {
        end.eack(ack);
        end.expectData(4 + ack);
        end.expectNothing(); // 4.25, 4.49, 4.71, 4.92
      }
      end.eack(5);
      end.expectData(9, 10); // 5.12
    }

    @Test
    void aWindowThatIsNotUsedDoesNotGrow() {
      OneEnd end = OneEnd.open(with(Kind.NEW_RENO, 10, 100));
      for (int i = 1; i <= 5; i++) {
        end.write("m" + i);
        end.eack(i);
      }
      assertEquals(10, statistics(end).cwnd());
    }

    @Test
    void theReceiversMaximumCounts() {
      OneEnd end =
          OneEnd.open(new OneEnd(), with(Kind.SACK, 50, 100), new SynParameters(3, 1500, 1));
      end.write(50);
      end.expectData(1, 2, 3);
      end.expectNothing();
      end.eack(0, 2); // RFC 908 §3.5: each one named frees one, up to twice the maximum
      end.expectData(4);
      end.eack(0, 3);
      end.expectData(5);
      end.forgetSent();
      end.eack(0, 4, 5); // and fast retransmit of the first
      end.expectData(1, 6);
      end.eack(0, 6);
      end.expectNothing();
    }

    /** RFC 5681 §4.1: the restart window is the initial one, here below ssthresh. */
    @Test
    void aRestEndsInSlowStart() {
      OneEnd end = OneEnd.open(with(Kind.NEW_RENO, 4, 5));
      end.write(4);
      end.eack(2);
      end.eack(4);
      assertEquals(SenderState.CONGESTION_AVOIDANCE, end.connection().senderState());
      end.pass(SECOND + 1);
      end.write(1);
      assertEquals(4, statistics(end).cwnd());
      assertEquals(SenderState.SLOW_START, end.connection().senderState());
    }

    @Test
    void aRestAfterSilenceBeginsSmall() {
      OneEnd end = OneEnd.open(with(Kind.NEW_RENO, 2, 100));
      end.write(30);
      for (int ack = 1; ack <= 30; ack++) {
        end.eack(ack);
      }
      assertTrue(statistics(end).cwnd() > 10);
      end.forgetSent();
      end.pass(2 * SECOND);
      end.write(30);
      end.expectData(31, 32);
      end.expectNothing();
    }
  }

  @Nested
  class FastRetransmit {
    @Test
    void twoDuplicatesEachLetOneNewSegmentGo() {
      OneEnd end = flying(Kind.NEW_RENO, 6);
      end.eack(0, 2);
      end.expectData(7);
      end.expectNothing();
      end.eack(0, 3);
      end.expectData(8);
      end.expectNothing();
      assertEquals(List.of("CA", "OOS"), end.senderStates);
    }

    @ParameterizedTest
    @CsvSource({"RENO, 4, 7", "NEW_RENO, 4, 7", "SACK, 4, 4", "CUBIC, 5.6, 5.6"})
    void theThirdSendsTheMissingOneAgainAndClosesTheWindow(
        Kind kind, double ssthresh, double cwnd) {
      OneEnd end = flying(kind, 8);
      end.eack(0, 2);
      end.expectData(9);
      end.eack(0, 3);
      end.expectData(10);
      end.eack(0, 4);
      end.expectData(1);
      end.expectNothing();
      assertEquals(SenderState.FAST_RECOVERY, end.connection().senderState());
      // Of 8: the two that limited transmit let go do not count (RFC 5681 §3.2 step 2).
      assertEquals(ssthresh, statistics(end).ssthresh(), 1e-9);
      assertEquals(cwnd, statistics(end).cwnd(), 1e-9);
      assertEquals(1, statistics(end).fastRetransmits());
    }

    @ParameterizedTest
    @EnumSource(
        value = Kind.class,
        names = {"RENO", "NEW_RENO", "SACK", "CUBIC"})
    void withoutLimitedTransmitDuplicatesLetNothingGo(Kind kind) {
      CongestionConfig congestion = kind.config(8, 2, false, true, false);
      OneEnd end = OneEnd.open(RdpConfig.DEFAULT.with(congestion));
      end.write(100);
      end.forgetSent();
      end.eack(0, 2);
      end.eack(0, 3);
      end.expectNothing();
    }

    @Test
    void furtherDuplicatesInflateUntilNewOnesFit() {
      OneEnd end = flying(Kind.NEW_RENO, 8);
      for (int named = 2; named <= 8; named++) {
        end.eack(0, named);
      }
      // 10 are outstanding with limited transmit; 4 + 3 + 4 duplicates let one more go.
      end.expectData(9, 10, 1, 11);
      end.expectNothing();
    }

    @Test
    void anAcknowledgementOfAllEndsIt() {
      OneEnd end = flying(Kind.NEW_RENO, 8);
      end.eack(0, 2);
      end.eack(0, 3);
      end.eack(0, 4);
      end.forgetSent();
      end.eack(10);
      assertEquals(List.of("CA", "OOS", "FR", "SS", "CA"), statesOf(end, "CA"));
      assertEquals(1, statistics(end).retransmissions());
    }

    private static List<String> statesOf(OneEnd end, String last) {
      end.eack(11);
      end.eack(12);
      end.eack(13);
      assertEquals(last, end.senderStates.getLast());
      return end.senderStates;
    }

    @Test
    void newRenoFillsOneHoleWithEachPartialAcknowledgement() {
      OneEnd end = flying(Kind.NEW_RENO, 10);
      end.eack(0, 2); // 1, 4 and 6 are lost
      end.eack(0, 3);
      end.eack(0, 5);
      end.forgetSent();
      end.eack(3, 5, 7);
      end.expectData(4);
      assertEquals(SenderState.PARTIAL_RECOVERY, end.connection().senderState());
      end.forgetSent();
      end.eack(5, 7, 8);
      end.expectData(6);
      end.forgetSent();
      end.eack(12);
      assertEquals(List.of("CA", "OOS", "FR", "PR", "SS"), end.senderStates);
      assertEquals(1, statistics(end).fastRetransmits());
      assertEquals(3, statistics(end).retransmissions());
      assertEquals(0, statistics(end).timeouts());
    }

    /** RFC 6582 §3.2 step 3, RFC 6675 §5: "all of the data up to and including recover". */
    @ParameterizedTest
    @EnumSource(
        value = Kind.class,
        names = {"NEW_RENO", "SACK"})
    void anAcknowledgementOfAllButTheLastDoesNotEndIt(Kind kind) {
      OneEnd end = flying(kind, 8);
      end.eack(0, 2);
      end.eack(0, 3);
      end.eack(0, 4);
      end.forgetSent(); // 9 and 10, too
      end.eack(9);
      assertEquals(SenderState.PARTIAL_RECOVERY, end.connection().senderState());
      end.expectData(kind == Kind.SACK ? 11 : 10);
      end.eack(10);
      assertEquals(SenderState.CONGESTION_AVOIDANCE, afterRecovery(end));
    }

    private static SenderState afterRecovery(OneEnd end) {
      for (int acknowledged = 11; acknowledged <= 20; acknowledged++) {
        end.eack(acknowledged);
      }
      return end.connection().senderState();
    }

    /**
     * RFC 6582 §4: the impatient variant of NewReno "resets the retransmit timer only after the
     * first partial acknowledgment"; RFC 6298 (5.3) knows no such exception.
     */
    @ParameterizedTest
    @CsvSource({"NEW_RENO, 1400", "SACK, 1800"})
    void laterPartialAcknowledgementsAreWaitedForWithImpatience(Kind kind, int dueMillis) {
      OneEnd end = flying(kind, 10); // 1, 4 and 6 are lost
      end.eack(0, 2);
      end.eack(0, 3);
      end.eack(0, 5);
      end.pass(400 * MILLISECOND);
      end.eack(3, 5, 7);
      end.pass(400 * MILLISECOND);
      end.eack(5, 7, 8);
      assertEquals(SECOND, statistics(end).rtoNanos());
      end.pass((dueMillis - 800) * MILLISECOND - 1);
      assertEquals(0, statistics(end).timeouts());
      end.pass(1);
      assertEquals(1, statistics(end).timeouts());
    }

    @Test
    void renoLeavesWithTheFirstAndWaitsForTheTimerForTheNextLossOfTheWindow() {
      OneEnd end = flying(Kind.RENO, 16);
      end.eack(0, 2); // 1 and 5 are lost
      end.eack(0, 3);
      end.eack(0, 4);
      assertEquals(8, statistics(end).ssthresh());
      end.eack(4, 6);
      assertFalse(end.connection().senderState() == SenderState.PARTIAL_RECOVERY);
      assertEquals(8, statistics(end).cwnd());
      end.forgetSent();
      for (int named = 7; named <= 18; named++) {
        end.eack(4, named);
      }
      end.expectNothing();
      end.pass(SECOND);
      end.expectData(5);
      assertEquals(1, statistics(end).fastRetransmits());
      assertEquals(1, statistics(end).timeouts());
    }

    @ParameterizedTest
    @EnumSource(
        value = Kind.class,
        names = {"RENO", "NEW_RENO"})
    void duplicatesOfExactlyRecoverCutNothing(Kind kind) {
      OneEnd end = recoveredUpTo10(kind);
      end.eack(10, 12);
      end.eack(10, 13);
      end.forgetSent();
      end.eack(10, 14);
      end.expectNothing(); // RFC 6582 §3.2 step 2: "covers more than recover"
      assertEquals(1, statistics(end).fastRetransmits());
    }

    @ParameterizedTest
    @EnumSource(
        value = Kind.class,
        names = {"RENO", "NEW_RENO"})
    void duplicatesOfOneBeyondRecoverCutAgain(Kind kind) {
      OneEnd end = recoveredUpTo10(kind);
      end.eack(11);
      end.eack(11, 13);
      end.eack(11, 14);
      end.forgetSent();
      end.eack(11, 15);
      end.expectData(12);
      assertEquals(2, statistics(end).fastRetransmits());
    }

    /** RFC 6675 §5: "(A) … the end of loss recovery", from which a new one may begin at once. */
    @Test
    void aScoreboardMayRecoverAgainFromExactlyTheRecoveryPoint() {
      OneEnd end = recoveredUpTo10(Kind.SACK);
      end.eack(10, 12);
      end.eack(10, 13);
      end.forgetSent();
      end.eack(10, 14);
      end.expectData(11);
      assertEquals(2, statistics(end).fastRetransmits());
    }

    /** 1 of the first ten was lost and sent again, and all ten are acknowledged. */
    private static OneEnd recoveredUpTo10(Kind kind) {
      OneEnd end = flying(kind, 8);
      for (int named = 2; named <= 10; named++) {
        end.eack(0, named);
      }
      end.eack(10);
      end.forgetSent();
      assertEquals(1, statistics(end).fastRetransmits());
      return end;
    }

    @Test
    void theScoreboardFillsEveryHoleInOneRoundTrip() {
      OneEnd end = flying(Kind.SACK, 12);
      end.eack(0, 2, 3); // 1, 4, 6 are lost
      end.eack(0, 5, 7, 8, 9);
      end.eack(0, 10, 11, 12);
      assertEquals(SenderState.FAST_RECOVERY, end.connection().senderState());
      List<Integer> again = new ArrayList<>();
      while (end.sentCount() > 0) {
        again.add(end.takeData());
      }
      assertEquals(List.of(1, 4, 6), again.stream().filter(number -> number <= 12).toList());
      end.eack(again.stream().max(Integer::compare).orElseThrow());
      assertEquals(0, statistics(end).timeouts());
      assertEquals(1, statistics(end).fastRetransmits());
    }

    /** RFC 6675 §4, IsLost: DupThresh segments beyond it, which is three, have arrived. */
    @Test
    void aHoleWithThreeNamedBeyondItIsLostAndGoesBeforeWhatIsNew() {
      OneEnd end = flying(Kind.SACK, 12);
      end.eack(0, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12);
      end.expectData(1, 9, 13);
    }

    @Test
    void aHoleWithTwoNamedBeyondItIsNot() {
      OneEnd end = flying(Kind.SACK, 12);
      end.eack(0, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12);
      end.expectData(1, 13, 14);
    }

    /** One with so many on their way and nothing more to send. */
    private static OneEnd last(int count) {
      OneEnd end = OneEnd.open(with(Kind.SACK, count, 2));
      end.write(count);
      end.forgetSent();
      return end;
    }

    /** RFC 6675 §4, NextSeg (4): cwnd is 8, and pipe 7 as the ninth is named. */
    @Test
    void theLastOneIsRescuedOnce() {
      OneEnd end = last(16);
      end.eack(0, 2, 3, 4);
      end.expectData(1);
      end.eack(0, 5, 6, 7, 8, 9);
      end.expectNothing();
      end.eack(0, 10);
      end.expectData(16);
      end.eack(0, 11, 12, 13);
      end.expectNothing();
      end.eack(15);
      end.expectNothing();
    }

    @Test
    void whatArrivedIsNotRescued() {
      OneEnd end = last(16);
      end.eack(0, 2, 3, 4);
      end.expectData(1);
      end.eack(0, 5, 6, 7, 8, 9);
      end.eack(0, 16);
      assertFalse(end.takeSequences(end.sentCount()).contains(16));
    }

    /** NextSeg (3): 9 has but two named beyond it, and there is nothing new. */
    @Test
    void aHoleThatMayBeLostGoesWhereNothingElseCan() {
      OneEnd end = last(16);
      end.eack(0, 2, 3, 4);
      end.expectData(1);
      end.eack(0, 5, 6, 7, 8, 10);
      end.expectNothing();
      end.eack(0, 11);
      end.expectData(9);
    }

    /** Of NewReno nothing is known but what duplicates count. */
    @Test
    void withoutAScoreboardNothingIsRescued() {
      OneEnd end = OneEnd.open(with(Kind.NEW_RENO, 16, 2));
      end.write(16);
      end.forgetSent();
      for (int named = 2; named <= 15; named++) {
        end.eack(0, named);
      }
      end.expectData(1);
      end.expectNothing();
    }

    @Test
    void theScoreboardLetsOneGoForEachThatArrivedAndNoMore() {
      OneEnd end = flying(Kind.SACK, 8);
      end.eack(0, 2);
      end.expectData(9);
      end.expectNothing();
      end.eack(0, 3);
      end.expectData(10);
      end.expectNothing();
    }

    @Test
    void aPeerWithoutEackIsBelievedByRepetitionAlone() {
      OneEnd end = flying(Kind.NEW_RENO, 8);
      end.eack(0);
      end.eack(0);
      end.forgetSent();
      end.eack(0);
      end.expectData(1);
    }

    @Test
    void repetitionsWithNothingNewAreNoDuplicatesFromAPeerThatNames() {
      OneEnd end = flying(Kind.NEW_RENO, 8);
      end.eack(0, 2);
      end.forgetSent();
      end.eack(0, 2);
      end.eack(0);
      end.eack(0);
      end.expectNothing();
    }
  }

  @Nested
  class Timeout {
    @Test
    void beginsAgainWithOne() {
      OneEnd end = flying(Kind.NEW_RENO, 8);
      end.pass(SECOND);
      end.expectData(1);
      end.expectNothing();
      assertEquals(SenderState.RETRANSMISSION_TIMEOUT, end.connection().senderState());
      assertEquals(1, statistics(end).cwnd());
      assertEquals(4, statistics(end).ssthresh());
      assertEquals(2 * SECOND, statistics(end).rtoNanos());
    }

    @Test
    void ofTheSameSegmentAgainBacksOffAndKeepsTheThreshold() {
      OneEnd end = flying(Kind.NEW_RENO, 8);
      end.pass(3 * SECOND);
      end.expectData(1, 1);
      assertEquals(4, statistics(end).ssthresh());
      assertEquals(4 * SECOND, statistics(end).rtoNanos());
    }

    @Test
    void whatTheReceiverHasIsNotSentAgain() {
      OneEnd end = flying(Kind.NEW_RENO, 8);
      end.eack(0, 3, 4);
      end.forgetSent();
      end.pass(SECOND);
      end.expectData(1);
      end.eack(0, 5); // a real one: RFC 5682 §2.1 (2a)
      end.forgetSent();
      end.eack(1, 3, 4, 5);
      end.expectData(2, 6);
    }

    @Test
    void thatWasNoneIsTakenBack() {
      OneEnd end = flying(Kind.NEW_RENO, 8);
      end.pass(SECOND);
      end.expectData(1);
      end.eack(1); // the original's, late: two new ones tell
      end.expectData(9, 10);
      end.expectNothing();
      end.eack(2);
      assertEquals(1, statistics(end).spuriousTimeouts());
      assertTrue(statistics(end).cwnd() >= 8);
      assertEquals(1, statistics(end).retransmissions());
    }

    @Test
    void whatIsNamedForTheFirstTimeIsASignOfLife() {
      OneEnd end = flying(Kind.NEW_RENO, 8);
      for (int named = 2; named <= 8; named++) {
        end.pass(60 * SECOND);
        end.eack(0, named);
      }
      assertTrue(statistics(end).timeouts() > RdpConfig.DEFAULT.timers().retries());
      assertEquals(ConnectionState.OPEN, end.connection().state());
    }

    @Test
    void whatWasSentTwiceTimesNothing() {
      OneEnd end = OneEnd.open(RdpConfig.DEFAULT);
      long before = statistics(end).srttNanos();
      end.write("m1");
      end.pass(SECOND + 500 * MILLISECOND);
      end.eack(1);
      assertEquals(before, statistics(end).srttNanos());
      assertEquals(2 * SECOND, statistics(end).rtoNanos());
    }

    /** RFC 7323, appendix G: of a round trip's samples each counts for a part. */
    @Test
    void theSamplesOfOneRoundTripCountAsOne() {
      OneEnd end = flying(Kind.NEW_RENO, 8);
      end.pass(100 * MILLISECOND);
      for (int acknowledged = 1; acknowledged <= 4; acknowledged++) {
        end.eack(acknowledged); // 8 are on their way, so each counts for 1/4
      }
      // SRTT from 1 ns on: 100 ms · (1 − (31/32)^4), which is RFC 6298 §2.3 with α/4.
      assertEquals(11.926, statistics(end).srttNanos() / 1e6, 0.001);
    }

    @Test
    void leadsBackThroughSlowStart() {
      OneEnd end = flying(Kind.NEW_RENO, 8);
      end.pass(SECOND);
      end.eack(0, 4);
      end.eack(1, 4);
      end.eack(2, 4);
      end.eack(4);
      end.eack(8);
      assertEquals(List.of("CA", "RTO", "SS"), end.senderStates.subList(0, 3));
    }
  }

  @Nested
  class Paused {
    @Test
    void aReceiverThatNamesEverythingHasLostNothing() {
      OneEnd end =
          OneEnd.open(new OneEnd(), with(Kind.NEW_RENO, 8, 100), new SynParameters(4, 1500, 1));
      end.write(20);
      end.forgetSent();
      end.eack(0, 1, 2, 3, 4);
      end.eack(0, 5, 6, 7, 8);
      end.forgetSent();
      end.pass(10 * SECOND);
      assertEquals(0, statistics(end).timeouts());
      assertTrue(end.sentCount() >= 3, "it asks how the receiver is doing");
      end.expectData(1);
      end.forgetSent();
      for (int i = 0; i < 50; i++) { // for longer than the retries would last
        end.pass(60 * SECOND);
        end.eack(0, 1);
      }
      assertEquals(ConnectionState.OPEN, end.connection().state());
      end.forgetSent();
      end.eack(8);
      end.expectData(9, 10, 11, 12);
    }
  }

  @Nested
  class Marks {
    static final SynParameters ECN_PEER =
        new SynParameters(64, 1500, SynParameters.SEQUENCED | SynParameters.ECN);

    private static OneEnd marked() {
      RdpConfig config = with(Kind.NEW_RENO, 8, 2).with(new RdpConfig.Wire(0, true, false, true));
      return OneEnd.open(new OneEnd(), config, ECN_PEER);
    }

    static void echo(OneEnd end, int acknowledgement) {
      end.send(
          end.segment(
              ACK,
              1,
              acknowledgement,
              null,
              List.of(),
              new RouterState(RouterState.ECE, 0, 0, 0, 0, 0, 0),
              ""),
          0);
    }

    /** Numbers that are negative come before 0, which a sender knows nothing of. */
    @Test
    void aMarkCountsWhateverTheFirstNumberIs() {
      RdpConfig config = with(Kind.NEW_RENO, 8, 2).with(new RdpConfig.Wire(0, true, false, true));
      OneEnd end = OneEnd.open(new OneEnd(-1000, 5000), config, ECN_PEER);
      end.write(60);
      echo(end, 1);
      assertEquals(1, statistics(end).ecnCuts());
    }

    @Test
    void dataAsksToBeMarkedAndTheWindowIsCutOnce() {
      OneEnd end = marked();
      end.write(60);
      OneEnd.Sent first = end.expect(ACK, 1, 0, "m1");
      assertEquals(2, first.ecn());
      assertNull(first.segment().routerState(), "there is nothing to say yet");
      end.forgetSent();
      echo(end, 1);
      double cut = statistics(end).cwnd();
      assertTrue(cut < 5, "about half of 8");
      echo(end, 2);
      echo(end, 3);
      echo(end, 4);
      assertEquals(1, statistics(end).ecnCuts());
      echo(end, 8);
      RouterState said = end.takeFirst().routerState();
      assertNotNull(said);
      assertTrue(said.has(RouterState.CWR));
      echo(end, 9);
      assertEquals(2, statistics(end).ecnCuts());
    }

    @Test
    void aRoutersRequestAnswersTheMarksOfItsWindow() {
      RdpConfig config = with(Kind.NEW_RENO, 8, 6).with(new RdpConfig.Wire(0, true, true, true));
      OneEnd end = OneEnd.open(new OneEnd(), config, ECN_PEER);
      end.write(60);
      end.forgetSent();
      end.request(3, new RouterState(RouterState.SET, 0, 0, 4, 4, 0, 0));
      end.forgetSent();
      for (int acknowledged = 1; acknowledged <= 5; acknowledged++) {
        echo(end, acknowledged);
      }
      assertEquals(0, statistics(end).ecnCuts());
      assertEquals(1, statistics(end).closes());
      RouterState said = end.takeFirst().routerState();
      assertNotNull(said);
      assertTrue(said.has(RouterState.CWR), "so that the echo ends");

      echo(end, 9); // of what was sent since
      assertEquals(1, statistics(end).ecnCuts());
      assertEquals(2, statistics(end).closes());
    }

    @Test
    void aMarkIsEchoedUntilItsSenderSaysSo() {
      OneEnd end = marked();
      end.send(end.segment(ACK, 1, 0, null, List.of(), null, "a"), 3);
      end.send(ACK, 2, 0, "b");
      assertTrue(echoes(end.expect(ACK, 1, 2).segment()));
      end.send(ACK, 3, 0, "c");
      end.send(ACK, 4, 0, "d");
      assertTrue(echoes(end.expect(ACK, 1, 4).segment()));
      end.send(
          end.segment(
              ACK, 5, 0, null, List.of(), new RouterState(RouterState.CWR, 0, 0, 0, 0, 0, 0), "e"),
          0);
      end.send(ACK, 6, 0, "f");
      assertFalse(echoes(end.expect(ACK, 1, 6).segment()));
    }

    private static boolean echoes(Segment segment) {
      RouterState state = segment.routerState();
      return state != null && state.has(RouterState.ECE);
    }

    @Test
    void aPeerThatDoesNotKnowOfThemGetsNone() {
      RdpConfig config = with(Kind.NEW_RENO, 8, 2).with(new RdpConfig.Wire(0, true, false, true));
      OneEnd end = OneEnd.open(new OneEnd(), config, PEER);
      end.write("m1");
      assertEquals(0, end.expect(ACK, 1, 0, "m1").ecn());
    }
  }

  @Nested
  class Pace {
    @Test
    void segmentsAreSpreadOverTheRoundTrip() {
      RdpConfig config = RdpConfig.DEFAULT.with(Kind.NEW_RENO.config(10, 100, true, true, true));
      OneEnd end = new OneEnd();
      end.connect(config);
      end.forgetSent();
      end.pass(100 * MILLISECOND); // the handshake measures it
      end.send(Segment.SYN | ACK, 0, 0, PEER);
      end.forgetSent();
      end.write(10);
      end.expectData(1);
      end.expectNothing();
      end.pass(8 * MILLISECOND); // 100 ms / (1.25 · 10)
      end.expectData(2);
      end.expectNothing();
      end.pass(64 * MILLISECOND);
      end.expectData(3, 4, 5, 6, 7, 8, 9, 10);
    }

    @Test
    void withoutItTheWholeWindowGoesAtOnce() {
      OneEnd end = flying(Kind.NEW_RENO, 10);
      assertNull(end.endpoint.facts().byKey().get("refused.malformed"));
    }
  }
}
