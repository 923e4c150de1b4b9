// SPDX-License-Identifier: Apache-2.0
package rani.aqm;

import io.netty.buffer.ByteBuf;
import java.util.random.RandomGenerator;
import rani.queue.MonitoredQueue;
import rani.wire.Frame;

/**
 * RED as ns-2.35's {@code Queue/RED} has it, with {@code use_mark_p_ false} and {@code drop_tail_
 * true}; {@code bottom_} is 0.01.
 *
 * <ul>
 *   <li>Idle: m is whole, and the arrival takes the ordinary step after it, with nothing waiting:
 *       {@code avg ← (1 − w)^(m + 1)·avg}.
 *   <li>While at most one packet (in byte mode: one byte) waits, none is chosen.
 *   <li>The first arrival that meets an average of min_th or more is spared, and counting begins
 *       with it. It is first again after an arrival that met less, or at most one packet.
 *   <li>The count of arrivals includes the one in hand, and begins again with each packet dropped
 *       or marked, a full buffer's too. Nothing else resets it; but that it runs on below min_th
 *       does not show, because the packet that is spared begins it again.
 *   <li>In byte mode whole mean packets of bytes are counted, and p_a is scaled by the packet's
 *       length after it was spread, unless it is 1.
 *   <li>Adaptive RED moves max_p half a second after its last move, not every half second; the last
 *       step may go beyond the bound. Gentle RED climbs from the max_p of the configuration.
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
    if (average >= certaintyFrames()) {
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
