// SPDX-License-Identifier: Apache-2.0
package rani.aqm;

import io.netty.buffer.ByteBuf;
import java.util.random.RandomGenerator;
import rani.queue.MonitoredQueue;
import rani.wire.Frame;

/**
 * RED as in ns-2.35's {@code Queue/RED}, with {@code use_mark_p_ false} and {@code drop_tail_
 * true}; {@code bottom_} is 0.01.
 *
 * <ul>
 *   <li>Idle time: m is a whole number, and the arrival then adds a sample of 0: {@code avg ← (1 −
 *       w)^(m + 1)·avg}.
 *   <li>No packet is chosen while at most one packet (in byte mode: one byte) waits.
 *   <li>The first arrival at an average of min_th or more is never chosen, and the count starts
 *       with it. An arrival at a lower average, or with at most one packet waiting, makes the next
 *       one first again.
 *   <li>The count of arrivals includes the present arrival. Each dropped or marked packet resets
 *       it, also a packet that found the buffer full. The count runs on below min_th without
 *       effect, because the next first arrival restarts it.
 *   <li>Byte mode counts bytes divided by the mean packet size, rounded down. It scales p_a by the
 *       packet's length after the spreading, unless p_a is 1.
 *   <li>Adaptive RED moves max_p at the earliest half a second after its last move, not every half
 *       second; the last step may pass the bound. Gentle RED rises from the configured max_p.
 * </ul>
 */
final class RedBookNs2 extends RedBook {
  private boolean spared;
  private long count;
  private long countedBytes;
  private long adaptedNanos;

  RedBookNs2(RedConfig config, RandomGenerator random) {
    super(config, random);
  }

  @Override
  double afterIdle(double average, double packetTimes) {
    if (average == 0) {
      return 0;
    }
    double m = packetTimes > 0 ? StrictMath.floor(packetTimes) : 0;
    return average * StrictMath.pow(1 - config.weight(), m + 1);
  }

  @Override
  boolean chooses(double average, MonitoredQueue queue, ByteBuf frame) {
    int length = Frame.length(frame);
    count++;
    countedBytes += length;
    long waiting = config.byteMode() ? queue.bytes() : queue.frames();
    if (average < config.minThFrames() || waiting <= 1) {
      spared = false;
      return false;
    }
    if (average >= certaintyFrames) {
      restart();
      return true;
    }
    if (!spared) {
      spared = true;
      count = 1;
      countedBytes = length;
      return false;
    }
    if (!happens(probability(average, frame))) {
      return false;
    }
    restart();
    return true;
  }

  private double probability(double average, ByteBuf frame) {
    double base = base(average, config.maxP());
    if (!config.byteMode()) {
      return spread(base, count * base);
    }
    double spread = spread(base, countedBytes / config.meanPacketBytes() * base);
    return spread < 1 ? spread * lengthInMeans(frame) : 1;
  }

  @Override
  void overflowed() {
    restart();
  }

  private void restart() {
    count = 0;
    countedBytes = 0;
  }

  @Override
  void adapt(long nowNanos, double average) {
    if (nowNanos - adaptedNanos <= ADAPT_NANOS) {
      return;
    }
    if (isBelowTarget(average) && maxP > MAX_P_BOTTOM) {
      maxP *= ADAPT_BETA;
      adaptedNanos = nowNanos;
    } else if (isAboveTarget(average) && maxP < MAX_P_TOP) {
      maxP += alpha();
      adaptedNanos = nowNanos;
    }
  }
}
