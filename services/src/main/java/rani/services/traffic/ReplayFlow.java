// SPDX-License-Identifier: Apache-2.0
package rani.services.traffic;

/** Datagrams at the times of a list, relative to the start of the flow, once or again and again. */
final class ReplayFlow extends DatagramFlow {
  private final Arrivals arrivals;
  private final long loopNanos;
  private final long durationNanos;
  private boolean begun;
  private long beginNanos;
  private int sequence;

  /**
   * Creates a flow.
   *
   * @param loopNanos from the beginning of the list to its next beginning; 0 for once only
   * @param durationNanos for how long packets are sent; 0 for no limit
   */
  ReplayFlow(Place place, Load load, Arrivals arrivals, long loopNanos, long durationNanos) {
    super(place, load);
    this.arrivals = arrivals;
    this.loopNanos = loopNanos;
    this.durationNanos = durationNanos;
  }

  @Override
  void wake(long nowNanos) {
    if (!begun) {
      begun = true;
      beginNanos = nowNanos;
      if (!isDone()) {
        wakeAt(beginNanos + dueNanos());
      }
      return;
    }
    int number = sequence++;
    if (!isDone()) {
      wakeAt(beginNanos + dueNanos());
    }
    int sizeBytes = arrivals.sizeBytes(number % arrivals.count());
    send(nowNanos, GeneratorHeader.DATA, number, false, sizeBytes);
  }

  /** Returns when the next packet is due, from the beginning. */
  private long dueNanos() {
    long round = sequence / arrivals.count();
    return round * loopNanos + arrivals.atNanos(sequence % arrivals.count());
  }

  @Override
  boolean isDone() {
    return (loopNanos == 0 && sequence == arrivals.count())
        || sequence == GeneratorHeader.SEQUENCE_MAX
        || (durationNanos > 0 && begun && dueNanos() >= durationNanos);
  }
}
