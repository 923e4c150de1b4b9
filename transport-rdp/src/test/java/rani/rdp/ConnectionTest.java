// SPDX-License-Identifier: Apache-2.0
package rani.rdp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static rani.rdp.OneEnd.MILLISECOND;
import static rani.rdp.OneEnd.PEER;
import static rani.rdp.OneEnd.SECOND;
import static rani.rdp.segment.Segment.ACK;
import static rani.rdp.segment.Segment.EACK;
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
import rani.rdp.segment.SynParameters;

/** What an open connection does with what comes (RFC 908 §3.7), read as a packet trace. */
class ConnectionTest {
  private static final RdpConfig CONFIG = RdpConfig.DEFAULT;

  @Nested
  class Receiving {
    private final OneEnd end = OneEnd.open(CONFIG);

    @Test
    void everySecondSegmentIsAcknowledgedAtOnce() {
      end.send(ACK, 1, 0, "a");
      end.expectNothing();
      end.send(ACK, 2, 0, "b");
      end.expect(ACK, 1, 2);
      assertEquals(List.of("a", "b"), end.told);
    }

    @Test
    void aSingleOneIsAcknowledgedWithinTheDelay() {
      end.send(ACK, 1, 0, "a");
      end.pass(199 * MILLISECOND);
      end.expectNothing();
      end.pass(2 * MILLISECOND);
      end.expect(ACK, 1, 1);
    }

    @Test
    void whatComesOutOfSequenceIsNamedAtOnceAndKept() {
      end.send(ACK, 2, 0, "b");
      end.expect(ACK | EACK, 1, 0, 2);
      end.send(ACK, 4, 0, "d");
      end.expect(ACK | EACK, 1, 0, 4, 2);
      assertEquals(List.of(), end.told);
      end.send(ACK, 1, 0, "a");
      end.expect(ACK | EACK, 1, 2, 4);
      end.send(ACK, 3, 0, "c");
      end.expect(ACK, 1, 4);
      assertEquals(List.of("a", "b", "c", "d"), end.told);
    }

    @Test
    void whatCameBeforeIsAcknowledgedAgainAndDropped() {
      end.send(ACK, 1, 0, "a");
      end.send(ACK, 1, 0, "a");
      end.expect(ACK, 1, 1);
      assertEquals(List.of("a"), end.told);
      assertEquals(1, end.endpoint.refused(RefusalReason.DUPLICATE));
    }

    @Test
    void theWindowIsTwiceTheMaximum() {
      end.send(ACK, 256, 0, "last");
      end.expect(ACK | EACK, 1, 0, 256);
      end.send(ACK, 257, 0, "beyond");
      end.expect(ACK | EACK, 1, 0, 256);
      assertEquals(1, end.endpoint.refused(RefusalReason.OUT_OF_WINDOW));
    }

    @Test
    void aNulIsAcknowledgedAtOnce() {
      end.send(NUL | ACK, 1, 0);
      end.expect(ACK, 1, 1);
      assertEquals(List.of(), end.told);
    }

    @Test
    void aSegmentLargerThanAnnouncedBreaksOff() {
      end.send(ACK, 1, 0, "x".repeat(1500));
      end.expect(RST | ACK, 1, 0);
      assertEquals(List.of("bad-peer"), end.told);
    }

    @Test
    void butNotIfAStrangerGuessedTheNumber() {
      end.send(ACK, 100_000, 0, "x".repeat(1500));
      end.expectNothing();
      assertEquals(1, end.endpoint.refused(RefusalReason.TOO_LARGE));
      assertEquals(ConnectionState.OPEN, end.connection().state());
    }

    @Test
    void anApplicationThatPausesStopsItsSenderWithoutLoss() {
      OneEnd small = OneEnd.open(CONFIG.with(new RdpConfig.Buffers(2, 1 << 20, true)));
      small.connection().pause();
      small.send(ACK, 1, 0, "a");
      small.send(ACK, 2, 0, "b");
      small.expect(ACK, 1, 2);
      small.send(ACK, 3, 0, "c"); // more than it takes: named, not acknowledged
      small.expect(ACK | EACK, 1, 2, 3);
      assertEquals(List.of(), small.told);
      small.connection().resume(small.nowNanos);
      assertEquals(List.of("a", "b", "c"), small.told);
      small.expect(ACK, 1, 3);
    }

    @Test
    void aPauseHoldsNoMoreThanThriceTheMaximumWhateverTheOrder() {
      OneEnd unordered = OneEnd.open(CONFIG.with(new RdpConfig.Buffers(2, 1 << 20, false)));
      unordered.connection().pause();
      for (int sequence = 1; sequence <= 20; sequence++) {
        unordered.send(ACK, sequence, 0, "m" + sequence);
      }
      assertEquals(5, unordered.connection().heldBuffers());
      assertEquals(15, unordered.endpoint.refused(RefusalReason.OUT_OF_WINDOW));
      unordered.connection().resume(unordered.nowNanos);
      assertEquals(List.of("m1", "m2", "m3", "m4", "m5"), unordered.told);
    }

    @Test
    void messagesMayBeHandedOverAsTheyCome() {
      OneEnd unordered = OneEnd.open(CONFIG.with(new RdpConfig.Buffers(128, 1 << 20, false)));
      unordered.send(ACK, 3, 0, "c");
      unordered.send(ACK, 1, 0, "a");
      unordered.send(ACK, 3, 0, "c");
      unordered.send(ACK, 2, 0, "b");
      assertEquals(List.of("c", "a", "b"), unordered.told);
    }

    @Test
    void numbersWrap() {
      OneEnd wrapping = OneEnd.open(new OneEnd(-2, Integer.MAX_VALUE - 1), CONFIG, PEER);
      wrapping.send(ACK, 2, 0, "b");
      wrapping.expect(ACK | EACK, 1, 0, 2);
      wrapping.send(ACK, 1, 0, "a");
      wrapping.expect(ACK, 1, 2);
      assertEquals(List.of("a", "b"), wrapping.told);
    }
  }

  @Nested
  class Forgeries {
    private final OneEnd end = OneEnd.open(CONFIG);

    @Test
    void aResetOfTheVeryNextNumberCloses() {
      end.send(RST, 1, 0);
      end.expect(RST | ACK, 1, 0);
      assertEquals(List.of("closed-by-peer"), end.told);
    }

    @Test
    void aResetInTheWindowIsQuestioned() {
      end.send(RST, 2, 0);
      end.expect(ACK, 1, 0);
      assertEquals(ConnectionState.OPEN, end.connection().state());
    }

    @Test
    void aResetElsewhereIsIgnored() {
      end.send(RST, 100_000, 0);
      end.send(RST, 0, 0);
      end.expectNothing();
      assertEquals(2, end.endpoint.refused(RefusalReason.FORGED_RST));
    }

    @Test
    void aSynIsQuestioned() {
      end.send(SYN, 1, 0, PEER);
      end.expect(ACK, 1, 0);
      assertEquals(ConnectionState.OPEN, end.connection().state());
      assertEquals(1, end.endpoint.refused(RefusalReason.SYN_IN_OPEN));
    }

    @Test
    void aPeerThatBeganAnewIsFoundOut() {
      end.send(SYN, 90_000, 0, PEER);
      end.expect(ACK, 1, 0);
      end.send(RST | ACK, 1, -1000); // what its SYN-SENT answers: RFC 908 §3.7
      assertEquals(List.of("reset"), end.told);
    }

    @Test
    void anAcknowledgementOfWhatWasNeverSentIsQuestioned() {
      end.send(ACK, 1, 5, "data");
      end.expect(ACK, 1, 0);
      assertEquals(List.of(), end.told);
      assertEquals(1, end.endpoint.refused(RefusalReason.FORGED_ACK));
    }

    /** RFC 5961 §5: SND.UNA − 1 less twice the greatest window of 4096 is the oldest. */
    @Test
    void anAcknowledgementFromLongAgoIsQuestioned() {
      end.send(ACK, 1, -8192, "data");
      assertEquals(List.of("data"), end.told);
      end.forgetSent();
      end.send(ACK, 2, -8193, "data");
      end.expect(ACK, 1, 1);
      assertEquals(List.of("data"), end.told);
      assertEquals(1, end.endpoint.refused(RefusalReason.FORGED_ACK));
    }

    @Test
    void eacksOfNonsenseAreCountedAndHarmless() {
      end.write("m1");
      end.expect(ACK, 1, 0, "m1");
      end.eack(0, 5, 900_000, -3);
      assertEquals(2, end.endpoint.refused(RefusalReason.BAD_EACK));
      assertEquals(1, end.connection().statistics(end.nowNanos).inFlight());
    }

    @Test
    void questionsAreNotAskedWithoutBound() {
      for (int i = 0; i < 5000; i++) {
        end.send(SYN, 1, 0, PEER);
      }
      assertEquals(RdpConnection.ANSWERS_MAX, end.sentCount());
    }

    @Test
    void aSegmentWithoutSumIsRefusedWhereSumsAreAsked() {
      int length = 18 + 1;
      var buffer = Unpooled.buffer(length).writerIndex(length);
      rani.rdp.segment.SegmentCodec.encode(
          end.segment(ACK, 1, 0, null, List.of(), null, "x"),
          buffer,
          0,
          OneEnd.THERE,
          OneEnd.HERE,
          false);
      assertFalse(end.endpoint.receive(end.nowNanos, OneEnd.THERE, 0, 0, buffer, 0, length));
      assertEquals(1, end.endpoint.refused(RefusalReason.BAD_CHECKSUM));
    }
  }

  @Nested
  class Closing {
    private final OneEnd end = OneEnd.open(CONFIG);

    @Test
    void withNothingUnsentItIsSaidAtOnce() {
      end.connection().close(end.nowNanos);
      end.expect(RST, 1, 0);
      assertEquals(List.of("closed"), end.told);
      assertEquals(ConnectionState.CLOSE_WAIT, end.connection().state());
      end.send(RST | ACK, 1, 0);
      assertEquals(ConnectionState.CLOSED, end.connection().state());
      assertEquals(List.of(), end.endpoint.connections());
    }

    @Test
    void whatWasHandedOverArrivesFirst() {
      end.write("m1");
      end.connection().close(end.nowNanos);
      end.expect(ACK, 1, 0, "m1");
      end.expectNothing();
      IllegalStateException late =
          assertThrows(IllegalStateException.class, () -> end.write("late"));
      assertEquals("nothing can be sent: closing", late.getMessage());
      end.send(ACK, 1, 1);
      end.expect(RST, 2, 0);
      assertEquals(List.of("closed"), end.told);
    }

    /** Else the peer could not tell whether its last message has come (docs/rdp.md). */
    @Test
    void whatIsOwedIsAcknowledgedFirst() {
      end.send(ACK, 1, 0, "a");
      end.expectNothing(); // within 200 ms
      end.connection().close(end.nowNanos);
      end.expect(ACK, 1, 1);
      end.expect(RST, 1, 0);
      end.expectNothing();
    }

    @Test
    void breakingOffDropsWhatWasNotSent() {
      end.write(10);
      end.forgetSent();
      end.connection().abort(end.nowNanos);
      end.expect(RST | ACK, 5, 0);
      assertEquals(List.of("aborted"), end.told);
      assertEquals(0, end.liveBytes());
    }

    @Test
    void aPeerThatClosesWhileWeHaveMoreResets() {
      end.write("m1");
      end.expect(ACK, 1, 0, "m1");
      end.send(RST, 1, 0);
      end.expect(RST | ACK, 2, 0);
      assertEquals(List.of("reset"), end.told);
      assertEquals(0, end.liveBytes());
    }

    @Test
    void whoeverDidNotHearIsToldAgain() {
      end.connection().close(end.nowNanos);
      end.expect(RST, 1, 0);
      end.send(ACK, 1, 0, "still talking");
      end.expect(RST, 1, 0);
    }

    /** RFC 5961 §3: of the number that it takes for the next one. */
    @Test
    void whoeverMissedSomethingTakesAResetOfWhatItWaitsFor() {
      end.write(4);
      end.connection().abort(end.nowNanos);
      end.forgetSent();
      end.send(ACK, 1, 2, "still talking");
      end.expect(RST | ACK, 3, 0);
      end.send(NUL, 1, 0);
      end.expect(RST | ACK, 5, 0);
    }

    /** RFC 6298 (5.5) begins at 1 s; a quarter of CLOSE-WAIT is the least. */
    @ParameterizedTest
    @CsvSource({"2, 1 3 7 15 31", "40, 10 20 30 40 56"})
    void aCloseIsSaidFourTimesMore(int closeWaitSeconds, String secondsOfEach) {
      RdpConfig.Timers timers = CONFIG.timers();
      OneEnd waiting =
          OneEnd.open(
              CONFIG.with(
                  new RdpConfig.Timers(
                      timers.ackDelayNanos(),
                      timers.rtoInitialNanos(),
                      timers.rtoMinNanos(),
                      timers.rtoMaxNanos(),
                      timers.retries(),
                      timers.keepAliveNanos(),
                      closeWaitSeconds * SECOND)));
      waiting.connection().close(waiting.nowNanos);
      waiting.expect(RST, 1, 0);
      for (String seconds : secondsOfEach.split(" ")) {
        assertEquals(ConnectionState.CLOSE_WAIT, waiting.connection().state());
        waiting.pass(Long.parseLong(seconds) * SECOND - waiting.nowNanos - 1);
        waiting.expectNothing();
        waiting.pass(1);
        if (waiting.connection().state() == ConnectionState.CLOSE_WAIT) {
          waiting.expect(RST, 1, 0);
        }
      }
      assertEquals(ConnectionState.CLOSED, waiting.connection().state());
      waiting.expectNothing();
    }

    @Test
    void theWaitEnds() {
      end.connection().close(end.nowNanos);
      end.pass(100 * SECOND);
      assertEquals(1 + RdpConnection.CLOSE_RETRIES, end.sentCount());
      assertEquals(ConnectionState.CLOSED, end.connection().state());
      assertEquals(List.of("closed"), end.told);
    }

    @Test
    void messagesThatWaitAreHandedOverBeforeTheEndIsTold() {
      end.connection().pause();
      end.send(ACK, 1, 0, "a");
      end.send(RST, 2, 0);
      assertEquals(List.of(), end.told);
      assertEquals(1, end.endpoint.heldBuffers());
      end.connection().resume(end.nowNanos);
      assertEquals(List.of("a", "closed-by-peer"), end.told);
      assertEquals(0, end.liveBytes());
    }

    @Test
    void whoBreaksOffTakesNoMoreOfWhatWaits() {
      end.connection().pause();
      end.send(ACK, 1, 0, "a");
      end.connection().abort(end.nowNanos);
      assertEquals(List.of("aborted"), end.told);
      assertEquals(0, end.liveBytes());
    }

    @Test
    void aStopLeavesNothingThatWaits() {
      end.connection().pause();
      end.send(ACK, 1, 0, "a");
      end.endpoint.stop(end.nowNanos);
      assertEquals(List.of("stopped"), end.told);
      assertEquals(0, end.liveBytes());
      assertEquals(0, end.endpoint.heldBuffers());
    }

    @Test
    void aStopEndsEverythingInSilence() {
      end.write(3);
      end.forgetSent();
      end.endpoint.stop(end.nowNanos);
      end.expectNothing();
      assertEquals(List.of("stopped"), end.told);
      assertEquals(0, end.liveBytes());
      end.pass(1000 * SECOND);
      end.expectNothing();
    }
  }

  @Nested
  class Silence {
    @Test
    void aPeerThatVanishesIsToldWithinTheRetries() {
      OneEnd end = OneEnd.open(CONFIG);
      end.write("m1");
      end.pass(1000 * SECOND);
      for (int i = 0; i <= CONFIG.timers().retries(); i++) {
        end.expect(ACK, 1, 0, "m1");
      }
      end.expect(RST | ACK, 2, 0);
      end.expectNothing();
      assertEquals(List.of("timed-out"), end.told);
      assertEquals(0, end.liveBytes());
    }

    @Test
    void anIdleConnectionAsksForASignOfLife() {
      OneEnd end = OneEnd.open(CONFIG);
      end.pass(60 * SECOND);
      end.expect(NUL | ACK, 1, 0);
      end.send(ACK, 1, 1);
      end.pass(60 * SECOND);
      end.expect(NUL | ACK, 2, 0);
      end.pass(1000 * SECOND);
      assertEquals(List.of("timed-out"), end.told);
    }

    @Test
    void orIsSilentIfToldSo() {
      RdpConfig.Timers timers = CONFIG.timers();
      OneEnd end =
          OneEnd.open(
              CONFIG.with(
                  new RdpConfig.Timers(
                      timers.ackDelayNanos(),
                      timers.rtoInitialNanos(),
                      timers.rtoMinNanos(),
                      timers.rtoMaxNanos(),
                      timers.retries(),
                      0,
                      timers.closeWaitNanos())));
      end.pass(10_000 * SECOND);
      end.expectNothing();
    }
  }

  @Nested
  class Sizes {
    @Test
    void whatIsTooLargeIsRefusedAtTheDoor() {
      OneEnd end = OneEnd.open(CONFIG);
      assertEquals(1500 - 20 - 18, end.connection().maxMessageBytes());
      IllegalArgumentException refused =
          assertThrows(IllegalArgumentException.class, () -> end.write("x".repeat(65_536)));
      assertEquals("a message has 1…1462 bytes here, not 65536", refused.getMessage());
    }

    @Test
    void theSmallerOfPathAndPeerCounts() {
      OneEnd end = OneEnd.open(new OneEnd(), CONFIG, new SynParameters(64, 500, 1));
      assertEquals(500 - 20 - 18, end.connection().maxMessageBytes());
    }

    @Test
    void segmentsMayShrinkAndGrowWhileWhatWaitsStaysWhole() {
      OneEnd end = OneEnd.open(CONFIG);
      for (int i = 0; i < 5; i++) {
        end.write("x".repeat(1000));
      }
      end.forgetSent();
      end.connection().limitSegmentBytes(end.nowNanos, 200);
      assertEquals(List.of("segment-size 162"), end.told);
      end.send(ACK, 1, 4);
      end.expect(ACK, 5, 0, "x".repeat(1000));
      assertThrows(IllegalArgumentException.class, () -> end.write("x".repeat(163)));
      end.connection().limitSegmentBytes(end.nowNanos, 1_000_000);
      assertEquals(1462, end.connection().maxMessageBytes());
    }

    @Test
    void fewMessagesWaitIfFewMay() {
      OneEnd end = OneEnd.open(CONFIG.with(new RdpConfig.Buffers(128, 1 << 20, true, 2)));
      int taken = 0;
      while (end.write("m")) {
        taken++;
      }
      int window = taken - 2;
      assertEquals(window, end.connection().statistics(end.nowNanos).segmentsSent());
      end.send(ACK, 1, 1);
      assertEquals(List.of("writable"), end.told);
    }

    @Test
    void aFullSendBufferPushesBack() {
      OneEnd end = OneEnd.open(CONFIG.with(new RdpConfig.Buffers(128, 4000, true)));
      int taken = 0;
      while (end.write("x".repeat(1000))) {
        taken++;
      }
      assertEquals(4, taken);
      end.send(ACK, 1, 1);
      assertEquals(List.of(), end.told);
      end.send(ACK, 1, 2);
      assertEquals(List.of("writable"), end.told);
    }
  }
}
