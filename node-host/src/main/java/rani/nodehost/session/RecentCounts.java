// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.session;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;
import rani.nodehost.conversation.LiveCounts;
import rani.nodehost.conversation.LiveWorldFacts;

/**
 * Sliding window of one minute over the counters that {@link LiveTrust} reads, so that a network
 * that stalled once can be trusted again.
 */
final class RecentCounts {
  static final long INTERVAL_NANOS = 10_000_000_000L;

  static final int LOOKS_MAX = 6;

  private static final double NANOS_PER_SECOND = 1e9;

  private final Deque<Look> looks = new ArrayDeque<>();

  private record Look(long atNanos, LiveCounts counts) {}

  /** Adds a sample, and removes the sample that is older than a minute. */
  synchronized void look(long nowNanos, LiveCounts counts) {
    looks.add(new Look(nowNanos, counts));
    if (looks.size() > LOOKS_MAX) {
      looks.remove();
    }
  }

  /** Returns the increase since the oldest sample; null before the first sample. */
  synchronized LiveWorldFacts.@Nullable Recent since(long nowNanos, LiveCounts counts) {
    Look oldest = looks.peek();
    return oldest == null
        ? null
        : new LiveWorldFacts.Recent(
            (nowNanos - oldest.atNanos) / NANOS_PER_SECOND, counts.since(oldest.counts));
  }
}
