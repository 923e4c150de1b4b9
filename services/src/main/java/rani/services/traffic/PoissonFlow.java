// SPDX-License-Identifier: Apache-2.0
package rani.services.traffic;

import rani.queue.Rate;
import rani.world.Streams;

/**
 * Poisson process: the gaps between packets, and before the first packet, are exponentially
 * distributed and independent.
 */
final class PoissonFlow extends DatagramFlow {
  private final double meanGapNanos;
  private final long durationNanos;
  private boolean begun;
  private boolean ended;
  private long endNanos = Long.MAX_VALUE;
  private long dueNanos;
  private int sequence;

  /** Creates a flow that ends after {@code durationNanos}; 0 stands for no limit. */
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

  /** Schedules the next packet by absolute time, so that delays do not add up. */
  private void next() {
    long gapNanos = StrictMath.round(Streams.exponential(context().random(), meanGapNanos));
    dueNanos = Math.min(dueNanos + gapNanos, endNanos);
    wakeAt(dueNanos);
  }

  @Override
  boolean isDone() {
    return ended || (packets() != UNCOUNTED && sequence == packets());
  }
}
