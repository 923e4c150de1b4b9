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
 * Queue of assured forwarding: {@link Red} with thresholds and an average for each of three drop
 * precedences, which a packet's code point selects ({@link Dscp#precedence}). All precedences share
 * one FIFO queue, so that nothing is reordered within a class (RFC 2597 §2).
 *
 * <p><b>Averages.</b> An arrival of precedence j updates {@code avg_i ← (1 − w)·avg_i + w·q_i}.
 * With RIO-C [1] it does so for every i ≥ j, and q_i is the number of waiting packets of
 * precedences 0 … i. With RIO-D it does so for j alone, and q_j counts precedence j. With WRED
 * there is one average of all packets.
 *
 * <p><b>Choice.</b> By avg_j and the thresholds of j, spread over the arrivals of j since the last
 * chosen one; above max_th every packet is dropped.
 *
 * <p><b>The rules of 1993</b> make each precedence a RED of its own: after idle time of the server
 * all averages are multiplied by {@code (1 − w)^m} instead of taking a sample, where m is a real
 * number.
 *
 * <p><b>The rules of ns-2</b> are those of its module {@code dsRED}:
 *
 * <ul>
 *   <li>An average is idle while none of the packets that it counts waits, from when the last of
 *       them left for the link. m is a whole number, and the sample follows: {@code avg ← (1 −
 *       w)^(m + 1)·avg + w·q}. A dropped arrival does not end the idle time, so that the next
 *       arrival counts the same time again.
 *   <li>The count of arrivals since the last chosen one includes the present arrival, but is 0 for
 *       the first arrival above min_th. "Above" means more than min_th, and more than max_th for
 *       certain drops. {@code wait_} and the other rules of {@link RedBookNs2} do not apply.
 *   <li>A packet that finds the buffer full changes no average and no count.
 * </ul>
 *
 * <p>Two apparent errors of the module are kept, too. Where {@code count·p_b} is above 1 its
 * probability is negative, and no packet is dropped early until that ends. Its WRED takes the queue
 * for idle as soon as the last packet of any one precedence has left.
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

  /** Since when no packet that an average counts waits; {@link #BUSY} while one does. */
  private final long[] emptySinceNanos = new long[Dscp.PRECEDENCES];

  private final boolean byNs2;
  private double drainPacketsPerSecond;
  private double lastAverage;
  private long idleSinceNanos;

  /** Makes the discipline of an idle server, with averages of 0. */
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
    if (byNs2 && queue.isFull()) {
      lastAverage = averages[slot];
      return Verdict.OVERFLOW;
    }
    average(nowNanos, precedence);
    lastAverage = averages[slot];
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

  private boolean counts(int i, int precedence) {
    return switch (config.coupling()) {
      case RIO_C -> i >= precedence;
      case RIO_D -> i == precedence;
      case WRED -> i == LAST;
    };
  }

  /** Returns how many waiting packets average i counts. */
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

  /** Converts a time into transmission times of a mean packet; NaN for 0 at infinite rate. */
  private double packetTimes(long nowNanos, long sinceNanos) {
    return Math.max(0, nowNanos - sinceNanos) / NANOS_PER_SECOND * drainPacketsPerSecond;
  }

  /** Notes which averages became idle when a packet left for the link. */
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
      // ns-2 counts on from 1 after a certain drop
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

  @Override
  public DropReason earlyDrop() {
    return DropReason.RED_EARLY;
  }

  @Override
  public double averageFrames() {
    return lastAverage;
  }

  /** {@inheritDoc} Looks at precedence 0, whose packets are dropped last. */
  @Override
  public boolean aboveMaxTh() {
    int slot = config.coupling() == Coupling.WRED ? LAST : 0;
    return averages[slot] > thresholds[0].maxThFrames();
  }
}
