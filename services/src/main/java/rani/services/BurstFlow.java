// SPDX-License-Identifier: Apache-2.0
package rani.services;

/** Packets in bursts; what does not divide goes to the first. */
final class BurstFlow extends DatagramFlow {
  private final int bursts;
  private final long gapNanos;
  private int burst;
  private int sequence;

  BurstFlow(Place place, Load load, int bursts, long gapNanos) {
    super(place, load);
    this.bursts = bursts;
    this.gapNanos = gapNanos;
  }

  @Override
  void wake(long nowNanos) {
    int size = packets() / bursts + (burst < packets() % bursts ? 1 : 0);
    burst++;
    if (!isDone()) {
      wakeAt(nowNanos + gapNanos);
    }
    for (int i = 0; i < size; i++) {
      send(nowNanos, GeneratorHeader.DATA, sequence++, false);
    }
  }

  @Override
  boolean isDone() {
    return burst == bursts;
  }
}
