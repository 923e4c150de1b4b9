// SPDX-License-Identifier: Apache-2.0
package rani.services.traffic;

import java.util.random.RandomGenerator;
import rani.queue.Rate;
import rani.world.Streams;

/**
 * Packets at a constant rate while it is on, and none while it is off. Between two packets lies one
 * interval of the rate, counted in time in which it is on, so that the rate while on is exact
 * however short that lasts.
 */
final class OnOffFlow extends DatagramFlow {
  /** As many as there is time for. */
  static final int UNCOUNTED = 0;

  /** The shortest mean: times of nothing would be over at the instant at which they begin. */
  static final long MEAN_NANOS_MIN = 1_000_000;

  private static final long NEVER = Long.MAX_VALUE;

  private final Pattern pattern;
  private final long intervalNanos;
  private boolean begun;
  private boolean on;
  private boolean ended;

  /** When the timer is due, which live may be a little before it fires. */
  private long dueNanos;

  private long onUntilNanos;
  private long endNanos = NEVER;

  /** Time in which it has yet to be on before it sends. */
  private long untilPacketNanos;

  private int sequence;

  /**
   * When it sends.
   *
   * @param rate while it is on
   * @param onNanos how long it is on, in the mean
   * @param offNanos how long it is off, in the mean
   * @param exponential whether these times are drawn each time, else they are as they are
   * @param durationNanos for how long in all; 0 for ever
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

  /** As if it had gone on for long: what is left of an exponential time is exponential again. */
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

  /** A packet if it is due while this is on, else this is on again later. */
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

  /** Without a count, those there have been. */
  @Override
  long offered() {
    return packets() == UNCOUNTED ? sequence : packets();
  }
}
