// SPDX-License-Identifier: Apache-2.0
package rani.services.probe;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import rani.wire.Address;
import rani.world.Facts;
import rani.world.Inline;
import rani.world.Note;

/** One ping: its parameters, the times of its questions and its round trips. */
final class PingRun extends Runs.Run {
  private static final long UNANSWERED = -1;

  private final Order order;
  private long[] sentNanos;
  private long[] rttNanos;
  private int sent;
  private int received;
  private int duplicates;
  private @Nullable RttStatistics rtts;

  /**
   * Parameters of a ping.
   *
   * @param to virtual address
   * @param count number of questions
   * @param sizeBytes IPv4 total length of each question
   * @param intervalNanos between questions
   * @param timeoutNanos time after which an answer is late
   * @param active true for active packets, false for plain datagrams
   * @param port of the destination
   */
  record Order(
      int to,
      int count,
      int sizeBytes,
      long intervalNanos,
      long timeoutNanos,
      boolean active,
      int port) {}

  enum Answer {
    /** First answer to its question. */
    FIRST,
    /** Duplicate answer. */
    AGAIN,
    /** Answer to a ping that is over. */
    LATE,
    /** Answer to no question of this ping, or from another node. */
    FOREIGN
  }

  PingRun(int number, int drawn, Order order) {
    super(number, drawn, order.to());
    this.order = order;
    this.sentNanos = new long[order.count()];
    this.rttNanos = new long[order.count()];
    Arrays.fill(rttNanos, UNANSWERED);
  }

  Order order() {
    return order;
  }

  /** Returns the number of questions sent, which is the sequence number of the next one. */
  int sent() {
    return sent;
  }

  boolean isAllSent() {
    return sent == order.count();
  }

  boolean isAllAnswered() {
    return received == order.count();
  }

  void sent(long nowNanos) {
    sentNanos[sent++] = nowNanos;
  }

  /** Returns the next question's time, counted from the first so that delays do not add up. */
  long nextNanos() {
    return sentNanos[0] + sent * order.intervalNanos();
  }

  /** Returns the time at which the last question sent is given up. */
  long endNanos() {
    return sentNanos[sent - 1] + order.timeoutNanos();
  }

  /** Classifies and records an answer. */
  Answer take(long nowNanos, int from, int sequence) {
    if (from != order.to() || sequence < 0 || sequence >= sent) {
      return Answer.FOREIGN;
    }
    if (over) {
      return Answer.LATE;
    }
    if (rttNanos[sequence] != UNANSWERED) {
      duplicates++;
      return Answer.AGAIN;
    }
    received++;
    rttNanos[sequence] = nowNanos - sentNanos[sequence];
    return Answer.FIRST;
  }

  /** Ends the ping. Keeps the statistics and discards the single round trips. */
  void end() {
    over = true;
    rtts = figures();
    sentNanos = new long[0];
    rttNanos = new long[0];
  }

  private @Nullable RttStatistics figures() {
    if (received == 0) {
      return null;
    }
    return RttStatistics.of(
        Arrays.stream(rttNanos, 0, sent).filter(rtt -> rtt != UNANSWERED).toArray());
  }

  private int awaited(long nowNanos) {
    int awaited = 0;
    for (int i = 0; !over && i < sent; i++) {
      boolean hopes = nowNanos - sentNanos[i] < order.timeoutNanos();
      awaited += rttNanos[i] == UNANSWERED && hopes ? 1 : 0;
    }
    return awaited;
  }

  Note summary() {
    Note counts =
        Note.of("id", number)
            .and("to", Address.text(order.to()))
            .and("sent", sent)
            .and("received", received)
            .and("duplicates", duplicates);
    return rtts == null ? counts : counts.and("rtt-seconds-mean", rtts.rttSecondsMean());
  }

  /** Facts of one ping; round trips once there is one. */
  public record Shown(
      int id,
      String to,
      String way,
      int sizeBytes,
      int count,
      int sent,
      int received,
      int lost,
      double loss,
      int duplicates,
      @Inline @Nullable RttStatistics rtts,
      boolean done)
      implements Facts {}

  @Override
  Shown facts(long nowNanos) {
    int lost = sent - received - awaited(nowNanos);
    return new Shown(
        number,
        Address.text(order.to()),
        order.active() ? "active" : "passive",
        order.sizeBytes(),
        order.count(),
        sent,
        received,
        lost,
        sent == 0 ? 0.0 : lost / (double) sent,
        duplicates,
        over ? rtts : figures(),
        over);
  }
}
