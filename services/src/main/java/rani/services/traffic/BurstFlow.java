// SPDX-License-Identifier: Apache-2.0
package rani.services.traffic;

import rani.world.LinkId;

/**
 * Packets in bursts; what does not divide goes to the first. A burst is handed to the node at once.
 * It ends when the link by which it leaves has served its packets, one after another at the link's
 * rate; what waited there before is not looked at.
 */
final class BurstFlow extends DatagramFlow {
  private final int bursts;
  private final long gapNanos;
  private final boolean gapFromEnd;
  private int burst;
  private int sequence;

  /**
   * Bursts to one destination.
   *
   * @param gapNanos between bursts
   * @param gapFromEnd whether the gap is a pause, counted from the end of a burst, else from its
   *     start
   */
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

  /** How long the link towards the destination takes for one packet; 0 without a way there. */
  private long serviceNanos() {
    LinkId link = context().route(place().destination());
    return link == null ? 0 : context().rate(link).serviceNanos(sizeBytes());
  }

  @Override
  boolean isDone() {
    return burst == bursts;
  }
}
