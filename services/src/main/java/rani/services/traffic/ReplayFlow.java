// SPDX-License-Identifier: Apache-2.0
package rani.services.traffic;

/** Datagrams at the times of a list, relative to the start of the flow. */
final class ReplayFlow extends DatagramFlow {
  private final Arrivals arrivals;
  private boolean begun;
  private long beginNanos;
  private int sequence;

  ReplayFlow(Place place, Load load, Arrivals arrivals) {
    super(place, load);
    this.arrivals = arrivals;
  }

  @Override
  void wake(long nowNanos) {
    if (!begun) {
      begun = true;
      beginNanos = nowNanos;
      wakeAt(beginNanos + arrivals.atNanos(0));
      return;
    }
    int number = sequence++;
    if (!isDone()) {
      wakeAt(beginNanos + arrivals.atNanos(sequence));
    }
    send(nowNanos, GeneratorHeader.DATA, number, false, arrivals.sizeBytes(number));
  }

  @Override
  boolean isDone() {
    return sequence == packets();
  }
}
