// SPDX-License-Identifier: Apache-2.0
package rani.services.traffic;

import rani.queue.Rate;
import rani.world.Streams;

/**
 * A Poisson process: the gaps between packets, and that before the first, are exponentially
 * distributed and independent of each other.
 */
final class PoissonFlow extends DatagramFlow {
  /** As many as there is time for. */
  static final int UNCOUNTED = 0;

  private final double meanGapNanos;
  private final long durationNanos;
  private boolean begun;
  private boolean ended;
  private long endNanos = Long.MAX_VALUE;
  private long dueNanos;
  private int sequence;

  /**
   * A flow of a mean rate.
   *
   * @param durationNanos for how long; 0 for as long as there are packets
   */
  PoissonFlow(Place place, Load load, Rate rate, long durationNanos) {
    super(place, load);
    this.meanGapNanos = Math.max(1, rate.serviceNanos(load.sizeBytes()));
    this.durationNanos = durationNanos;
  }

  @Override
  void wake(long nowNanos) {
    if (!begun) {
      begun = true;
      dueNanos = nowNanos;
      endNanos = durationNanos == 0 ? Long.MAX_VALUE : nowNanos + durationNanos;
      next();
    } else if (dueNanos >= endNanos) {
      ended = true;
    } else {
      int number = sequence++;
      if (!isDone()) {
        next();
      }
      send(nowNanos, GeneratorHeader.DATA, number, false);
    }
  }

  /** By absolute times: a late packet does not shift the rest. */
  private void next() {
    long gapNanos = StrictMath.round(Streams.exponential(context().random(), meanGapNanos));
    dueNanos = Math.min(dueNanos + gapNanos, endNanos);
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
