// SPDX-License-Identifier: Apache-2.0
package rani.aqm;

import io.netty.buffer.ByteBuf;
import java.util.random.RandomGenerator;
import rani.aqm.RioConfig.Coupling;
import rani.aqm.RioConfig.Thresholds;
import rani.queue.DequeueDecision;
import rani.queue.MonitoredQueue;
import rani.queue.QueueDiscipline;
import rani.queue.Rate;
import rani.wire.Dscp;
import rani.wire.Frame;
import rani.wire.Ipv4Header;
import rani.world.DropReason;
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
 * j alone; with WRED for the one average of all.
 *
 * <p><b>Choice.</b> By avg_j and the thresholds of j, spread over the arrivals of j since the last
 * chosen one; beyond max_th every packet goes. A full buffer takes none.
 *
 * <p><b>By the book of 1993</b> each precedence is a RED of its own: if the server was idle all
 * averages age by {@code (1 − w)^m} instead of taking the step, m a real number.
 *
 * <p><b>By ns-2's</b> module {@code dsRED}
 *
 * <ul>
 *   <li>an average is idle while nothing that it counts waits, from when the last such packet left
 *       for the link; m is whole, and the step follows: {@code avg ← (1 − w)^(m + 1)·avg + w·q}. A
 *       packet that is dropped leaves it idle since then, so that the next one counts that time
 *       again;
 *   <li>the count is of the arrivals since the last chosen one, the arrival in hand among them, but
 *       of the first arrival above min_th 0; above means more than min_th, and more than max_th for
 *       certain drops. There is neither {@code wait_} nor anything else of {@link RedBookNs2};
 *   <li>a packet that a full buffer refuses moves no average and no count.
 * </ul>
 *
 * <p>Two things look like errors of the module and are followed, too: where {@code count·p_b} is
 * above 1 its probability is negative, and nothing is dropped early until that ends; and its WRED
 * takes the queue for idle as soon as the last packet of any one precedence has left.
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

  /** By average: since when no packet that it counts waits; {@link #BUSY} while one does. */
  private final long[] emptySinceNanos = new long[Dscp.PRECEDENCES];

  private final boolean byNs2;
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
    this.byNs2 = config.rules() == RedRules.NS_2;
    drainedAt(drain);
  }

  @Override
  public void drainedAt(Rate rate) {
    drainPacketsPerSecond = rate.packetsPerSecondOf(config.meanPacketBytes());
  }

  @Override
  public Verdict decide(long nowNanos, MonitoredQueue queue, ByteBuf frame) {
    int precedence = precedence(frame);
    int slot = config.coupling() == Coupling.WRED ? LAST : precedence;
    boolean refused = byNs2 && queue.isFull();
    if (!refused) {
      average(nowNanos, precedence);
    }
    lastAverage = averages[slot];
    if (refused) {
      return Verdict.OVERFLOW;
    }
    Verdict verdict = judge(queue, precedence);
    if (verdict.joins()) {
      if (idleSinceNanos != BUSY) { // it leaves for the link at once
        emptied(nowNanos, precedence);
      }
      idleSinceNanos = BUSY;
    }
    return verdict;
  }

  private Verdict judge(MonitoredQueue queue, int precedence) {
    Thresholds own = thresholds[precedence];
    boolean certain = byNs2 ? lastAverage > own.maxThFrames() : lastAverage >= own.maxThFrames();
    boolean chosen = chooses(own, precedence, certain);
    if (queue.isFull()) {
      return Verdict.OVERFLOW;
    }
    if (!chosen) {
      return Verdict.ENQUEUE;
    }
    return certain ? Verdict.DROP_FORCED : Verdict.DROP_EARLY;
  }

  /** Whether average i counts packets of a precedence. */
  private boolean counts(int i, int precedence) {
    return switch (config.coupling()) {
      case RIO_C -> i >= precedence;
      case RIO_D -> i == precedence;
      case WRED -> i == LAST;
    };
  }

  /** How many packets wait that average i counts. */
  private int counted(int i) {
    return switch (config.coupling()) {
      case RIO_C -> i == 0 ? waiting[0] : i == 1 ? waiting[0] + waiting[1] : all();
      case RIO_D -> waiting[i];
      case WRED -> all();
    };
  }

  private int all() {
    return waiting[0] + waiting[1] + waiting[2];
  }

  private void average(long nowNanos, int precedence) {
    double w = config.weight();
    if (!byNs2 && idleSinceNanos != BUSY) {
      double m = packetTimes(nowNanos, idleSinceNanos);
      double kept = m > 0 ? StrictMath.pow(1 - w, m) : 1;
      for (int i = 0; i <= LAST; i++) {
        averages[i] *= kept;
      }
      idleSinceNanos = nowNanos;
      return;
    }
    for (int i = 0; i <= LAST; i++) {
      if (counts(i, precedence)) {
        if (byNs2 && emptySinceNanos[i] != BUSY) {
          double m = packetTimes(nowNanos, emptySinceNanos[i]);
          averages[i] *= m >= 1 ? StrictMath.pow(1 - w, StrictMath.floor(m)) : 1;
        }
        averages[i] = (1 - w) * averages[i] + w * counted(i);
      }
    }
  }

  /** A time in mean packets' times; no number for an infinite rate's none. */
  private double packetTimes(long nowNanos, long sinceNanos) {
    return Math.max(0, nowNanos - sinceNanos) / NANOS_PER_SECOND * drainPacketsPerSecond;
  }

  /** A packet has left for the link: averages with no packet left to count become idle. */
  private void emptied(long nowNanos, int precedence) {
    boolean wred = config.coupling() == Coupling.WRED;
    for (int i = 0; i <= LAST; i++) {
      if (counts(i, precedence) && (wred ? waiting[precedence] : counted(i)) == 0) {
        emptySinceNanos[i] = nowNanos;
      }
    }
  }

  private boolean chooses(Thresholds own, int precedence, boolean certain) {
    boolean below = byNs2 ? lastAverage <= own.minThFrames() : lastAverage < own.minThFrames();
    if (below || certain) {
      // ns-2's count goes on from 1 after a drop that was certain
      arrivalsSinceChoice[precedence] = byNs2 && certain ? 1 : 0;
      return certain;
    }
    arrivalsSinceChoice[precedence]++;
    double base =
        own.maxP() * (lastAverage - own.minThFrames()) / (own.maxThFrames() - own.minThFrames());
    double waited = (arrivalsSinceChoice[precedence] - 1) * base;
    double probability = waited < 1 ? base / (1 - waited) : byNs2 && waited > 1 ? 0 : 1;
    if (Streams.uniform(random) >= probability) {
      return false;
    }
    arrivalsSinceChoice[precedence] = byNs2 ? 1 : 0;
    return true;
  }

  private static int precedence(ByteBuf frame) {
    return Dscp.precedence(Ipv4Header.dscp(frame, Frame.ipv4(frame)));
  }

  @Override
  public void joined(MonitoredQueue queue, int place) {
    int precedence = precedence(queue.frame(place));
    waiting[precedence]++;
    for (int i = 0; i <= LAST; i++) {
      if (counts(i, precedence)) {
        emptySinceNanos[i] = BUSY;
      }
    }
  }

  @Override
  public DequeueDecision leaves(long nowNanos, MonitoredQueue queue, int place) {
    int precedence = precedence(queue.frame(place));
    waiting[precedence]--;
    emptied(nowNanos, precedence);
    return DequeueDecision.SEND;
  }

  @Override
  public void idle(long sinceNanos) {
    idleSinceNanos = sinceNanos;
  }

  /** The average that the last arrival was judged by. */
  @Override
  public DropReason earlyDrop() {
    return DropReason.RED_EARLY;
  }

  @Override
  public double averageFrames() {
    return lastAverage;
  }

  /** Whether even packets of precedence 0 are dropped. */
  @Override
  public boolean aboveMaxTh() {
    int slot = config.coupling() == Coupling.WRED ? LAST : 0;
    return averages[slot] > thresholds[0].maxThFrames();
  }
}
