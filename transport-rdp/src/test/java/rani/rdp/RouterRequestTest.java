// SPDX-License-Identifier: Apache-2.0
package rani.rdp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static rani.rdp.OneEnd.SECOND;
import static rani.rdp.segment.Segment.ACK;

import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import rani.rdp.congestion.CongestionConfig;
import rani.rdp.fixture.Kind;
import rani.rdp.segment.RefusalReason;
import rani.rdp.segment.RouterState;
import rani.rdp.segment.Segment;

/** What routers may ask of a sender that shows them its state, and what it makes of it. */
class RouterRequestTest {
  private static RdpConfig with(Kind kind, int window, int ssthresh) {
    return RdpConfig.DEFAULT.with(kind.config(window, ssthresh, true, true, false));
  }

  private static RdpStatistics statistics(OneEnd end) {
    return end.connection().statistics(end.nowNanos);
  }

  private static OneEnd shown() {
    OneEnd end =
        OneEnd.open(with(Kind.NEW_RENO, 8, 6).with(new RdpConfig.Wire(0, true, true, false)));
    end.write(60);
    return end;
  }

  private static RouterState ask(int epoch, int cwnd, int ssthresh, int lost) {
    return new RouterState(RouterState.SET, 0, epoch, cwnd, ssthresh, 0, lost);
  }

  @Test
  void everyDataSegmentShowsTheSendersState() {
    OneEnd end = shown();
    RouterState state = end.takeFirst().routerState();
    assertEquals(
        new RouterState(0, SenderState.CONGESTION_AVOIDANCE.ordinal(), 0, 8, 6, 0, 0), state);
    end.forgetSent();
    end.send(ACK, 1, 8, "ask");
    end.pass(SECOND);
    assertNotNull(end.takeFirst().routerState());
  }

  @Test
  void aRequestClosesTheWindowAsOneCongestionEvent() {
    OneEnd end = shown();
    end.forgetSent();
    end.request(3, ask(0, 4, 4, 1));
    end.expectData(3); // at once, as after a third duplicate
    assertEquals(4, statistics(end).cwnd());
    assertEquals(4, statistics(end).ssthresh());
    assertEquals(1, statistics(end).requestsTaken());
    assertEquals(1, statistics(end).closes());
    assertEquals(4, statistics(end).closedPackets());

    // What is acknowledged before the dropped one tells of nothing, and what is lost behind it
    // closes nothing: five of six have left the network when the first new one goes.
    end.eack(1);
    end.eack(2);
    end.expectNothing();
    for (int sequence = 4; sequence <= 6; sequence++) {
      end.eack(2, sequence);
    }
    end.expectData(9);
    assertEquals(0, statistics(end).fastRetransmits());
    assertEquals(4, statistics(end).ssthresh());
    assertEquals(1, statistics(end).closes());
  }

  @ParameterizedTest
  @EnumSource(
      value = Kind.class,
      names = {"RENO", "NEW_RENO", "SACK", "CUBIC"})
  void whatAFilterLetGoIsSentAgainOnceAndClosesNothing(Kind kind) {
    OneEnd end = OneEnd.open(with(kind, 8, 6).with(new RdpConfig.Wire(0, true, true, false)));
    end.write(60);
    end.forgetSent();
    end.request(3, ask(0, 4, 4, 1));
    end.expectData(3);
    double ssthresh = statistics(end).ssthresh();
    end.request(6, ask(0, 4, 4, 3)); // 6, 7 and 8, of the epoch before
    assertEquals(4, statistics(end).segmentsLetGo());
    end.request(6, ask(0, 4, 4, 3)); // heard twice
    assertEquals(4, statistics(end).segmentsLetGo());

    end.eack(1);
    end.eack(2);
    end.eack(2, 4);
    end.eack(2, 4, 5);
    assertEquals(List.of(6, 7, 8), end.takeSequences(3));
    end.eack(5);
    end.eack(6);
    end.eack(7);
    end.eack(8);
    assertEquals(1, statistics(end).closes());
    assertEquals(ssthresh, statistics(end).ssthresh());
    assertEquals(0, statistics(end).timeouts());
  }

  @Test
  void aLossThatWasNotReportedIsMendedWithoutClosingAgain() {
    OneEnd end = OneEnd.open(with(Kind.RENO, 8, 6).with(new RdpConfig.Wire(0, true, true, false)));
    end.write(60);
    end.forgetSent();
    end.request(3, ask(0, 4, 4, 1));
    end.expectData(3);
    end.eack(5); // Reno's recovery is over; 6 was let go, and no one said so
    end.forgetSent();
    end.eack(5, 7);
    end.eack(5, 8);
    end.eack(5, 9);
    assertTrue(end.takeSequences(end.sentCount()).contains(6));
    assertEquals(1, statistics(end).closes());
    assertEquals(4, statistics(end).ssthresh());
  }

  @Test
  void aLossBeforeTheDroppedOneIsMended() {
    OneEnd end = shown();
    end.forgetSent();
    end.request(5, ask(0, 4, 4, 1));
    end.expectData(5);
    end.eack(0, 2);
    end.eack(0, 2, 3);
    end.eack(0, 2, 3, 4);
    end.expectData(1);
    assertEquals(1, statistics(end).closes());
  }

  @Test
  void aRequestForAMarkClosesTheWindowAndAnAcknowledgementShowsIt() {
    OneEnd end = shown();
    end.forgetSent();
    end.request(3, ask(0, 4, 4, 0));
    RouterState state = end.expect(ACK, 9, 0).segment().routerState();
    assertEquals(
        new RouterState(0, SenderState.CONGESTION_AVOIDANCE.ordinal(), 1, 4, 4, 0, 0), state);
    end.expectNothing();
    assertEquals(4, statistics(end).cwnd());
    assertEquals(SenderState.CONGESTION_AVOIDANCE, end.connection().senderState());
  }

  @ParameterizedTest
  @EnumSource(
      value = Kind.class,
      names = {"RENO", "NEW_RENO", "SACK", "CUBIC"})
  void whatAFilterLetGoOfAWindowThatWasClosedForAMarkIsRecoveredInTime(Kind kind) {
    OneEnd end = OneEnd.open(with(kind, 8, 6).with(new RdpConfig.Wire(0, true, true, false)));
    end.write(60);
    end.request(3, ask(0, 4, 4, 0));
    end.eack(1);
    end.eack(2); // the timer begins again, for a second
    end.forgetSent();
    end.pass(SECOND * 9 / 10);
    double ssthresh = statistics(end).ssthresh();
    end.request(3, ask(0, 4, 4, 6)); // 3 to 8, all that is on its way
    end.expectData(3, 4, 5, 6);
    end.expectNothing();
    assertEquals(SenderState.FAST_RECOVERY, end.connection().senderState());
    end.pass(SECOND * 9 / 10);
    end.expectNothing();
    end.eack(3);
    end.expectData(7);
    end.eack(4);
    end.expectData(8);
    end.eack(8);
    assertEquals(0, statistics(end).timeouts());
    assertEquals(1, statistics(end).closes());
    assertEquals(ssthresh, statistics(end).ssthresh());
    assertEquals(6, statistics(end).retransmissions());
  }

  /** ns-2's agents know of marks and of third duplicates. */
  @ParameterizedTest
  @EnumSource(
      value = Kind.class,
      names = {"RENO", "NEW_RENO", "SACK"})
  void ofNs2sAgentsItIsAMarkOrAThirdDuplicate(Kind kind) {
    OneEnd end = ns2(kind);
    end.request(3, ask(0, 4, 4, 1));
    end.expectData(3);
    end.expectNothing();
    assertEquals(4, statistics(end).cwnd());
    assertEquals(SenderState.FAST_RECOVERY, end.connection().senderState());
    end.request(6, ask(0, 4, 4, 3)); // they are not told of more
    assertEquals(1, end.endpoint.refused(RefusalReason.STALE_REQUEST));

    OneEnd marked = ns2(kind);
    marked.request(3, ask(0, 4, 4, 0));
    RouterState state = marked.expect(ACK, 9, 0).segment().routerState();
    assertNotNull(state);
    assertEquals(1, state.epoch());
    assertEquals(4, statistics(marked).cwnd());
    marked.eack(2);
    marked.expectNothing();
    marked.request(3, ask(0, 4, 4, 6)); // the third duplicate after the mark
    marked.expectData(3);
    marked.expectNothing();
    assertEquals(SenderState.FAST_RECOVERY, marked.connection().senderState());
    assertEquals(1, statistics(marked).closes());
    marked.request(4, ask(0, 4, 4, 1));
    assertEquals(1, marked.endpoint.refused(RefusalReason.STALE_REQUEST));
  }

  /** The dropped one has left the network, so that one more fits a window that stays. */
  @ParameterizedTest
  @EnumSource(
      value = Kind.class,
      names = {"RENO", "NEW_RENO", "SACK"})
  void ofNs2sAgentsADropMakesRoomForOne(Kind kind) {
    OneEnd end = ns2(kind);
    end.request(3, ask(0, 8, 8, 1));
    end.expectData(3, 9);
    end.expectNothing();
    assertEquals(1, statistics(end).requestsTaken());
    assertEquals(1, statistics(end).segmentsLetGo());

    OneEnd marked = ns2(kind);
    marked.request(3, ask(0, 8, 8, 0));
    marked.forgetSent();
    marked.request(7, ask(0, 8, 8, 65_535));
    marked.expectData(7, 9);
    marked.expectNothing();
    assertEquals(1, statistics(marked).requestsTaken());
    assertEquals(2, statistics(marked).segmentsLetGo()); // 7 and 8
  }

  @ParameterizedTest
  @EnumSource(
      value = Kind.class,
      names = {"RENO", "NEW_RENO", "SACK"})
  void ofNs2sAgentsItMustBeNews(Kind kind) {
    OneEnd end = ns2(kind);
    end.request(9, ask(0, 4, 4, 1)); // not sent yet
    end.request(3, ask(0xFFFF, 4, 4, 1)); // nothing was closed
    end.request(3, ask(0xFFFE, 4, 4, 1));
    assertEquals(3, end.endpoint.refused(RefusalReason.STALE_REQUEST));
    end.request(8, ask(0, 2, 4, 0));
    assertEquals(SenderState.SLOW_START, end.connection().senderState());
    end.request(8, ask(0, 2, 4, 0)); // the mark is known
    end.eack(0, 5);
    end.request(5, ask(0, 2, 4, 1)); // it has arrived
    assertEquals(5, end.endpoint.refused(RefusalReason.STALE_REQUEST));
    assertEquals(1, statistics(end).requestsTaken());
    end.pass(2 * SECOND);
    end.forgetSent();
    end.request(1, ask(2, 1, 4, 0)); // it has gone again after the timeout, and
    end.request(1, ask(2, 1, 4, 1)); // is lost once more: the timer tells
    assertEquals(5 + 1, end.endpoint.refused(RefusalReason.STALE_REQUEST));
    assertEquals(0, statistics(end).segmentsLetGo());
  }

  /** RFC 6582 §3.2 step 2 of a window that a router has closed. */
  @ParameterizedTest
  @CsvSource({"RENO, 8, 1", "RENO, 9, 2", "NEW_RENO, 8, 1", "NEW_RENO, 9, 2"})
  void ofNs2sAgentsALossOfTheNextWindowClosesIt(Kind kind, int acknowledged, int closes) {
    OneEnd end = ns2(kind);
    end.request(3, ask(0, 8, 8, 0));
    end.eack(8);
    end.eack(acknowledged);
    for (int named = acknowledged + 2; named <= acknowledged + 4; named++) {
      end.eack(acknowledged, named);
    }
    assertEquals(closes, statistics(end).closes());
    assertEquals(closes - 1, statistics(end).fastRetransmits());
    assertEquals(SenderState.FAST_RECOVERY, end.connection().senderState());
  }

  @Test
  void ns2sAgentsKeepToARateThatIsAskedFor() {
    OneEnd end = ns2(Kind.NEW_RENO);
    end.request(3, RouterState.pace(200, 64)); // 48 bit/s of data
    assertEquals(List.of("segment-size 150"), end.told);
    end.eack(4);
    end.expectData(9); // of 16 bits
    end.expectNothing();
    end.pass(SECOND / 3 + 1);
    end.expectData(10);
    end.expectNothing();
    end.request(9, RouterState.pace(65_535, 0));
    end.expectData(11, 12);
    end.expectNothing();
    assertEquals(0, statistics(end).closes());
  }

  /** One with eight segments of its window of eight on their way. */
  private static OneEnd ns2(Kind kind) {
    CongestionConfig congestion =
        kind.config(8, 6, true, false, false, CongestionConfig.Profile.NS_2);
    OneEnd end =
        OneEnd.open(
            RdpConfig.DEFAULT.with(congestion).with(new RdpConfig.Wire(0, true, true, false)));
    end.write(60);
    end.expectData(1, 2, 3, 4, 5, 6, 7, 8);
    end.expectNothing();
    return end;
  }

  @Test
  void itMustQuoteThePresentWindowAndEpoch() {
    OneEnd end = shown();
    end.request(3, ask(1, 4, 4, 0));
    end.request(9, ask(0, 4, 4, 0));
    end.request(0, ask(0, 4, 4, 0));
    end.request(9, ask(0xFFFF, 4, 4, 1));
    end.request(3, ask(0xFFFE, 4, 4, 1));
    assertEquals(5, end.endpoint.refused(RefusalReason.STALE_REQUEST));
    assertEquals(8, statistics(end).cwnd());
    end.request(8, ask(0, 4, 4, 0));
    end.request(8, ask(0, 2, 2, 0));
    assertEquals(4, statistics(end).cwnd());
    assertEquals(6, end.endpoint.refused(RefusalReason.STALE_REQUEST));
  }

  /** The epoch counts the closes: the next one asks for another. */
  @Test
  void eachEpochMayBeClosedOnce() {
    OneEnd end = shown();
    end.request(8, ask(0, 6, 6, 0));
    end.request(8, ask(1, 4, 4, 0));
    assertEquals(4, statistics(end).cwnd());
    end.request(8, ask(2, 2, 2, 0));
    assertEquals(2, statistics(end).cwnd());
    assertEquals(3, statistics(end).closes());
    assertEquals(3, statistics(end).requestsTaken());
    assertEquals(6, statistics(end).closedPackets());
  }

  /** What shows the new window says all that an acknowledgement would. */
  @Test
  void whatShowsTheWindowAcknowledges() {
    OneEnd end = shown();
    end.forgetSent();
    end.send(ACK, 1, 0, "a");
    end.expectNothing(); // within 200 ms
    end.request(3, ask(0, 4, 4, 0));
    end.expect(ACK, 9, 1);
    end.pass(SECOND / 2);
    end.expectNothing();
  }

  /** Its pace comes due while the last of its retries is out, which is not the end. */
  @Test
  void aPaceThatComesDueIsNoSilence() {
    RdpConfig.Timers timers = RdpConfig.DEFAULT.timers();
    OneEnd end =
        OneEnd.open(
            with(Kind.NEW_RENO, 8, 6)
                .with(new RdpConfig.Wire(0, true, true, false))
                .with(
                    new RdpConfig.Timers(
                        timers.ackDelayNanos(),
                        timers.rtoInitialNanos(),
                        timers.rtoMinNanos(),
                        timers.rtoMaxNanos(),
                        1,
                        timers.keepAliveNanos(),
                        timers.closeWaitNanos())));
    end.write(60);
    end.request(3, RouterState.pace(200, 8)); // 6 bit/s: 16 bits take 2.7 s
    end.eack(4);
    end.pass(SECOND * 28 / 10);
    assertEquals(1, statistics(end).timeouts()); // after one second, and the next after three
    assertEquals(ConnectionState.OPEN, end.connection().state());
    end.pass(SECOND);
    assertTrue(end.told.contains("timed-out"));
  }

  @Test
  void impossibleWindowsAreRaisedToTheLeast() {
    OneEnd end = shown();
    end.request(1, ask(0, 0, 0, 65_535));
    assertEquals(1, statistics(end).cwnd());
    assertEquals(2, statistics(end).ssthresh());
  }

  @Test
  void inARecoveryItIsStale() {
    OneEnd end = shown();
    for (int sequence = 2; sequence <= 4; sequence++) {
      end.eack(0, sequence);
    }
    end.request(8, ask(1, 2, 2, 1));
    assertEquals(1, end.endpoint.refused(RefusalReason.STALE_REQUEST));
    assertEquals(1, statistics(end).closes());
  }

  @Test
  void itNeverOpensTheWindow() {
    OneEnd end = shown();
    end.request(1, ask(0, 65_535, 65_535, 65_535));
    assertEquals(8, statistics(end).cwnd());
    assertEquals(8, statistics(end).ssthresh());
  }

  @Test
  void itMayAskForSmallerSegmentsAtARateAndTheWindowStays() {
    OneEnd end = shown();
    end.forgetSent();
    // 200 bytes hold 150 of data: of 64 bit/s that is 48, three messages of two bytes a second.
    end.request(3, RouterState.pace(200, 64));
    assertEquals(List.of("segment-size 150"), end.told);
    assertEquals(1, statistics(end).paceRequestsTaken());
    assertEquals(0, statistics(end).closes());
    assertEquals(8, statistics(end).cwnd());

    end.send(ACK, 1, 4);
    end.expectData(9);
    end.expectNothing();
    end.pass(SECOND / 3 + 1);
    end.expectData(10);
    end.expectNothing();
    end.request(9, RouterState.pace(65_535, 0));
    end.expectData(11, 12);
    end.expectNothing();
  }

  @Test
  void aRateThatIsRaisedCountsForWhatWasSentBefore() {
    OneEnd end = shown();
    end.forgetSent();
    end.request(3, RouterState.pace(200, 8)); // 6 bit/s: a message of 16 bits takes 2.7 s
    end.send(ACK, 1, 4);
    end.expectData(9);
    end.pass(SECOND / 2); // 3 of its 16 bits are over
    end.expectNothing();
    end.request(9, RouterState.pace(200, 64)); // 48 bit/s: the other 13 take 0.27 s, not 2.2
    end.pass(SECOND / 4);
    end.expectNothing();
    end.pass(SECOND / 40);
    end.expectData(10);
    end.expectNothing();
  }

  @Test
  void aRateThatIsLoweredCountsForWhatWasSentBefore() {
    OneEnd end = shown();
    end.forgetSent();
    end.request(3, RouterState.pace(200, 64));
    end.send(ACK, 1, 4);
    end.expectData(9);
    end.request(9, RouterState.pace(200, 32)); // 24 bit/s: 16 bits take 0.67 s, not 0.33
    end.pass(SECOND / 2);
    end.expectNothing();
    end.pass(SECOND / 5);
    end.expectData(10);
  }

  @Test
  void whatItAskedForHoldsForTenSeconds() {
    OneEnd end = shown();
    end.forgetSent();
    end.request(3, RouterState.pace(200, 1));
    end.send(ACK, 1, 8);
    end.expectData(9);
    end.expectNothing();
    end.pass(RdpConnection.PACED_NANOS_MAX);
    end.expectData(9); // by its timer
    assertEquals(List.of("segment-size 150", "segment-size 1450"), end.told);
  }

  @Test
  void noStrangerPacesAConnection() {
    OneEnd end = shown();
    end.request(0, RouterState.pace(64, 1));
    end.request(9, RouterState.pace(64, 1));
    assertEquals(2, end.endpoint.refused(RefusalReason.STALE_REQUEST));
    assertEquals(List.of(), end.told);
  }

  @Test
  void whoShowsNoStateIsAskedNothing() {
    OneEnd end = OneEnd.open(with(Kind.NEW_RENO, 8, 6));
    end.write(60);
    end.request(3, ask(0, 4, 4, 1));
    assertEquals(1, end.endpoint.refused(RefusalReason.STALE_REQUEST));
    assertEquals(8, statistics(end).cwnd());
  }

  @Test
  void whatWasAskedAndFollowedIsTraced() {
    OneEnd end = shown();
    end.request(3, ask(0, 4, 4, 1));
    end.request(3, ask(0, 4, 4, 1)); // of the epoch before, and known
    end.request(99, ask(1, 4, 4, 1)); // never sent
    end.request(5, RouterState.pace(200, 64));
    end.connection().abort(end.nowNanos);
    assertEquals(
        List.of("ends aborted", "is asked at 3 for 4", "retransmits 3", "sends 200 B at 64"),
        end.traced.stream().sorted().toList());
    assertEquals(1L, end.endpoint.facts().byKey().get("ended.aborted"));
  }

  /** Routers took 6 B off the second message: it says so, and so do this end's books. */
  @Test
  void whatRoutersTookOffIsCounted() {
    OneEnd end = OneEnd.open(RdpConfig.DEFAULT.with(new RdpConfig.Wire(0, true, true, false)));
    int[] lost = {0, 6, 4};
    for (int sequence = 1; sequence <= 3; sequence++) {
      RouterState state =
          new RouterState(sequence == 3 ? 0 : RouterState.MEDIA, 0, 0, 1, 1, 0, lost[sequence - 1]);
      end.send(end.segment(ACK, sequence, 0, null, List.of(), state, "data"), 0);
    }
    assertEquals(List.of("misses 6 B"), end.traced);
    assertEquals(1L, end.endpoint.facts().byKey().get("shortened"));
    assertEquals(6L, end.endpoint.facts().byKey().get("missing-bytes"));
    assertEquals(List.of("data", "data", "data"), end.told);
  }

  /** Only data is media: an acknowledgement has nothing that routers could take off. */
  @Test
  void mediaIsSaidOfDataAlone() {
    OneEnd end =
        OneEnd.open(RdpConfig.DEFAULT.with(new RdpConfig.Wire(0, true, true, false, true, 0)));
    end.write("data");
    assertTrue(Objects.requireNonNull(end.takeFirst().routerState()).isMedia());
    end.pass(2 * 60 * SECOND); // keep-alive and so on
    while (end.sentCount() > 0) {
      Segment segment = end.takeFirst();
      RouterState state = segment.routerState();
      assertEquals(
          segment.data().isReadable(), state != null && state.isMedia(), segment::toString);
    }
  }
}
