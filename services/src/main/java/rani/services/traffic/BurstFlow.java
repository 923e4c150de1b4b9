// SPDX-License-Identifier: Apache-2.0
package rani.services.traffic;

import rani.world.LinkId;

/**
 * Datagrams in bursts; remaining packets go to the first bursts. A burst is handed to the node at
 * once. It ends when its egress link has served all its packets at the link's rate; earlier packets
 * in the link's queue are ignored.
 */
final class BurstFlow extends DatagramFlow {
  private final int bursts;
  private final long gapNanos;
  private final boolean gapFromEnd;
  private int burst;
  private int sequence;

  /** Creates a flow. Gaps count from a burst's end if {@code gapFromEnd}, else from its start. */
  BurstFlow(Place place, Load load, int bursts, long gapNanos, boolean gapFromEnd) {
    super(place, load);
    this.bursts = bursts;
    this.gapNanos = gapNanos;
    this.gapFromEnd = gapFromEnd;
  }

  @Override
  void wake(long nowNanos) {
    int size = packets() / bursts + (burst < packets() % bursts ? 1 : 0);
    burst++;
    if (!isDone()) {
      wakeAt(nowNanos + (gapFromEnd ? size * serviceNanos() : 0) + gapNanos);
    }
    for (int i = 0; i < size; i++) {
      send(nowNanos, GeneratorHeader.DATA, sequence++, false);
    }
  }

  /** Returns the transmission time of one packet on the egress link; 0 without a route. */
  private long serviceNanos() {
    LinkId link = context().route(place().destination());
    return link == null ? 0 : context().rate(link).serviceNanos(sizeBytes());
  }

  @Override
  boolean isDone() {
    return burst == bursts;
  }
}
