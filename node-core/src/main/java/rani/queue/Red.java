// SPDX-License-Identifier: Apache-2.0
package rani.queue;

import io.netty.buffer.ByteBuf;
import java.util.random.RandomGenerator;
import rani.queue.RedConfig.Action;
import rani.queue.RedConfig.Spacing;
import rani.wire.Frame;
import rani.world.Streams;
import rani.world.Verdict;

/**
 * Random Early Detection.
 *
 * <p><b>Average.</b> At each arrival {@code avg ← (1 − w)·avg + w·q}, with q the frames that wait
 * before this one joins; the frame in service is not counted. If the server was idle, {@code avg ←
 * (1 − w)^m·avg} instead, with m the idle time times the drain rate: the packets that "might have
 * been transmitted" meanwhile [1, §4]. Idle time begins when the server finds nothing to serve, and
 * ends when a packet joins: one that is dropped leaves the server idle.
 *
 * <p><b>Choice.</b> Between the thresholds {@code p_b = max_p·(avg − min_th)/(max_th − min_th)},
 * spread over the arrivals since the last chosen packet as {@link Spacing} says. Beyond max_th
 * every packet is chosen; with {@code gentle} the probability climbs from max_p to 1 up to 2·max_th
 * [2]. Byte mode measures the queue in bytes over the mean packet and scales p by the packet's
 * length. Adaptive RED moves max_p every half second [3].
 *
 * <p>[1] S. Floyd and V. Jacobson, Random Early Detection Gateways for Congestion Avoidance, 1993.
 * [2] S. Floyd, Recommendation on using the "gentle_" variant of RED, 2000. [3] S. Floyd, R.
 * Gummadi and S. Shenker, Adaptive RED, 2001.
 */
public final class Red implements QueueDiscipline {
  private static final double NANOS_PER_SECOND = 1e9;
  private static final long BUSY = Long.MIN_VALUE;

  // Adaptive RED [3, §3]: "every interval seconds: if (avg > target and maxp <= 0.5) increase
  // maxp: maxp <- maxp + alpha; elseif (avg < target and maxp >= 0.01) decrease: maxp * beta".
  private static final long ADAPT_NANOS = 500_000_000;
  private static final double ADAPT_TARGET_LOW = 0.4;
  private static final double ADAPT_TARGET_HIGH = 0.6;
  private static final double ADAPT_ALPHA_MAX = 0.01;
  private static final double ADAPT_BETA = 0.9;
  private static final double MAX_P_BOTTOM = 0.01;
  private static final double MAX_P_TOP = 0.5;

  private final RedConfig config;
  private double drainPacketsPerSecond;
  private final RandomGenerator random;

  private double averageFrames;
  private long idleSinceNanos;
  private double maxP;
  private long adaptedNanos;
  private long arrivalsSinceChoice;

  /**
   * An average of 0 at an idle server.
   *
   * @param drain the rate of the server behind the queue
   * @param random the stream of this queue's owner
   */
  public Red(RedConfig config, Rate drain, RandomGenerator random) {
    this.config = config;
    this.drainPacketsPerSecond = drain.packetsPerSecondOf(config.meanPacketBytes());
    this.random = random;
    this.maxP = config.maxP();
  }

  @Override
  public void drainedAt(Rate rate) {
    drainPacketsPerSecond = rate.packetsPerSecondOf(config.meanPacketBytes());
  }

  @Override
  public Verdict decide(long nowNanos, MonitoredQueue queue, ByteBuf frame) {
    average(nowNanos, queue);
    if (config.adaptive()) {
      adapt(nowNanos);
    }
    Verdict verdict = judge(queue, frame);
    if (verdict.joins()) {
      idleSinceNanos = BUSY;
    }
    return verdict;
  }

  private Verdict judge(MonitoredQueue queue, ByteBuf frame) {
    boolean chosen = config.action() != Action.NONE && chooses(frame);
    if (queue.isFull()) {
      return Verdict.OVERFLOW;
    }
    if (!chosen) {
      return Verdict.ENQUEUE;
    }
    if (averageFrames >= certaintyFrames()) {
      return Verdict.DROP_FORCED;
    }
    return config.action() == Action.MARK && Frame.isEcnCapable(frame)
        ? Verdict.MARK
        : Verdict.DROP_EARLY;
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
    return maxP;
  }

  private void average(long nowNanos, MonitoredQueue queue) {
    double w = config.weight();
    if (idleSinceNanos != BUSY) {
      long idleNanos = Math.max(0, nowNanos - idleSinceNanos);
      if (averageFrames != 0 && idleNanos != 0) { // a power takes longer than all the rest
        double m = idleNanos / NANOS_PER_SECOND * drainPacketsPerSecond;
        averageFrames *= StrictMath.pow(1 - w, m);
      }
      idleSinceNanos = nowNanos;
    } else {
      averageFrames = (1 - w) * averageFrames + w * queuedFrames(queue);
    }
  }

  private double queuedFrames(MonitoredQueue queue) {
    return config.byteMode() ? (double) queue.bytes() / config.meanPacketBytes() : queue.frames();
  }

  private boolean chooses(ByteBuf frame) {
    if (averageFrames < config.minThFrames()) {
      arrivalsSinceChoice = 0;
      return false;
    }
    if (averageFrames >= certaintyFrames()) {
      arrivalsSinceChoice = 0;
      return true;
    }
    arrivalsSinceChoice++;
    double probability = spread(baseProbability());
    if (config.byteMode()) {
      probability *= (double) Frame.length(frame) / config.meanPacketBytes();
    }
    if (Streams.uniform(random) >= probability) {
      return false;
    }
    arrivalsSinceChoice = 0;
    return true;
  }

  private double certaintyFrames() {
    return config.gentle() ? 2 * config.maxThFrames() : config.maxThFrames();
  }

  private double baseProbability() {
    double minTh = config.minThFrames();
    double maxTh = config.maxThFrames();
    return averageFrames < maxTh
        ? maxP * (averageFrames - minTh) / (maxTh - minTh)
        : maxP + (1 - maxP) * (averageFrames - maxTh) / maxTh;
  }

  private double spread(double base) {
    if (config.spacing() == Spacing.WAIT) {
      double waited = arrivalsSinceChoice * base;
      return waited < 1 ? 0 : waited < 2 ? base / (2 - waited) : 1;
    }
    // [1, §7]: the gap is uniform on 1 … 1/p_b if "count is the number of unmarked packets that
    // have arrived since the last marked packet"; the arrival in hand is not one of them yet.
    double waited = (arrivalsSinceChoice - 1) * base;
    return waited < 1 ? base / (1 - waited) : 1;
  }

  private void adapt(long nowNanos) {
    if (nowNanos - adaptedNanos < ADAPT_NANOS) {
      return;
    }
    adaptedNanos = nowNanos;
    double span = config.maxThFrames() - config.minThFrames();
    double low = config.minThFrames() + ADAPT_TARGET_LOW * span;
    double high = config.minThFrames() + ADAPT_TARGET_HIGH * span;
    if (averageFrames > high && maxP <= MAX_P_TOP) {
      maxP = StrictMath.min(MAX_P_TOP, maxP + StrictMath.min(ADAPT_ALPHA_MAX, maxP / 4));
    } else if (averageFrames < low && maxP >= MAX_P_BOTTOM) {
      maxP = StrictMath.max(MAX_P_BOTTOM, maxP * ADAPT_BETA);
    }
  }
}
