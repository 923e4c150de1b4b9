// SPDX-License-Identifier: Apache-2.0
package rani.rdp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static rani.rdp.OneEnd.SECOND;
import static rani.rdp.segment.Segment.ACK;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import rani.rdp.congestion.CongestionConfig;
import rani.rdp.congestion.CongestionConfig.Kind;
import rani.rdp.segment.RouterState;

/** What {@link Ns2RecoveryGolden} leaves out of the rules of ns-2.35's tcp.cc. */
class Ns2SenderTest {
  private static RdpConfig ns2(Kind kind, int window) {
    return RdpConfig.DEFAULT.with(
        new CongestionConfig(
            kind, window, 2, 16, true, false, false, CongestionConfig.Profile.NS_2));
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
    assertEquals(2, statistics(end).ssthresh()); // as before
    assertEquals(0, statistics(end).closes());
  }

  private static RdpStatistics statistics(OneEnd end) {
    return end.connection().statistics(end.nowNanos);
  }
}
