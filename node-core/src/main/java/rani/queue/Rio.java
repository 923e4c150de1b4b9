// SPDX-License-Identifier: Apache-2.0
package rani.queue;

import io.netty.buffer.ByteBuf;
import java.util.random.RandomGenerator;
import rani.queue.RioConfig.Coupling;
import rani.queue.RioConfig.Thresholds;
import rani.wire.Dscp;
import rani.wire.Frame;
import rani.wire.Ipv4Header;
import rani.world.Streams;
import rani.world.Verdict;

/**
 * Assured forwarding's queue: {@link Red} with thresholds and an average for each of three drop
 * precedences, which a packet's code point names ({@link Dscp#precedence}). One queue serves all of
 * them in their order, so that nothing is reordered within a class (RFC 2597 §2).
 *
 * <p><b>Averages.</b> An arrival of precedence j finds q_i packets waiting that the average of
 * precedence i counts, and {@code avg_i ← (1 − w)·avg_i + w·q_i} for every i that the arrival
 * belongs to: with RIO-C [1] for j and those above, q_i counting precedences 0 … i; with RIO-D for
 * j alone; with WRED for the one average of all. If the server was idle all averages age by {@code
 * (1 − w)^m} instead, as RED's does.
 *
 * <p><b>Choice.</b> As RED of 1993 chooses, by avg_j and the thresholds of j, spread over the
 * arrivals of j since the last chosen one; beyond max_th every packet goes. A full buffer takes
 * nobody.
 *
 * <p>[1] D. Clark and W. Fang, Explicit Allocation of Best-Effort Packet Delivery Service, 1998.
 */
public final class Rio implements QueueDiscipline {
  private static final double NANOS_PER_SECOND = 1e9;
  private static final long BUSY = Long.MIN_VALUE;
  private static final int LAST = Dscp.PRECEDENCES - 1;

  private final RioConfig config;
  private final Thresholds[] thresholds;
  private final RandomGenerator random;
  private final double[] averages = new double[Dscp.PRECEDENCES];
  private final int[] waiting = new int[Dscp.PRECEDENCES];
  private final long[] arrivalsSinceChoice = new long[Dscp.PRECEDENCES];
  private double drainPacketsPerSecond;
  private double lastAverage;
  private long idleSinceNanos;

  /**
   * Averages of 0 at an idle server.
   *
   * @param drain the rate of the server behind the queue
   * @param random the stream of this queue's owner
   */
  public Rio(RioConfig config, Rate drain, RandomGenerator random) {
    this.config = config;
    this.thresholds = config.precedences().toArray(Thresholds[]::new);
    this.random = random;
    drainedAt(drain);
  }

  @Override
  public void drainedAt(Rate rate) {
    drainPacketsPerSecond = rate.packetsPerSecondOf(config.meanPacketBytes());
  }

  @Override
  public Verdict decide(long nowNanos, MonitoredQueue queue, ByteBuf frame) {
    int precedence = precedence(frame);
    average(nowNanos, precedence);
    int slot = config.coupling() == Coupling.WRED ? LAST : precedence;
    lastAverage = averages[slot];
    Verdict verdict = judge(queue, precedence);
    if (verdict.joins()) {
      idleSinceNanos = BUSY;
    }
    return verdict;
  }

  private Verdict judge(MonitoredQueue queue, int precedence) {
    Thresholds own = thresholds[precedence];
    boolean chosen = chooses(own, precedence);
    if (queue.isFull()) {
      return Verdict.OVERFLOW;
    }
    if (!chosen) {
      return Verdict.ENQUEUE;
    }
    return lastAverage >= own.maxThFrames() ? Verdict.DROP_FORCED : Verdict.DROP_EARLY;
  }

  private void average(long nowNanos, int precedence) {
    double w = config.weight();
    if (idleSinceNanos != BUSY) {
      long idleNanos = Math.max(0, nowNanos - idleSinceNanos);
      double m = idleNanos / NANOS_PER_SECOND * drainPacketsPerSecond;
      double kept = idleNanos == 0 ? 1 : StrictMath.pow(1 - w, m);
      for (int i = 0; i <= LAST; i++) {
        averages[i] *= kept;
      }
      idleSinceNanos = nowNanos;
      return;
    }
    switch (config.coupling()) {
      case RIO_C -> {
        int counted = 0;
        for (int i = 0; i <= LAST; i++) {
          counted += waiting[i];
          if (i >= precedence) {
            averages[i] = (1 - w) * averages[i] + w * counted;
          }
        }
      }
      case RIO_D -> averages[precedence] = (1 - w) * averages[precedence] + w * waiting[precedence];
      case WRED ->
          averages[LAST] = (1 - w) * averages[LAST] + w * (waiting[0] + waiting[1] + waiting[2]);
    }
  }

  private boolean chooses(Thresholds own, int precedence) {
    if (lastAverage < own.minThFrames() || lastAverage >= own.maxThFrames()) {
      arrivalsSinceChoice[precedence] = 0;
      return lastAverage >= own.maxThFrames();
    }
    arrivalsSinceChoice[precedence]++;
    double base =
        own.maxP() * (lastAverage - own.minThFrames()) / (own.maxThFrames() - own.minThFrames());
    double waited = (arrivalsSinceChoice[precedence] - 1) * base;
    double probability = waited < 1 ? base / (1 - waited) : 1;
    if (Streams.uniform(random) >= probability) {
      return false;
    }
    arrivalsSinceChoice[precedence] = 0;
    return true;
  }

  private static int precedence(ByteBuf frame) {
    return Dscp.precedence(Ipv4Header.dscp(frame, Frame.ipv4(frame)));
  }

  @Override
  public void joined(MonitoredQueue queue, int place) {
    waiting[precedence(queue.frame(place))]++;
  }

  @Override
  public Leaving leaves(long nowNanos, MonitoredQueue queue, int place) {
    waiting[precedence(queue.frame(place))]--;
    return Leaving.SEND;
  }

  @Override
  public void idle(long sinceNanos) {
    idleSinceNanos = sinceNanos;
  }

  /** The average that the last arrival was judged by. */
  @Override
  public double averageFrames() {
    return lastAverage;
  }

  /** Whether not even packets of precedence 0 are let in. */
  @Override
  public boolean aboveMaxTh() {
    int slot = config.coupling() == Coupling.WRED ? LAST : 0;
    return averages[slot] > thresholds[0].maxThFrames();
  }
}
