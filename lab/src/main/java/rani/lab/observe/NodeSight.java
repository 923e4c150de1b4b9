// SPDX-License-Identifier: Apache-2.0
package rani.lab.observe;

import org.jspecify.annotations.Nullable;

/**
 * What the watches of one run know of one node, so that none of them looks it up by name for every
 * event.
 */
final class NodeSight {
  final String name;

  /** Whether one of its queues is the observed one. */
  final boolean hasObservedQueue;

  /** Its links of which it is watched how busy they are, by number. */
  final LinkWatch.@Nullable Use[] uses;

  /** Packets that came to the first queue of this node and joined it, by source. */
  final Tally entered = new Tally();

  /** Packets of RDP that it made, and cuts of its windows. */
  final CutWatch cuts;

  /** How long packets stay in it; null if no direction of it is watched. */
  final SojournWatch.@Nullable AtNode sojourns;

  /** Congestion windows of its connections, in thousandths of packets. */
  final HeldValues cwndThousandths = new HeldValues();

  /** Smoothed round trips of its connections, in nanoseconds. */
  final HeldValues srttNanos = new HeldValues();

  /** How long its transfers took; null before the first is done. */
  @Nullable DelaySamples completions;

  /** Of its queues; null before the first verdict. */
  QueueWatch.@Nullable Extremes extremes;

  NodeSight(
      String name,
      ObservationPlan plan,
      LinkWatch.@Nullable Use[] uses,
      SojournWatch.@Nullable AtNode sojourns) {
    this.name = name;
    this.hasObservedQueue = name.equals(plan.queueNode());
    this.uses = uses;
    this.sojourns = sojourns;
    this.cuts = new CutWatch(plan.span());
  }
}
