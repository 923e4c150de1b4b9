// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.session;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

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
  private record Look(
      long atNanos, SequencedMap<String, Object> queues, SequencedMap<String, Object> live) {}

  /** Remembers what is counted now, and forgets what was a minute ago. */
  synchronized void look(
      long nowNanos, SequencedMap<String, Object> queues, SequencedMap<String, Object> live) {
    looks.add(new Look(nowNanos, queues, live));
    if (looks.size() > LOOKS_MAX) {
      looks.remove();
    }
  }

  /**
   * What was counted since the oldest look: {@code seconds}, {@code queues} and {@code live} with
   * the names that these have themselves; nothing before the first.
   */
  synchronized SequencedMap<String, Object> since(
      long nowNanos, SequencedMap<String, Object> queues, SequencedMap<String, Object> live) {
    SequencedMap<String, Object> facts = new LinkedHashMap<>();
    Look oldest = looks.peek();
    if (oldest != null) {
      facts.put("seconds", (nowNanos - oldest.atNanos()) / NANOS_PER_SECOND);
      facts.put("queues", more(queues, oldest.queues()));
      facts.put("live", more(live, oldest.live()));
    }
    return facts;
  }

  /** Counts that have grown, by how much; what is no count, or a greatest of all time, is not. */
  private static SequencedMap<String, Object> more(Map<?, ?> now, Map<?, ?> before) {
    SequencedMap<String, Object> more = new LinkedHashMap<>();
    now.forEach(
        (name, value) -> {
          Object grown = difference(value, before.get(name));
          if (grown != null && !String.valueOf(name).endsWith("-nanos")) {
            more.put(String.valueOf(name), grown);
          }
        });
    return more;
  }

  private static @Nullable Object difference(@Nullable Object now, @Nullable Object before) {
    return switch (now) {
      case Map<?, ?> map -> more(map, before instanceof Map<?, ?> earlier ? earlier : Map.of());
      case Long count -> count - (before instanceof Long earlier ? earlier : 0);
      case Integer count -> count - (before instanceof Integer earlier ? earlier : 0);
      case null, default -> null;
    };
  }
}
