// SPDX-License-Identifier: Apache-2.0
package rani.rdp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static rani.rdp.TwoEnds.MILLISECOND;
import static rani.rdp.TwoEnds.SECOND;

import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.IntPredicate;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import rani.fixture.Bytes;
import rani.rdp.congestion.CongestionConfig;
import rani.rdp.fixture.Kind;
import rani.rdp.segment.RdpHeader;
import rani.rdp.segment.Segment;

/**
 * Behaviour that is a curve, as {@code golden/rdp_curves.txt} has it, and what theory says of it. A
 * failure prints the line as it is now: if it is meant to be so, it goes into the table.
 */
class CurveGolden {
  /** A change that moves a rate by more is to be looked at. */
  private static final double TOLERANCE = 0.05;

  /** How far from the square-root law (Mathis et al. 1997) random loss may lead. */
  private static final double FROM_THE_LAW = 0.2;

  /** Of ns-2 at a loss of 3 %, means of ten seeds ({@code golden/ns2_loss.tcl}). */
  private static final double NS2_NEW_RENO_PER_SECOND = 56.7;

  private static final double NS2_SACK_PER_SECOND = 56.9;

  /** Three standard deviations of a run. */
  private static final double FROM_NS2 = 0.08;

  private static final double RTT_SECONDS = 0.1;
  private static final int PACKET_BYTES = 1000;

  static Stream<List<String>> loss() {
    return rows("loss");
  }

  static Stream<List<String>> variant() {
    return rows("variant");
  }

  static Stream<List<String>> fair() {
    return rows("fair");
  }

  static Stream<List<String>> holes() {
    return rows("holes");
  }

  private static Stream<List<String>> rows(String table) {
    return Bytes.lines("/golden/rdp_curves.txt").stream()
        .map(line -> List.of(line.split(" ")))
        .filter(words -> words.getFirst().equals(table));
  }

  /** {@code loss KIND PROBABILITY SECONDS PACKETS/S}: one flow, 100 ms, loss by chance. */
  @ParameterizedTest
  @MethodSource("loss")
  void goodputFallsWithTheRootOfLoss(List<String> row) {
    Kind kind = kind(row.get(1));
    double probability = Double.parseDouble(row.get(2));
    int seconds = Integer.parseInt(row.get(3));
    TwoEnds ends =
        new TwoEnds(
                1,
                TwoEnds.Wire.lossy(50 * MILLISECOND, probability),
                TwoEnds.Wire.clean(50 * MILLISECOND),
                RdpTrace.NONE)
            .mtuBytes(PACKET_BYTES);
    Bulk bulk = Bulk.start(ends, 7000, config(kind, CongestionConfig.SSTHRESH_UNSET, 0));
    ends.runUntil(seconds * SECOND);

    double rate = (double) bulk.statistics().messagesAcknowledged() / seconds;
    agrees(row, 4, rate);
    // Without delayed acknowledgements: (1/RTT)·√(3/2p) = 1.22/(RTT·√p) packets a second.
    double ratio = rate * RTT_SECONDS * Math.sqrt(2 * probability / 3);
    if (kind == Kind.RENO) {
      assertEquals(1, rate / rateWithTimeouts(probability), FROM_THE_LAW, "Padhye's law");
    } else if (probability > 0.01 && kind != Kind.CUBIC) {
      double ofNs2 = kind == Kind.SACK ? NS2_SACK_PER_SECOND : NS2_NEW_RENO_PER_SECOND;
      assertEquals(
          1, rate / ofNs2, FROM_NS2, "beyond the law lost retransmissions wait for timers");
    } else if (probability > 0.01) {
      double toReno = rate / NS2_NEW_RENO_PER_SECOND;
      assertTrue(toReno > 1 && toReno < 1.35, () -> "at least as Reno there, too: " + toReno);
    } else if (kind == Kind.CUBIC) {
      assertTrue(ratio > 1 && ratio < 1.35, () -> "at least as Reno (RFC 9438 §4.3): " + ratio);
    } else {
      assertEquals(1, ratio, FROM_THE_LAW, "the square-root law");
    }
  }

  /** Packets a second of Reno, which often waits for its timer of 1 s (Padhye et al. 1998, 30). */
  private static double rateWithTimeouts(double probability) {
    double waits = Math.min(1, 3 * Math.sqrt(3 * probability / 8));
    return 1
        / (RTT_SECONDS * Math.sqrt(2 * probability / 3)
            + waits * probability * (1 + 32 * probability * probability));
  }

  /**
   * {@code variant NAME PROBABILITY SECONDS PACKETS/S}: as {@code loss}, NewReno, but with marks in
   * place of losses, or acknowledgements delayed, or segments paced.
   */
  @ParameterizedTest
  @MethodSource("variant")
  void theLawHoldsForVariants(List<String> row) {
    double probability = Double.parseDouble(row.get(2));
    int seconds = Integer.parseInt(row.get(3));
    boolean marks = row.get(1).equals("marks");
    boolean delayed = row.get(1).equals("delayed-ack");
    boolean paced = row.get(1).equals("paced");
    CongestionConfig congestion =
        Kind.NEW_RENO.config(4, CongestionConfig.SSTHRESH_UNSET, true, true, paced);
    RdpConfig config =
        config(Kind.NEW_RENO, CongestionConfig.SSTHRESH_UNSET, delayed ? 200 : 0)
            .with(congestion)
            .with(new RdpConfig.Wire(0, true, false, marks));
    double loss = marks ? 0 : probability;
    TwoEnds.Wire there =
        new TwoEnds.Wire(0, 0, 50 * MILLISECOND, loss, 0, 0, 0, 0, marks ? probability : 0);
    TwoEnds ends =
        new TwoEnds(1, there, TwoEnds.Wire.clean(50 * MILLISECOND), RdpTrace.NONE)
            .mtuBytes(PACKET_BYTES);
    Bulk bulk = Bulk.start(ends, 7000, config);
    ends.runUntil(seconds * SECOND);

    RdpStatistics all = bulk.statistics();
    double rate = (double) all.messagesAcknowledged() / seconds;
    agrees(row, 4, rate);
    assertEquals(marks, all.retransmissions() == 0, "a mark is no loss");
    assertEquals(marks, all.ecnCuts() > 0);
    // One acknowledgement for two segments: (1/RTT)·√(3/4p) (Mathis et al. 1997, table 1).
    double constant = delayed ? 0.75 : 1.5;
    double ratio = rate * RTT_SECONDS * Math.sqrt(probability / constant);
    assertEquals(1, ratio, FROM_THE_LAW, "the square-root law");
  }

  /**
   * {@code fair KIND ACK-DELAY-MS FIRST SECOND}: two flows, the second ten seconds later, through 2
   * Mb/s, 40 ms and a drop-tail queue of 25; packets a second, from second 50 to 200.
   */
  @ParameterizedTest
  @MethodSource("fair")
  void twoFlowsShare(List<String> row) {
    RdpConfig config =
        config(kind(row.get(1)), CongestionConfig.SSTHRESH_UNSET, Integer.parseInt(row.get(2)));
    // One packet in 2000 is lost by chance: without any, flows through a drop-tail queue fall into
    // step with each other (Floyd and Jacobson 1992, "phase effects").
    TwoEnds ends = bottleneck(25, 20 * MILLISECOND, 0.0005, RdpTrace.NONE);
    List<Bulk> flows = new ArrayList<>();
    flows.add(Bulk.start(ends, 7000, config));
    ends.at(10 * SECOND + 7 * MILLISECOND, () -> flows.add(Bulk.start(ends, 7001, config)));
    ends.runUntil(50 * SECOND);
    double first = -flows.get(0).statistics().messagesAcknowledged();
    double second = -flows.get(1).statistics().messagesAcknowledged();
    ends.runUntil(200 * SECOND);
    first = (first + flows.get(0).statistics().messagesAcknowledged()) / 150;
    second = (second + flows.get(1).statistics().messagesAcknowledged()) / 150;

    agrees(row, 3, first);
    agrees(row, 4, second);
    double sum = first + second;
    double jain = sum * sum / (2 * (first * first + second * second));
    assertTrue(jain > 0.9, () -> "Jain's index is " + jain);
    assertTrue(sum > 0.97 * 250, () -> "of 250 packets a second " + sum + " are used");
  }

  /**
   * {@code holes KIND NUMBERS TIMEOUTS FAST-RETRANSMITS RETRANSMISSIONS STATES}: these segments of
   * one window of 30 are lost once; ssthresh begins at 16, so that no other is.
   */
  @ParameterizedTest
  @MethodSource("holes")
  void lossesOfOneWindowAreRecovered(List<String> row) {
    Kind kind = kind(row.get(1));
    List<Integer> lost = Stream.of(row.get(2).split(",")).map(Integer::valueOf).toList();
    List<String> states = new ArrayList<>();
    RdpTrace trace =
        new RdpTrace() {
          @Override
          public void window(long nowNanos, RdpConnection connection) {
            String state = connection.senderState().text();
            if (states.isEmpty() || !states.getLast().equals(state)) {
              states.add(state);
            }
          }
        };
    TwoEnds ends = bottleneck(1000, 50 * MILLISECOND, 0, trace).sieve(losingOnce(lost::contains));
    Bulk bulk = Bulk.start(ends, 7000, config(kind, 16, 0));
    ends.runUntil(15 * SECOND);

    RdpStatistics all = bulk.statistics();
    String now =
        String.format(
            Locale.ROOT,
            "holes %s %s %d %d %d %s",
            row.get(1),
            row.get(2),
            all.timeouts(),
            all.fastRetransmits(),
            all.retransmissions(),
            String.join(",", states));
    assertEquals(String.join(" ", row), now);
    assertEquals(lost.size(), all.retransmissions(), "nothing is sent again that was not lost");
    if (kind == Kind.RENO && lost.size() > 1) {
      assertTrue(all.timeouts() > 0, "RFC 6582 §1: Reno leaves recovery and waits for the timer");
    } else {
      assertEquals(0, all.timeouts(), "recovers without the timer");
    }
    assertEquals(1, all.fastRetransmits());
  }

  /** Takes the first transmission of some of left's data segments off the wire. */
  private static TwoEnds.Sieve losingOnce(IntPredicate lost) {
    return new TwoEnds.Sieve() {
      private int iss;
      private int newest;

      @Override
      public boolean passes(long nowNanos, int from, ByteBuf segment) {
        if (from != TwoEnds.LEFT) {
          return true;
        }
        if ((RdpHeader.flags(segment, 0) & Segment.SYN) != 0) {
          iss = RdpHeader.sequence(segment, 0);
          return true;
        }
        int number = RdpHeader.sequence(segment, 0) - iss;
        boolean isNew = RdpHeader.dataLength(segment, 0) > 0 && number > newest;
        newest = isNew ? number : newest;
        return !isNew || !lost.test(number);
      }
    };
  }

  private static void agrees(List<String> row, int word, double rate) {
    double expected = Double.parseDouble(row.get(word));
    String now = String.format(Locale.ROOT, "%.1f", rate);
    assertEquals(
        expected, rate, TOLERANCE * expected, () -> row + ": word " + word + " is now " + now);
  }

  private static TwoEnds bottleneck(
      int queuePackets, long delayNanos, double loss, RdpTrace trace) {
    TwoEnds.Wire there = new TwoEnds.Wire(2_000_000, queuePackets, delayNanos, loss, 0, 0, 0, 0, 0);
    return new TwoEnds(1, there, TwoEnds.Wire.clean(delayNanos), trace).mtuBytes(PACKET_BYTES);
  }

  private static RdpConfig config(Kind kind, int ssthresh, int ackDelayMillis) {
    RdpConfig.Timers usual = RdpConfig.Timers.DEFAULT;
    return RdpConfig.DEFAULT
        .with(new RdpConfig.Buffers(RdpConfig.WINDOW_SEGMENTS_MAX, 1 << 20, true))
        .with(
            new RdpConfig.Timers(
                ackDelayMillis * MILLISECOND,
                usual.rtoInitialNanos(),
                usual.rtoMinNanos(),
                usual.rtoMaxNanos(),
                usual.retries(),
                usual.keepAliveNanos(),
                usual.closeWaitNanos()))
        .with(kind.config(4, ssthresh, true, true, false));
  }

  private static Kind kind(String text) {
    return Stream.of(Kind.values())
        .filter(kind -> kind.text().equals(text))
        .findFirst()
        .orElseThrow();
  }
}
