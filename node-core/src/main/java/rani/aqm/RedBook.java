// SPDX-License-Identifier: Apache-2.0
package rani.aqm;

import io.netty.buffer.ByteBuf;
import java.util.random.RandomGenerator;
import rani.aqm.RedConfig.Spacing;
import rani.queue.MonitoredQueue;
import rani.wire.Frame;
import rani.world.Streams;

/**
 * The part of {@link Red} in which its two rule sets differ: how idle time ages the average, which
 * arrivals are chosen to be dropped or marked, and when Adaptive RED moves max_p.
 */
abstract sealed class RedBook permits RedBook1993, RedBookNs2 {
  // Adaptive RED (S. Floyd, R. Gummadi and S. Shenker, 2001), §3: "every interval seconds: if (avg
  // > target and maxp <= 0.5) increase maxp: maxp <- maxp + alpha; elseif (avg < target and maxp >=
  // 0.01) decrease: maxp * beta".
  static final long ADAPT_NANOS = 500_000_000;
  static final double ADAPT_BETA = 0.9;
  static final double MAX_P_BOTTOM = 0.01;
  static final double MAX_P_TOP = 0.5;
  private static final double ADAPT_TARGET_LOW = 0.4;
  private static final double ADAPT_TARGET_HIGH = 0.6;
  private static final double ADAPT_ALPHA_MAX = 0.01;

  final RedConfig config;
  final boolean waits;
  private final double spanFrames;

  /** The average from which on every packet is chosen. */
  final double certaintyFrames;

  double maxP;
  private final RandomGenerator random;

  RedBook(RedConfig config, RandomGenerator random) {
    this.config = config;
    this.random = random;
    this.waits = config.spacing() == Spacing.WAIT;
    this.spanFrames = config.maxThFrames() - config.minThFrames();
    this.certaintyFrames = config.gentle() ? 2 * config.maxThFrames() : config.maxThFrames();
    this.maxP = config.maxP();
  }

  static RedBook of(RedConfig config, RandomGenerator random) {
    return switch (config.rules()) {
      case OF_1993 -> new RedBook1993(config, random);
      case NS_2 -> new RedBookNs2(config, random);
    };
  }

  /**
   * Returns the average after an arrival at an idle server with an empty queue.
   *
   * @param packetTimes idle time divided by the transmission time of a mean packet; NaN if the rate
   *     is infinite and the idle time 0
   */
  abstract double afterIdle(double average, double packetTimes);

  /** Reports whether RED chooses the arrival to be dropped or marked; ignores buffer space. */
  abstract boolean chooses(double average, MonitoredQueue queue, ByteBuf frame);

  /** Notes that an arrival found the buffer full. */
  void overflowed() {}

  /** Moves max_p if the interval of Adaptive RED has passed. */
  abstract void adapt(long nowNanos, double average);

  /**
   * Returns the probability p_b for an average below {@link #certaintyFrames}.
   *
   * @param maxPOfGentle the probability from which gentle RED rises to 1
   */
  final double base(double average, double maxPOfGentle) {
    double maxTh = config.maxThFrames();
    return average < maxTh
        ? maxP * (average - config.minThFrames()) / spanFrames
        : maxPOfGentle + (1 - maxPOfGentle) * (average - maxTh) / maxTh;
  }

  /**
   * Returns p_a: the probability p_b, spread over the arrivals since the last choice.
   *
   * @param counted count · p_b
   */
  final double spread(double base, double counted) {
    if (waits) {
      return counted < 1 ? 0 : counted < 2 ? base / (2 - counted) : 1;
    }
    return counted < 1 ? base / (1 - counted) : 1;
  }

  final double lengthInMeans(ByteBuf frame) {
    return (double) Frame.length(frame) / config.meanPacketBytes();
  }

  final boolean happens(double probability) {
    return Streams.uniform(random) < probability;
  }

  final boolean isAboveTarget(double average) {
    return average > config.minThFrames() + ADAPT_TARGET_HIGH * spanFrames;
  }

  final boolean isBelowTarget(double average) {
    return average < config.minThFrames() + ADAPT_TARGET_LOW * spanFrames;
  }

  final double alpha() {
    return StrictMath.min(ADAPT_ALPHA_MAX, maxP / 4);
  }
}
