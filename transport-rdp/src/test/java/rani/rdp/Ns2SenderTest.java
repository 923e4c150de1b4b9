// SPDX-License-Identifier: Apache-2.0
package rani.rdp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static rani.rdp.OneEnd.MILLISECOND;
import static rani.rdp.OneEnd.SECOND;
import static rani.rdp.segment.Segment.ACK;
import static rani.rdp.segment.Segment.NUL;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import rani.rdp.congestion.CongestionConfig;
import rani.rdp.congestion.Ns2RttEstimator;
import rani.rdp.fixture.Kind;
import rani.rdp.segment.RefusalReason;
import rani.rdp.segment.RouterState;
import rani.rdp.segment.SynParameters;

/** What {@link Ns2RecoveryGolden} leaves out of the rules of ns-2.35's tcp.cc. */
class Ns2SenderTest {
  private static RdpConfig ns2(Kind kind, int window) {
    return RdpConfig.DEFAULT.with(
        kind.config(window, 2, true, false, false, CongestionConfig.Profile.NS_2));
  }

  private static OneEnd flying(Kind kind, int window) {
    OneEnd end = OneEnd.open(ns2(kind, window));
    end.write(100);
    end.forgetSent();
    return end;
  }

  @ParameterizedTest
  @EnumSource(
      value = Kind.class,
      names = {"RENO", "NEW_RENO", "SACK"})
  void aTimeoutGoesBackToTheFirstWhateverWasNamed(Kind kind) {
    OneEnd end = flying(kind, 9);
    end.eack(0, 3, 4);
    end.forgetSent();
    end.pass(SECOND);
    end.expectData(1);
    end.expectNothing();
    assertEquals(1, statistics(end).cwnd());
    assertEquals(4, statistics(end).ssthresh()); // half of the window of 9, whole
    end.eack(1, 3, 4);
    end.expectData(2, 3);
    end.eack(2, 3, 4);
    end.expectData(4, 5);
    end.eack(5);
    end.expectData(6, 7, 8, 9); // cwnd is 4
    end.expectNothing();
  }

  @Test
  void aSecondTimeoutOfTheSameSegmentLowersSsthreshAgain() {
    OneEnd end = flying(Kind.NEW_RENO, 20);
    end.pass(SECOND);
    assertEquals(10, statistics(end).ssthresh());
    end.pass(2 * SECOND);
    assertEquals(2, statistics(end).ssthresh());
  }

  @ParameterizedTest
  @EnumSource(
      value = Kind.class,
      names = {"RENO", "NEW_RENO", "SACK"})
  void aMarkHalvesTheWindowInUseOnceForAllThatIsOnItsWay(Kind kind) {
    RdpConfig config = ns2(kind, 9).with(new RdpConfig.Wire(0, true, false, true));
    OneEnd end = OneEnd.open(new OneEnd(), config, SenderTest.Marks.ECN_PEER);
    end.write(60);
    assertEquals(2, end.expect(ACK, 1, 0, "m1").ecn());
    end.forgetSent();
    for (int acknowledged = 1; acknowledged <= 9; acknowledged++) {
      SenderTest.Marks.echo(end, acknowledged); // none of them opens the window
      assertEquals(4.5, statistics(end).cwnd());
      assertEquals(4, statistics(end).ssthresh()); // whole
    }
    assertEquals(1, statistics(end).ecnCuts());
    RouterState said = end.takeFirst().routerState();
    assertNotNull(said);
    assertTrue(said.has(RouterState.CWR));
    SenderTest.Marks.echo(end, 10);
    assertEquals(2, statistics(end).ecnCuts());
    assertEquals(2.25, statistics(end).cwnd());
    assertEquals(2, statistics(end).ssthresh());
  }

  @ParameterizedTest
  @EnumSource(
      value = Kind.class,
      names = {"RENO", "NEW_RENO", "SACK"})
  void aLossOfAWindowThatWasMarkedClosesItNoMore(Kind kind) {
    RdpConfig config = ns2(kind, 9).with(new RdpConfig.Wire(0, true, false, true));
    OneEnd end = OneEnd.open(new OneEnd(), config, SenderTest.Marks.ECN_PEER);
    end.write(60);
    SenderTest.Marks.echo(end, 1);
    end.forgetSent();
    end.eack(1, 3);
    end.eack(1, 3, 4);
    end.eack(1, 3, 4, 5);
    assertEquals(0, end.expect(ACK, 2, 0, "m2").ecn(), "what goes again is not marked");
    assertEquals(1, statistics(end).closes());
    assertEquals(4.5, statistics(end).cwnd());
  }

  @ParameterizedTest
  @EnumSource(
      value = Kind.class,
      names = {"RENO", "NEW_RENO", "SACK"})
  void onlySackAsksWhatDuplicatesName(Kind kind) {
    OneEnd end = flying(kind, 9);
    end.eack(0, 2);
    end.eack(0, 2);
    end.eack(0, 2);
    assertEquals(kind == Kind.SACK ? 0 : 1, statistics(end).fastRetransmits());
    end.eack(0, 2, 3);
    end.eack(0, 2, 3, 4);
    assertEquals(1, statistics(end).fastRetransmits());
  }

  @Test
  void afterARestLongerThanTheTimerTheWindowIsOne() {
    OneEnd end = OneEnd.open(ns2(Kind.NEW_RENO, 8));
    end.write(8);
    end.eack(8);
    double cwnd = statistics(end).cwnd();
    end.forgetSent();
    end.pass(SECOND); // as long as the timer
    end.write(1);
    end.expectData(9);
    assertEquals(cwnd, statistics(end).cwnd());
    end.eack(9);
    end.pass(SECOND + 1);
    end.write(5);
    end.expectData(10);
    end.expectNothing();
    assertEquals(1, statistics(end).cwnd());
    assertEquals(SenderState.SLOW_START, end.connection().senderState());
    assertEquals(2, statistics(end).ssthresh()); // as before
    assertEquals(0, statistics(end).closes());
  }

  /** {@code rtt_active_}: the first to go when none is timed is. */
  @ParameterizedTest
  @EnumSource(
      value = Kind.class,
      names = {"RENO", "NEW_RENO", "SACK"})
  void oneSegmentIsTimedAtATime(Kind kind) {
    OneEnd end = flying(kind, 9);
    Ns2RttEstimator expected = new Ns2RttEstimator(SECOND, SECOND, 60 * SECOND);
    expected.sample(0); // of the handshake
    expectTimer(expected, end);
    end.pass(200 * MILLISECOND);
    end.eack(2); // the first, and 10 is timed
    expected.timed(0, 200 * MILLISECOND);
    expectTimer(expected, end);
    end.pass(100 * MILLISECOND);
    end.eack(9);
    expectTimer(expected, end);
    end.pass(900 * MILLISECOND);
    end.eack(10);
    expected.timed(200 * MILLISECOND, 1200 * MILLISECOND);
    expectTimer(expected, end);
    assertTrue(expected.rtoNanos() > SECOND);
  }

  private static void expectTimer(Ns2RttEstimator expected, OneEnd end) {
    assertEquals(expected.srttNanos(), statistics(end).srttNanos());
    assertEquals(expected.rtoNanos(), statistics(end).rtoNanos());
  }

  @ParameterizedTest
  @EnumSource(
      value = Kind.class,
      names = {"RENO", "NEW_RENO", "SACK"})
  void newDataRestartsTheTimerAndSoDoesTheThirdDuplicate(Kind kind) {
    OneEnd end = flying(kind, 9);
    end.pass(900 * MILLISECOND);
    end.eack(1);
    long rto = statistics(end).rtoNanos();
    end.pass(rto - 1);
    assertEquals(0, statistics(end).timeouts());
    end.eack(1, 3);
    end.eack(1, 3, 4);
    end.eack(1, 3, 4, 5);
    end.pass(rto - 1);
    assertEquals(0, statistics(end).timeouts());
    end.pass(1);
    assertEquals(1, statistics(end).timeouts());
    assertEquals(2 * rto, statistics(end).rtoNanos());
    assertEquals(2, statistics(end).closes());
    assertEquals(2, statistics(end).retransmissions());
  }

  /** What had been timed goes again, so that its acknowledgement says nothing of the time. */
  @ParameterizedTest
  @EnumSource(
      value = Kind.class,
      names = {"RENO", "NEW_RENO", "SACK"})
  void nothingIsTimedAcrossALoss(Kind kind) {
    OneEnd end = flying(kind, 9);
    end.eack(0, 2);
    end.eack(0, 2, 3);
    end.eack(0, 2, 3, 4);
    long before = statistics(end).srttNanos();
    end.pass(700 * MILLISECOND);
    end.eack(11);
    assertEquals(before, statistics(end).srttNanos());
  }

  @ParameterizedTest
  @EnumSource(
      value = Kind.class,
      names = {"RENO", "NEW_RENO", "SACK"})
  void whatIsNamedForTheFirstTimeIsASignOfLifeAndNonsenseIsCounted(Kind kind) {
    OneEnd end = flying(kind, 9);
    end.eack(0, 900_000);
    assertEquals(1, end.endpoint.refused(RefusalReason.BAD_EACK));
    for (int named = 2; named <= 9; named++) {
      end.pass(60 * SECOND);
      end.eack(0, named);
    }
    assertTrue(statistics(end).timeouts() > RdpConfig.DEFAULT.timers().retries());
    assertEquals(ConnectionState.OPEN, end.connection().state());
  }

  @ParameterizedTest
  @EnumSource(
      value = Kind.class,
      names = {"RENO", "NEW_RENO", "SACK"})
  void whatWasAcknowledgedAfterATimeoutDoesNotGoAgain(Kind kind) {
    OneEnd end = flying(kind, 9);
    end.pass(SECOND);
    end.expectData(1);
    assertEquals(2 * SECOND, statistics(end).rtoNanos());
    assertEquals(1, statistics(end).timeouts());
    assertEquals(1, statistics(end).closes());
    assertEquals(8, statistics(end).closedPackets());
    assertEquals(SenderState.RETRANSMISSION_TIMEOUT, end.connection().senderState());
    end.eack(0, 5);
    assertEquals(SenderState.RETRANSMISSION_TIMEOUT, end.connection().senderState());
    boolean counts = kind != Kind.SACK; // which heeds no duplicates before new data
    if (counts) {
      end.expectData(2); // send_one
    }
    end.expectNothing();
    end.eack(7);
    end.expectData(8, 9); // cwnd is 2
    end.expectNothing();
    assertEquals(counts ? 13 : 12, statistics(end).segmentsSent());
    assertEquals(counts ? 4 : 3, statistics(end).retransmissions());
  }

  /** {@code bugFix_}: "covers more than recover", the last one sent as the window was closed. */
  @ParameterizedTest
  @CsvSource({"RENO, 11, 1", "RENO, 12, 2", "NEW_RENO, 11, 1", "NEW_RENO, 12, 2", "SACK, 11, 2"})
  void duplicatesOfTheLastWindowCloseNoOther(Kind kind, int acknowledged, int fastRetransmits) {
    OneEnd end = flying(kind, 9);
    for (int named = 2; named <= 11; named++) {
      end.eack(0, named); // the first two let 10 and 11 go
    }
    assertEquals(1, statistics(end).fastRetransmits());
    end.eack(acknowledged);
    for (int named = acknowledged + 2; named <= acknowledged + 4; named++) {
      end.eack(acknowledged, named);
    }
    assertEquals(fastRetransmits, statistics(end).fastRetransmits());
    assertEquals(fastRetransmits, statistics(end).closes());
  }

  @ParameterizedTest
  @CsvSource({"RENO, 9, 0", "RENO, 10, 1", "NEW_RENO, 9, 0", "NEW_RENO, 10, 1", "SACK, 9, 0"})
  void duplicatesOfWhatTimedOutCloseNothing(Kind kind, int acknowledged, int fastRetransmits) {
    OneEnd end = flying(kind, 9);
    end.pass(SECOND);
    end.eack(9);
    end.eack(acknowledged);
    for (int time = 0; time < 8; time++) { // so that a few are on their way
      end.write(1);
    }
    int before = Math.toIntExact(statistics(end).closes());
    for (int named = acknowledged + 2; named <= acknowledged + 4; named++) {
      end.eack(acknowledged, named);
    }
    assertEquals(fastRetransmits, statistics(end).fastRetransmits());
    assertEquals(before + fastRetransmits, statistics(end).closes());
  }

  /** {@code singledup_}, {@code send_one}: as many more as duplicates, and as the receiver lets. */
  @ParameterizedTest
  @CsvSource({
    "RENO, 64, 2, 100", "NEW_RENO, 64, 2, 100", "SACK, 64, 2, 100", "RENO, 10, 1, 100",
    "NEW_RENO, 9, 0, 100", "SACK, 10, 1, 100", "RENO, 64, 1, 10", "SACK, 64, 0, 9"
  })
  void theFirstTwoDuplicatesLetOneGoEach(Kind kind, int receivers, int more, int written) {
    OneEnd end = OneEnd.open(new OneEnd(), ns2(kind, 9), new SynParameters(receivers, 1500, 1));
    end.write(written);
    end.expectData(1, 2, 3, 4, 5, 6, 7, 8, 9);
    end.expectNothing();
    for (int duplicate = 1; duplicate <= 2; duplicate++) {
      end.eack(0, duplicate + 1);
      assertEquals(SenderState.OUT_OF_SEQUENCE, end.connection().senderState());
      if (duplicate <= more) {
        end.expectData(9 + duplicate);
      }
      end.expectNothing();
    }
  }

  @Test
  void withoutLimitedTransmitTheyLetNothingGo() {
    CongestionConfig congestion =
        Kind.RENO.config(9, 2, false, false, false, CongestionConfig.Profile.NS_2);
    OneEnd end = OneEnd.open(RdpConfig.DEFAULT.with(congestion));
    end.write(100);
    end.forgetSent();
    end.eack(0, 2);
    end.eack(0, 3);
    end.expectNothing();
  }

  @ParameterizedTest
  @EnumSource(
      value = Kind.class,
      names = {"RENO", "NEW_RENO", "SACK"})
  void theWindowIsInSlowStartBelowSsthresh(Kind kind) {
    CongestionConfig congestion =
        kind.config(2, 4, true, false, false, CongestionConfig.Profile.NS_2);
    OneEnd end = OneEnd.open(RdpConfig.DEFAULT.with(congestion));
    end.write(100);
    assertEquals(SenderState.SLOW_START, end.connection().senderState());
    end.eack(1);
    assertEquals(SenderState.SLOW_START, end.connection().senderState());
    end.eack(2);
    assertEquals(4, statistics(end).cwnd());
    assertEquals(SenderState.CONGESTION_AVOIDANCE, end.connection().senderState());
    assertEquals(List.of("SS", "CA"), end.senderStates);
  }

  /** It asks whether its reader takes any again, each time after twice as long. */
  @ParameterizedTest
  @EnumSource(
      value = Kind.class,
      names = {"RENO", "NEW_RENO", "SACK"})
  void aReceiverThatNamesEverythingHasLostNothing(Kind kind) {
    OneEnd end = OneEnd.open(new OneEnd(), ns2(kind, 4), new SynParameters(4, 1500, 1));
    end.write(4);
    end.forgetSent();
    end.eack(0, 1, 2, 3, 4);
    for (int seconds = 1; seconds <= 4; seconds *= 2) {
      end.pass(seconds * SECOND - 1);
      end.expectNothing();
      end.pass(1);
      end.expectData(1);
    }
    assertEquals(0, statistics(end).timeouts());
    assertEquals(4, statistics(end).cwnd());
  }

  @ParameterizedTest
  @EnumSource(
      value = Kind.class,
      names = {"RENO", "NEW_RENO", "SACK"})
  void aTimeoutAfterAMarkLeavesSsthresh(Kind kind) {
    RdpConfig config = ns2(kind, 9).with(new RdpConfig.Wire(0, true, false, true));
    OneEnd end = OneEnd.open(new OneEnd(), config, SenderTest.Marks.ECN_PEER);
    end.write(60);
    SenderTest.Marks.echo(end, 1); // of nine
    assertEquals(4, statistics(end).ssthresh());
    end.pass(2 * SECOND);
    assertEquals(1, statistics(end).timeouts());
    assertEquals(1, statistics(end).cwnd());
    assertEquals(4, statistics(end).ssthresh()); // not half of 4.5
  }

  @ParameterizedTest
  @EnumSource(
      value = Kind.class,
      names = {"RENO", "NEW_RENO", "SACK"})
  void aTimeoutOfTheWindowAfterAMarkLowersIt(Kind kind) {
    RdpConfig config = ns2(kind, 9).with(new RdpConfig.Wire(0, true, false, true));
    OneEnd end = OneEnd.open(new OneEnd(), config, SenderTest.Marks.ECN_PEER);
    end.write(60);
    SenderTest.Marks.echo(end, 1);
    SenderTest.Marks.echo(end, 9); // the last that was sent as the window was closed
    end.pass(2 * SECOND);
    assertEquals(1, statistics(end).timeouts());
    assertEquals(2, statistics(end).ssthresh()); // half of 4.5, whole
  }

  @ParameterizedTest
  @EnumSource(
      value = Kind.class,
      names = {"RENO", "NEW_RENO", "SACK"})
  void anIdleOneAsksForASignOfLife(Kind kind) {
    OneEnd end = OneEnd.open(ns2(kind, 9));
    end.pass(60 * SECOND);
    end.expect(NUL | ACK, 1, 0);
    end.send(ACK, 1, 1);
    end.pass(60 * SECOND);
    end.expect(NUL | ACK, 2, 0);
    end.send(ACK, 1, 2);
    end.write("data");
    end.expect(ACK, 3, 0, "data");
  }

  private static RdpStatistics statistics(OneEnd end) {
    return end.connection().statistics(end.nowNanos);
  }
}
