// SPDX-License-Identifier: Apache-2.0
package rani.aqm;

import io.netty.buffer.ByteBuf;
import java.util.random.RandomGenerator;
import rani.queue.DequeueDecision;
import rani.queue.MonitoredQueue;
import rani.queue.QueueDiscipline;
import rani.wire.Frame;
import rani.world.DropReason;
import rani.world.Streams;
import rani.world.Verdict;

/**
 * Proportional Integral controller Enhanced (RFC 8033). Drops or marks arriving packets with a
 * probability that is updated every T_UPDATE from the queueing delay's distance to its target and
 * from its change.
 *
 * <p>The queueing delay is that of the packet that left last, from enqueue to dequeue, and 0 while
 * the server is idle. A discipline has no timer, so overdue updates are made in order, with the
 * delay of that time, before the next event of the queue.
 *
 * <p>Reports the number of waiting frames as its average. The frame in service does not count.
 */
public final class Pie implements QueueDiscipline {
  /** The probability above which ECN-capable packets are dropped as well (RFC 8033 §5.1). */
  public static final double MARK_PROBABILITY_MAX = 0.1;

  private static final double NANOS_PER_SECOND = 1e9;

  // RFC 8033 §4.2: alpha and beta, per second.
  private static final double ALPHA = 0.125;
  private static final double BETA = 1.25;

  // RFC 8033 §4.2: a small probability moves in small steps. Below TUNED_BELOW[i] the step is
  // divided by TUNED_BY[i].
  private static final double[] TUNED_BELOW = {1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1};
  private static final double[] TUNED_BY = {2048, 512, 128, 32, 8, 2};

  // RFC 8033 §5.5: a large probability rises by at most this per update.
  private static final double STEP_MAX = 0.02;

  // RFC 8033 §4.2: the probability decays by this factor per update without congestion.
  private static final double DECAY = 0.98;

  // RFC 8033 §4.1: no drops while the queue is short, or the delay and the probability are low.
  private static final double QUICK_PROBABILITY_MAX = 0.2;
  private static final int SHORT_QUEUE_BYTES = 2 * 1024;

  // RFC 8033 §5.4: drops are neither too close together nor too far apart.
  private static final double SPREAD_LOW = 0.85;
  private static final double SPREAD_HIGH = 8.5;

  /** The number of missed updates made at most; after as many without an event nothing changes. */
  private static final long UPDATES_AT_ONCE_MAX = 10_000;

  private final PieConfig config;
  private final RandomGenerator random;

  private double probability;
  private double accumulated;
  private long delayNanos;
  private long delayBeforeNanos;
  private long burstLeftNanos;
  private long updatedNanos;
  private int queuedFrames;

  /** Makes an empty queue's discipline, with the burst allowance full. */
  public Pie(PieConfig config, RandomGenerator random) {
    this.config = config;
    this.random = random;
    this.burstLeftNanos = config.burstNanos();
  }

  @Override
  public Verdict decide(long nowNanos, MonitoredQueue queue, ByteBuf frame) {
    updateUntil(nowNanos);
    queuedFrames = queue.frames();
    if (queue.isFull()) {
      return Verdict.OVERFLOW;
    }
    if (burstLeftNanos > 0 || !chooses(queue)) {
      return Verdict.ENQUEUE;
    }
    return config.ecn() && probability < MARK_PROBABILITY_MAX && Frame.isEcnCapable(frame)
        ? Verdict.MARK
        : Verdict.DROP_EARLY;
  }

  @Override
  public DropReason earlyDrop() {
    return DropReason.PIE;
  }

  @Override
  public double averageFrames() {
    return queuedFrames;
  }

  @Override
  public DequeueDecision leaves(long nowNanos, MonitoredQueue queue, int place) {
    updateUntil(nowNanos);
    delayNanos = nowNanos - queue.queuedNanos(place);
    return DequeueDecision.SEND;
  }

  @Override
  public void idle(long sinceNanos) {
    updateUntil(sinceNanos);
    delayNanos = 0;
  }

  /** The current drop probability. */
  public double probability() {
    return probability;
  }

  private boolean chooses(MonitoredQueue queue) {
    boolean quick = isQuick(delayBeforeNanos) && probability < QUICK_PROBABILITY_MAX;
    if (quick || queue.bytes() <= SHORT_QUEUE_BYTES) {
      return false;
    }
    accumulated = probability == 0 ? 0 : accumulated + probability;
    if (accumulated < SPREAD_LOW) {
      return false;
    }
    if (accumulated < SPREAD_HIGH && Streams.uniform(random) >= probability) {
      return false;
    }
    accumulated = 0;
    return true;
  }

  private void updateUntil(long nowNanos) {
    long due = (nowNanos - updatedNanos) / config.updateNanos();
    for (long update = Math.min(due, UPDATES_AT_ONCE_MAX); update > 0; update--) {
      update();
    }
    updatedNanos += Math.max(0, due) * config.updateNanos();
  }

  private void update() {
    double step =
        (ALPHA * (delayNanos - config.targetNanos()) + BETA * (delayNanos - delayBeforeNanos))
            / NANOS_PER_SECOND
            / tuning();
    if (probability >= TUNED_BELOW[TUNED_BELOW.length - 1]) {
      step = Math.min(step, STEP_MAX);
    }
    double moved = probability + step;
    if (delayNanos == 0 && delayBeforeNanos == 0) {
      moved *= DECAY;
    }
    probability = Math.clamp(moved, 0.0, 1.0);
    burstLeftNanos = Math.max(0, burstLeftNanos - config.updateNanos());
    if (probability == 0 && isQuick(delayNanos) && isQuick(delayBeforeNanos)) {
      burstLeftNanos = config.burstNanos();
    }
    delayBeforeNanos = delayNanos;
  }

  private boolean isQuick(long nanos) {
    return nanos < config.targetNanos() / 2;
  }

  private double tuning() {
    for (int i = 0; i < TUNED_BELOW.length; i++) {
      if (probability < TUNED_BELOW[i]) {
        return TUNED_BY[i];
      }
    }
    return 1;
  }
}
