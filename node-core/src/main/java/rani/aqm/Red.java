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
 * Random Early Detection, by one of two {@linkplain RedRules rule books}. What both agree on is
 * here; where they differ it is in {@link RedBook1993} and {@link RedBookNs2}, side by side.
 *
 * <p><b>Average.</b> At each arrival {@code avg ← (1 − w)·avg + w·q}, with q the frames that wait
 * before this one joins; the frame in service is not counted. If the server was idle, m packets
 * "might have been transmitted" meanwhile [1, §4]: the idle time times the drain rate. They age the
 * average by {@code (1 − w)^m}. Idle time begins when the server finds nothing to serve, and ends
 * when a packet joins: one that is dropped leaves the server idle.
 *
 * <p><b>Choice.</b> Between the thresholds {@code p_b = max_p·(avg − min_th)/(max_th − min_th)},
 * spread over the arrivals since the last chosen packet as {@link RedConfig.Spacing} says. Beyond
 * max_th every packet is chosen; with {@code gentle} the probability climbs from max_p to 1 up to
 * 2·max_th [2]. Byte mode measures the queue in bytes over the mean packet and scales the
 * probability by the packet's length; what is certain stays so. Adaptive RED moves max_p [3].
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

  /**
   * An average of 0 at an idle server.
   *
   * @param drain the rate of the server behind the queue
   * @param random the stream of this queue's owner
   */
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
    if (averageFrames >= book.certaintyFrames()) {
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

  /** The present maximum probability; it moves only if the configuration is adaptive. */
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
