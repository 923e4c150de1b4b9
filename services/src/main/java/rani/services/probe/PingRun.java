// SPDX-License-Identifier: Apache-2.0
package rani.services.probe;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import rani.wire.Address;
import rani.world.Facts;
import rani.world.Inline;
import rani.world.Note;

/** One ping: what was asked when, and what came back. */
final class PingRun implements Runs.Run {
  private static final long UNANSWERED = -1;

  private final int number;
  private final int drawn;
  private final Order order;
  private long[] sentNanos;
  private long[] rttNanos;
  private int sent;
  private int received;
  private int duplicates;
  private boolean stopped;
  private @Nullable RttStatistics rtts;

  /**
   * What was asked for.
   *
   * @param to virtual address
   * @param count questions
   * @param sizeBytes IPv4 total length of each
   * @param intervalNanos from one to the next
   * @param timeoutNanos how long an answer is waited for
   * @param active whether the questions ask for the service or only go to its port
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

  /** What an answer may be. */
  enum Answer {
    /** The first to its question. */
    FIRST,
    /** One more to the same. */
    AGAIN,
    /** To a ping that is over. */
    LATE,
    /** To nothing that was asked, or from someone else. */
    FOREIGN
  }

  PingRun(int number, int drawn, Order order) {
    this.number = number;
    this.drawn = drawn;
    this.order = order;
    this.sentNanos = new long[order.count()];
    this.rttNanos = new long[order.count()];
    Arrays.fill(rttNanos, UNANSWERED);
  }

  @Override
  public int number() {
    return number;
  }

  @Override
  public int drawn() {
    return drawn;
  }

  @Override
  public int to() {
    return order.to();
  }

  Order order() {
    return order;
  }

  /** How many were sent; the next one's sequence. */
  int sent() {
    return sent;
  }

  boolean isAllSent() {
    return sent == order.count();
  }

  boolean isAllAnswered() {
    return received == order.count();
  }

  @Override
  public boolean isOver() {
    return stopped;
  }

  void sent(long nowNanos) {
    sentNanos[sent++] = nowNanos;
  }

  /** When the next one is due: absolute times, so that a late one does not shift the rest. */
  long nextNanos() {
    return sentNanos[0] + sent * order.intervalNanos();
  }

  /** When the last one that was sent is given up. */
  long endNanos() {
    return sentNanos[sent - 1] + order.timeoutNanos();
  }

  /** What an answer is to this ping. */
  Answer take(long nowNanos, int from, int sequence) {
    if (from != order.to() || sequence < 0 || sequence >= sent) {
      return Answer.FOREIGN;
    }
    if (stopped) {
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

  /** Ends it: the single round trips are forgotten, their figures stay. */
  void end() {
    stopped = true;
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
    for (int i = 0; !stopped && i < sent; i++) {
      boolean hopes = nowNanos - sentNanos[i] < order.timeoutNanos();
      awaited += rttNanos[i] == UNANSWERED && hopes ? 1 : 0;
    }
    return awaited;
  }

  /** For the trace, once it is over. */
  Note summary() {
    Note counts =
        Note.of("id", number)
            .and("to", Address.text(order.to()))
            .and("sent", sent)
            .and("received", received)
            .and("duplicates", duplicates);
    return rtts == null ? counts : counts.and("rtt-seconds-mean", rtts.meanNanos() / 1e9);
  }

  /** What is shown of it; round trips once there is one. */
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
      @Inline RttStatistics.@Nullable Shown rtts,
      boolean done)
      implements Facts {}

  @Override
  public Shown facts(long nowNanos) {
    int lost = sent - received - awaited(nowNanos);
    RttStatistics now = stopped ? rtts : figures();
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
        now == null ? null : now.facts(),
        stopped);
  }
}
