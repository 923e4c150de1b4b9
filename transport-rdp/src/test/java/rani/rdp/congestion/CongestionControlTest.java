// SPDX-License-Identifier: Apache-2.0
package rani.rdp.congestion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import rani.rdp.fixture.Kind;

/** What the kinds have in common, and where they part; {@link CubicGolden} has CUBIC's growth. */
class CongestionControlTest {
  private static final long SRTT = 100_000_000;
  private static final double EXACT = 1e-12;

  @Test
  void everyKindIsMade() {
    assertInstanceOf(Reno.class, control(Kind.RENO, 4, 8));
    assertInstanceOf(NewReno.class, control(Kind.NEW_RENO, 4, 8));
    assertInstanceOf(Sack.class, control(Kind.SACK, 4, 8));
    assertInstanceOf(Cubic.class, control(Kind.CUBIC, 4, 8));
    assertInstanceOf(FixedWindow.class, control(Kind.FIXED, 4, 8));
  }

  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "FIXED")
  void itBeginsAsItWasTold(Kind kind) {
    assertWindows(4, 8, control(kind, 4, 8));
  }

  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "FIXED")
  void slowStartAddsOnePerAcknowledgementWhateverItCovers(Kind kind) {
    CongestionControl control = control(kind, 4, 8);
    acks(control, 3, 1);
    assertWindows(7, 8, control);
    acks(control, 1, 2);
    assertWindows(8, 8, control);
  }

  @ParameterizedTest
  @EnumSource(names = {"RENO", "NEW_RENO", "SACK"})
  void congestionAvoidanceAddsTheInverseOfTheWindow(Kind kind) {
    CongestionControl control = control(kind, 8, 8);
    acks(control, 1, 1);
    assertWindows(8 + 1 / 8.0, 8, control);
    acks(control, 1, 2);
    assertWindows(8.125 + 1 / 8.125, 8, control);
  }

  @ParameterizedTest
  @EnumSource(names = {"RENO", "NEW_RENO", "SACK"})
  void congestionAvoidanceAddsOnePerRoundTrip(Kind kind) {
    CongestionControl control = control(kind, 8, 8);
    for (int roundTrip = 0; roundTrip < 40; roundTrip++) {
      acks(control, (int) control.cwnd(), 1);
    }
    assertEquals(48, control.cwnd(), 2, "a little less than one each: 1/cwnd shrinks on the way");
  }

  @ParameterizedTest
  @EnumSource(names = {"RENO", "NEW_RENO"})
  void aLossHalvesTheFlightAndDuplicatesInflateTheWindow(Kind kind) {
    CongestionControl control = control(kind, 16, 16);
    control.lossDetected(0, 15);
    assertWindows(10.5, 7.5, control);
    control.duplicate();
    control.duplicate();
    assertWindows(12.5, 7.5, control);
    assertEquals(false, control.recoversByScoreboard());
  }

  @Test
  void renoLeavesRecoveryWithTheFirstNewAcknowledgement() {
    CongestionControl control = control(Kind.RENO, 16, 16);
    control.lossDetected(0, 16);
    control.duplicate();
    assertEquals(false, control.partiallyAcknowledged(3));
    assertWindows(8, 8, control);
  }

  @Test
  void renoLeavesRecoveryAtTheThreshold() {
    CongestionControl control = control(Kind.RENO, 16, 16);
    control.lossDetected(0, 16);
    control.recovered(SRTT, 0);
    assertWindows(8, 8, control);
  }

  @Test
  void newRenoDeflatesByWhatAPartialAcknowledgementCoversAndAddsOne() {
    CongestionControl control = control(Kind.NEW_RENO, 16, 16);
    control.lossDetected(0, 16);
    for (int duplicate = 0; duplicate < 5; duplicate++) {
      control.duplicate();
    }
    assertWindows(16, 8, control);
    assertEquals(true, control.partiallyAcknowledged(4));
    assertWindows(13, 8, control);
    assertEquals(true, control.partiallyAcknowledged(100));
    assertWindows(1, 8, control);
  }

  @Test
  void newRenoLetsNoBurstGoAfterRecovery() {
    CongestionControl few = control(Kind.NEW_RENO, 16, 16);
    few.lossDetected(0, 16);
    few.recovered(SRTT, 3);
    assertWindows(4, 8, few);

    CongestionControl none = control(Kind.NEW_RENO, 16, 16);
    none.lossDetected(0, 16);
    none.recovered(SRTT, 0);
    assertWindows(2, 8, none);

    CongestionControl many = control(Kind.NEW_RENO, 16, 16);
    many.lossDetected(0, 16);
    many.recovered(SRTT, 12);
    assertWindows(8, 8, many);
  }

  @Test
  void theScoreboardKindsHoldTheWindowAtTheThreshold() {
    CongestionControl sack = control(Kind.SACK, 16, 16);
    sack.lossDetected(0, 16);
    holdsThrough(sack, 8);
    CongestionControl cubic = control(Kind.CUBIC, 16, 16);
    cubic.lossDetected(0, 20);
    holdsThrough(cubic, 14);
  }

  private static void holdsThrough(CongestionControl control, double window) {
    assertEquals(true, control.recoversByScoreboard());
    control.duplicate();
    assertEquals(true, control.partiallyAcknowledged(3));
    control.recovered(SRTT, 0);
    assertWindows(window, window, control);
  }

  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "FIXED")
  void noThresholdIsBelowTwo(Kind kind) {
    CongestionControl control = control(kind, 4, 8);
    control.lossDetected(0, 1);
    assertEquals(2, control.ssthresh(), EXACT);
    control.timedOut(0, 0, false);
    assertWindows(1, 2, control);
  }

  @ParameterizedTest
  @EnumSource(names = {"RENO", "NEW_RENO", "SACK"})
  void aTimeoutLeavesOnePacketAndHalvesTheFlightOnce(Kind kind) {
    CongestionControl control = control(kind, 16, 16);
    control.timedOut(0, 14, false);
    assertWindows(1, 7, control);
    acks(control, 2, 1);
    control.timedOut(SRTT, 1, true);
    assertWindows(1, 7, control);
    acks(control, 7, 1);
    assertEquals(7 + 1 / 7.0, control.cwnd(), EXACT, "slow start up to 7, then avoidance");
  }

  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "FIXED")
  void aTimeoutThatWasNoneIsTakenBack(Kind kind) {
    CongestionControl control = control(kind, 4, 8);
    acks(control, 8, 1);
    double before = control.cwnd();
    control.timedOut(0, 8, false);
    control.undoTimeout();
    assertWindows(before, 8, control);
  }

  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "FIXED")
  void takingATimeoutBackDoesNotShrinkWhatHasGrownSince(Kind kind) {
    CongestionControl control = control(kind, 2, 100);
    control.timedOut(0, 2, false);
    acks(control, 5, 1);
    double grown = control.cwnd();
    assertEquals(true, grown > 2);
    control.undoTimeout();
    assertWindows(grown, 100, control);
  }

  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "FIXED")
  void severalTimeoutsInARowAreTakenBackTogetherAndOnce(Kind kind) {
    CongestionControl control = control(kind, 12, 8);
    control.timedOut(0, 12, false);
    control.timedOut(SRTT, 1, true);
    control.timedOut(3 * SRTT, 1, true);
    control.undoTimeout();
    assertWindows(12, 8, control);
    control.lossDetected(4 * SRTT, 4);
    double after = control.cwnd();
    control.undoTimeout();
    assertEquals(after, control.cwnd(), EXACT, "nothing is left to take back");
  }

  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "FIXED")
  void aTimeoutIsNotTakenBackOverACongestionEventAfterIt(Kind kind) {
    for (int event = 0; event < 3; event++) {
      CongestionControl control = control(kind, 12, 8);
      control.timedOut(0, 12, false);
      switch (event) {
        case 0 -> control.lossDetected(SRTT, 4);
        case 1 -> control.marked(SRTT, 4);
        default -> control.set(SRTT, 3, 3);
      }
      double cwnd = control.cwnd();
      double ssthresh = control.ssthresh();
      control.undoTimeout();
      assertWindows(cwnd, ssthresh, control);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"RENO", "NEW_RENO", "SACK"})
  void aMarkHalvesWithoutRecovery(Kind kind) {
    CongestionControl control = control(kind, 16, 16);
    control.marked(0, 16);
    assertWindows(8, 8, control);
  }

  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "FIXED")
  void aRouterSetsBothWithinReason(Kind kind) {
    CongestionControl control = control(kind, 16, 16);
    control.set(0, 5, 4);
    assertWindows(5, 4, control);
    control.set(0, 0, 0);
    assertWindows(1, 2, control);
    control.set(0, 1e9, 1e9);
    assertWindows(Window.PACKETS_MAX, Window.PACKETS_MAX, control);
  }

  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "FIXED")
  void afterIdlenessItBeginsWithTheInitialWindowAtMost(Kind kind) {
    CongestionControl control = control(kind, 4, 8);
    acks(control, 20, 1);
    control.restartedAfterIdle(SRTT);
    assertWindows(4, 8, control);
    control.timedOut(2 * SRTT, 4, false);
    control.restartedAfterIdle(3 * SRTT);
    assertEquals(1, control.cwnd(), EXACT);
  }

  @ParameterizedTest
  @EnumSource(names = {"RENO", "NEW_RENO"})
  void forgedDuplicatesInflateOnlySoFar(Kind kind) {
    CongestionControl control = control(kind, 4, 8);
    control.lossDetected(0, 4);
    for (int duplicate = 0; duplicate < 70_000; duplicate++) {
      control.duplicate();
    }
    assertEquals(Window.PACKETS_MAX, control.cwnd(), EXACT);
  }

  @Test
  void nothingChangesAFixedWindow() {
    CongestionControl control = new FixedWindow(10);
    List<Runnable> events =
        List.of(
            () -> acks(control, 5, 1),
            () -> control.lossDetected(0, 16),
            control::duplicate,
            () -> control.partiallyAcknowledged(3),
            () -> control.recovered(0, 0),
            () -> control.timedOut(0, 16, false),
            control::undoTimeout,
            () -> control.marked(0, 16),
            () -> control.set(0, 2, 2),
            () -> control.restartedAfterIdle(0));
    for (Runnable event : events) {
      event.run();
      assertWindows(10, 10, control);
    }
    assertEquals(true, control.recoversByScoreboard());
    assertEquals(true, control.partiallyAcknowledged(1));
  }

  @Test
  void cubicKeepsSevenTenths() {
    CongestionControl control = control(Kind.CUBIC, 100, 100);
    control.lossDetected(0, 100);
    assertWindows(70, 70, control);
    control.timedOut(SRTT, 70, false);
    assertWindows(1, 49, control);
  }

  @Test
  void cubicFindsItsPlateauAgainAfterATimeoutThatWasNone() {
    CongestionControl told = afterLossAndTwoSeconds();
    CongestionControl undisturbed = afterLossAndTwoSeconds();
    told.timedOut(2_000_000_000L, 100, false);
    told.undoTimeout();
    for (int ack = 0; ack < 500; ack++) {
      long now = 2_000_000_000L + ack * 2_000_000L;
      told.acknowledged(now, 1, SRTT);
      undisturbed.acknowledged(now, 1, SRTT);
    }
    assertEquals(undisturbed.cwnd(), told.cwnd(), EXACT);
  }

  @Test
  void cubicDoesNotCountTheTimeInWhichNothingWasToSend() {
    CongestionControl paused = afterLossAndTwoSeconds();
    CongestionControl steady = afterLossAndTwoSeconds();
    for (int ack = 0; ack < 500; ack++) {
      long now = 2_000_000_000L + ack * 2_000_000L;
      steady.acknowledged(now, 1, SRTT);
      paused.acknowledged(now + 60_000_000_000L, 1, SRTT);
    }
    double oneRoundTripAhead = 1;
    assertEquals(steady.cwnd(), paused.cwnd(), oneRoundTripAhead);
  }

  @Test
  void whatWasNoTimeoutIsNotTakenBack() {
    CongestionControl told = afterLossAndTwoSeconds();
    CongestionControl undisturbed = afterLossAndTwoSeconds();
    told.undoTimeout();
    for (int ack = 0; ack < 500; ack++) {
      long now = 2_000_000_000L + ack * 2_000_000L;
      told.acknowledged(now, 1, SRTT);
      undisturbed.acknowledged(now, 1, SRTT);
    }
    assertEquals(undisturbed.cwnd(), told.cwnd(), EXACT);
  }

  /** A router that takes away what a loss would have looks for the same plateau. */
  @Test
  void cubicAnswersARouterThatCutsAsItAnswersALoss() {
    CongestionControl lost = control(Kind.CUBIC, 100, 100);
    CongestionControl cut = control(Kind.CUBIC, 100, 100);
    lost.lossDetected(0, 100);
    cut.set(0, 70, 70);
    for (int ack = 0; ack < 2000; ack++) {
      lost.acknowledged(ack * 2_000_000L, 1, SRTT);
      cut.acknowledged(ack * 2_000_000L, 1, SRTT);
      assertEquals(lost.cwnd(), cut.cwnd(), EXACT);
    }
  }

  /** From 150 to 200 it takes ∛(50 / 0.4) = 5 s, and after half of them 200 − 0.4 · 2.5³ is due. */
  @Test
  void cubicKeepsItsPlateauWhenARouterGives() {
    CongestionControl given = control(Kind.CUBIC, 200, 200);
    given.lossDetected(0, 200);
    given.set(0, 150, 150);
    for (int ack = 0; ack < 2500; ack++) {
      given.acknowledged(ack * 1_000_000L, 1, SRTT);
    }
    assertEquals(193.75, given.cwnd(), 2);
  }

  private static CongestionControl afterLossAndTwoSeconds() {
    CongestionControl cubic = control(Kind.CUBIC, 200, 200);
    cubic.lossDetected(0, 200);
    for (int ack = 0; ack < 1000; ack++) {
      cubic.acknowledged(ack * 2_000_000L, 1, SRTT);
    }
    return cubic;
  }

  private static CongestionControl control(Kind kind, int window, int ssthresh) {
    return kind.config(window, ssthresh, true, true, false).newControl();
  }

  private static void acks(CongestionControl control, int count, int segments) {
    for (int ack = 0; ack < count; ack++) {
      control.acknowledged(ack * 1_000_000L, segments, SRTT);
    }
  }

  private static void assertWindows(double cwnd, double ssthresh, CongestionControl control) {
    assertEquals(cwnd, control.cwnd(), EXACT, "cwnd");
    assertEquals(ssthresh, control.ssthresh(), EXACT, "ssthresh");
  }
}
