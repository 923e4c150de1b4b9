// SPDX-License-Identifier: Apache-2.0
package rani.aqm;

import io.netty.buffer.ByteBuf;
import java.util.random.RandomGenerator;
import rani.aqm.RedConfig.Spacing;
import rani.queue.MonitoredQueue;
import rani.wire.Frame;
import rani.world.Streams;

/**
 * What {@link Red} leaves to its rule book: how an idle time ages the average, which arrivals are
 * chosen, and when Adaptive RED moves max_p. Each book counts arrivals in its own way.
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
  private final double certaintyFrames;
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

  /** The book that the configuration names. */
  static RedBook of(RedConfig config, RandomGenerator random) {
    return switch (config.rules()) {
      case OF_1993 -> new RedBook1993(config, random);
      case NS_2 -> new RedBookNs2(config, random);
    };
  }

  /**
   * The average after an arrival at an idle server, where nothing waits.
   *
   * @param packetTimes the idle time, in mean packets' times; no number for an infinite rate's none
   */
  abstract double afterIdle(double average, double packetTimes);

  /** Whether the arrival is to be dropped or marked, were there room for it. */
  abstract boolean chooses(double average, MonitoredQueue queue, ByteBuf frame);

  /** The arrival found the buffer full. */
  abstract void overflowed();

  /** Moves max_p, if it is time. */
  abstract void adapt(long nowNanos, double average);

  /** From here on every packet is chosen. */
  final double certaintyFrames() {
    return certaintyFrames;
  }

  /**
   * p_b, below {@link #certaintyFrames}.
   *
   * @param maxPOfGentle the probability from which gentle RED climbs
   */
  final double base(double average, double maxPOfGentle) {
    double maxTh = config.maxThFrames();
    return average < maxTh
        ? maxP * (average - config.minThFrames()) / spanFrames
        : maxPOfGentle + (1 - maxPOfGentle) * (average - maxTh) / maxTh;
  }

  /**
   * p_a: the probability spread over the arrivals.
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
