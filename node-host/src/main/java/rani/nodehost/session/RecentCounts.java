// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.session;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;
import rani.nodehost.conversation.LiveCounts;
import rani.nodehost.conversation.LiveWorldFacts;

/**
 * What a node has counted lately that {@link LiveTrust} goes by, so that a network that stood still
 * once can be believed again. Counts are looked at every {@link #INTERVAL_NANOS}; what is told is
 * the difference to the oldest look that is remembered.
 */
final class RecentCounts {
  /** From one look to the next. */
  static final long INTERVAL_NANOS = 10_000_000_000L;

  /** Looks that are remembered: a minute's. */
  static final int LOOKS_MAX = 6;

  private static final double NANOS_PER_SECOND = 1e9;

  private final Deque<Look> looks = new ArrayDeque<>();

  /** Counts at a time. */
  private record Look(long atNanos, LiveCounts counts) {}

  /** Remembers what is counted now, and forgets what was a minute ago. */
  synchronized void look(long nowNanos, LiveCounts counts) {
    looks.add(new Look(nowNanos, counts));
    if (looks.size() > LOOKS_MAX) {
      looks.remove();
    }
  }

  /** What was counted since the oldest look; null before the first. */
  synchronized LiveWorldFacts.@Nullable Recent since(long nowNanos, LiveCounts counts) {
    Look oldest = looks.peek();
    return oldest == null
        ? null
        : new LiveWorldFacts.Recent(
            (nowNanos - oldest.atNanos) / NANOS_PER_SECOND, counts.since(oldest.counts));
  }
}
