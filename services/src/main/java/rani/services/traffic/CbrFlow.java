// SPDX-License-Identifier: Apache-2.0
package rani.services.traffic;

import rani.queue.Rate;
import rani.queue.ServiceTimes;

/** Datagrams at a constant rate, scheduled by absolute times. */
final class CbrFlow extends DatagramFlow {
  private final Rate rate;
  private final int sizeBytes;
  private final ServiceTimes times = new ServiceTimes();
  private int sequence;
  private long dueNanos = Long.MIN_VALUE;

  CbrFlow(Place place, Load load, Rate rate) {
    super(place, load);
    this.rate = rate;
    this.sizeBytes = load.sizeBytes();
  }

  @Override
  void wake(long nowNanos) {
    dueNanos = dueNanos == Long.MIN_VALUE ? nowNanos : dueNanos;
    dueNanos += Math.max(1, times.nextNanos(rate, sizeBytes));
    int now = sequence++;
    if (!isDone()) {
      wakeAt(dueNanos);
    }
    send(nowNanos, GeneratorHeader.DATA, now, false);
  }

  @Override
  boolean isDone() {
    return sequence == packets();
  }
}
