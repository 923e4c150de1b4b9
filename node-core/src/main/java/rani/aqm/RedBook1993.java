// SPDX-License-Identifier: Apache-2.0
package rani.aqm;

import io.netty.buffer.ByteBuf;
import java.util.random.RandomGenerator;
import rani.queue.MonitoredQueue;

/**
 * RED by Floyd and Jacobson's paper of 1993.
 *
 * <ul>
 *   <li>Idle time: {@code avg ← (1 − w)^m·avg}, where m is a real number. The arrival that ends it
 *       adds no sample of its own (§4).
 *   <li>Any arrival at an average of min_th or more may be chosen, even if the queue is empty.
 *   <li>The first arrival above min_th is chosen with probability p_b. Below min_th the count of
 *       arrivals is reset.
 *   <li>Byte mode scales p_b by the packet's length before p_b is spread (§4: {@code p_b ← p_b ·
 *       PacketSize / MaximumPacketSize}; this class divides by the mean packet size, as ns-2 does).
 * </ul>
 */
final class RedBook1993 extends RedBook {
  private long arrivalsSinceChoice;
  private long adaptedNanos;

  RedBook1993(RedConfig config, RandomGenerator random) {
    super(config, random);
  }

  @Override
  double afterIdle(double average, double packetTimes) {
    if (average == 0 || !(packetTimes > 0)) { // a power takes longer than all the rest
      return average;
    }
    return average * StrictMath.pow(1 - config.weight(), packetTimes);
  }

  @Override
  boolean chooses(double average, MonitoredQueue queue, ByteBuf frame) {
    if (average < config.minThFrames() || average >= certaintyFrames) {
      arrivalsSinceChoice = 0;
      return average >= certaintyFrames;
    }
    arrivalsSinceChoice++;
    double base = base(average, maxP) * (config.byteMode() ? lengthInMeans(frame) : 1);
    // §7: the gap is uniform on 1 … 1/p_b if "count is the number of unmarked packets that have
    // arrived since the last marked packet"; the arrival in hand is not one of them yet.
    long count = waits ? arrivalsSinceChoice : arrivalsSinceChoice - 1;
    if (!happens(spread(base, count * base))) {
      return false;
    }
    arrivalsSinceChoice = 0;
    return true;
  }

  @Override
  void adapt(long nowNanos, double average) {
    if (nowNanos - adaptedNanos < ADAPT_NANOS) {
      return;
    }
    adaptedNanos = nowNanos;
    if (isAboveTarget(average) && maxP <= MAX_P_TOP) {
      maxP = StrictMath.min(MAX_P_TOP, maxP + alpha());
    } else if (isBelowTarget(average) && maxP >= MAX_P_BOTTOM) {
      maxP = StrictMath.max(MAX_P_BOTTOM, maxP * ADAPT_BETA);
    }
  }
}
