// SPDX-License-Identifier: Apache-2.0
package rani.aqm;

import io.netty.buffer.ByteBuf;
import java.util.random.RandomGenerator;
import rani.aqm.RedConfig.Action;
import rani.queue.MonitoredQueue;
import rani.queue.QueueDiscipline;
import rani.queue.Rate;
import rani.wire.Frame;
import rani.world.DropReason;
import rani.world.Verdict;

/**
 * Random Early Detection, by one of two {@linkplain RedRules rule sets}. This class has what both
 * agree on; {@link RedBook1993} and {@link RedBookNs2} have the differences.
 *
 * <p><b>Average.</b> At each arrival {@code avg ← (1 − w)·avg + w·q}, where q is the number of
 * waiting frames before the arrival joins; the frame in service is not counted. If the server was
 * idle, the average is multiplied by {@code (1 − w)^m}, where m is the number of packets that
 * "might have been transmitted" meanwhile [1, §4]: idle time times drain rate. Idle time begins
 * when the server finds the queue empty, and ends when a packet joins; a dropped arrival does not
 * end it.
 *
 * <p><b>Choice.</b> Between the thresholds {@code p_b = max_p·(avg − min_th)/(max_th − min_th)},
 * spread over the arrivals since the last chosen packet as {@link RedConfig.Spacing} says. Above
 * max_th every packet is chosen; with {@code gentle} the probability rises from max_p to 1 between
 * max_th and 2·max_th [2]. Byte mode divides the queue's bytes by the mean packet size, and scales
 * a probability below 1 by the packet's length. Adaptive RED moves max_p [3].
 *
 * <p>[1] S. Floyd and V. Jacobson, Random Early Detection Gateways for Congestion Avoidance, 1993.
 * [2] S. Floyd, Recommendation on using the "gentle_" variant of RED, 2000. [3] S. Floyd, R.
 * Gummadi and S. Shenker, Adaptive RED, 2001.
 */
public final class Red implements QueueDiscipline {
  private static final double NANOS_PER_SECOND = 1e9;
  private static final long BUSY = Long.MIN_VALUE;

  private final RedConfig config;
  private final RedBook book;
  private double drainPacketsPerSecond;
  private double averageFrames;
  private long idleSinceNanos;

  /** Makes the discipline of an idle server, with an average of 0. */
  public Red(RedConfig config, Rate drain, RandomGenerator random) {
    this.config = config;
    this.book = RedBook.of(config, random);
    this.drainPacketsPerSecond = drain.packetsPerSecondOf(config.meanPacketBytes());
  }

  @Override
  public void drainedAt(Rate rate) {
    drainPacketsPerSecond = rate.packetsPerSecondOf(config.meanPacketBytes());
  }

  @Override
  public Verdict decide(long nowNanos, MonitoredQueue queue, ByteBuf frame) {
    average(nowNanos, queue);
    if (config.adaptive()) {
      book.adapt(nowNanos, averageFrames);
    }
    Verdict verdict = judge(queue, frame);
    if (verdict.joins()) {
      idleSinceNanos = BUSY;
    }
    return verdict;
  }

  private Verdict judge(MonitoredQueue queue, ByteBuf frame) {
    boolean chosen = config.action() != Action.NONE && book.chooses(averageFrames, queue, frame);
    if (queue.isFull()) {
      book.overflowed();
      return Verdict.OVERFLOW;
    }
    if (!chosen) {
      return Verdict.ENQUEUE;
    }
    if (averageFrames >= book.certaintyFrames) {
      return Verdict.DROP_FORCED;
    }
    return config.action() == Action.MARK && Frame.isEcnCapable(frame)
        ? Verdict.MARK
        : Verdict.DROP_EARLY;
  }

  @Override
  public DropReason earlyDrop() {
    return DropReason.RED_EARLY;
  }

  @Override
  public double averageFrames() {
    return averageFrames;
  }

  @Override
  public boolean aboveMaxTh() {
    return averageFrames > config.maxThFrames();
  }

  @Override
  public void idle(long sinceNanos) {
    idleSinceNanos = sinceNanos;
  }

  /** Returns the present max_p, which moves only with Adaptive RED. */
  public double maxP() {
    return book.maxP;
  }

  private void average(long nowNanos, MonitoredQueue queue) {
    if (idleSinceNanos != BUSY) {
      long idleNanos = Math.max(0, nowNanos - idleSinceNanos);
      double packetTimes = idleNanos / NANOS_PER_SECOND * drainPacketsPerSecond;
      averageFrames = book.afterIdle(averageFrames, packetTimes);
      idleSinceNanos = nowNanos;
    } else {
      double w = config.weight();
      averageFrames = (1 - w) * averageFrames + w * queuedFrames(queue);
    }
  }

  private double queuedFrames(MonitoredQueue queue) {
    return config.byteMode() ? (double) queue.bytes() / config.meanPacketBytes() : queue.frames();
  }
}
