// SPDX-License-Identifier: Apache-2.0
package rani.services.traffic;

import java.util.random.RandomGenerator;
import rani.queue.Rate;
import rani.world.Streams;

/**
 * Datagrams at a constant rate in on periods, none in off periods. The spacing of packets is
 * counted in on time only, so that the rate is exact even if periods are short.
 */
final class OnOffFlow extends DatagramFlow {
  /** Least mean of a period; periods of length 0 would end at the instant at which they begin. */
  static final long MEAN_NANOS_MIN = 1_000_000;

  private static final long NEVER = Long.MAX_VALUE;

  private final Pattern pattern;
  private final long intervalNanos;
  private boolean begun;
  private boolean on;
  private boolean ended;

  /** Due time of the timer; a live timer may fire a little later. */
  private long dueNanos;

  private long onUntilNanos;
  private long endNanos = NEVER;

  /** On time left until the next packet. */
  private long untilPacketNanos;

  private int sequence;

  /**
   * Periods of sending.
   *
   * @param rate in on periods
   * @param onNanos mean length of on periods
   * @param offNanos mean length of off periods
   * @param exponential true if lengths are drawn from an exponential distribution, false if
   *     constant
   * @param durationNanos of the whole flow; 0 for no limit
   */
  record Pattern(Rate rate, long onNanos, long offNanos, boolean exponential, long durationNanos) {}

  OnOffFlow(Place place, Load load, Pattern pattern) {
    super(place, load);
    this.pattern = pattern;
    this.intervalNanos = Math.max(1, pattern.rate().serviceNanos(load.sizeBytes()));
    this.untilPacketNanos = intervalNanos;
  }

  @Override
  void wake(long nowNanos) {
    if (!begun) {
      begin(nowNanos, context().random());
    } else if (dueNanos >= endNanos) {
      ended = true;
    } else if (on) {
      int number = sequence++;
      untilPacketNanos = intervalNanos;
      if (!isDone()) {
        next();
      }
      send(nowNanos, GeneratorHeader.DATA, number, false);
    } else {
      turnOn(context().random());
    }
  }

  /** Starts in the stationary state: the rest of an exponential period is exponential as well. */
  private void begin(long nowNanos, RandomGenerator random) {
    begun = true;
    dueNanos = nowNanos;
    endNanos = pattern.durationNanos() == 0 ? NEVER : nowNanos + pattern.durationNanos();
    double share = (double) pattern.onNanos() / (pattern.onNanos() + pattern.offNanos());
    if (!pattern.exponential() || Streams.uniform(random) < share) {
      turnOn(random);
    } else {
      alarm(nowNanos + drawNanos(random, pattern.offNanos()));
    }
  }

  private void turnOn(RandomGenerator random) {
    on = true;
    onUntilNanos = dueNanos + drawNanos(random, pattern.onNanos());
    next();
  }

  /** Schedules the next packet if it is due within this on period, else the next on period. */
  private void next() {
    long packetNanos = dueNanos + untilPacketNanos;
    if (packetNanos <= onUntilNanos) {
      alarm(packetNanos);
    } else {
      on = false;
      untilPacketNanos = packetNanos - onUntilNanos;
      alarm(onUntilNanos + drawNanos(context().random(), pattern.offNanos()));
    }
  }

  private long drawNanos(RandomGenerator random, long meanNanos) {
    return pattern.exponential() ? (long) Streams.exponential(random, meanNanos) : meanNanos;
  }

  private void alarm(long atNanos) {
    dueNanos = Math.min(atNanos, endNanos);
    wakeAt(dueNanos);
  }

  @Override
  boolean isDone() {
    return ended || (packets() != UNCOUNTED && sequence == packets());
  }
}
