// SPDX-License-Identifier: Apache-2.0
package rani.node;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.SequencedMap;

/** Counters of a node's link-state routing, since the node was created. */
final class LinkStateCounts {
  private final long[] counts = new long[Event.values().length];

  enum Event {
    SAID,
    SENT,
    RECEIVED,
    TAKEN,
    ACKNOWLEDGED,
    REFUSED_STALE,
    REFUSED_TOO_SOON,
    REFUSED_TOO_OLD,
    REFUSED_MALFORMED,
    REFUSED_UNKNOWN_ORIGIN,
    REFUSED_UNKNOWN_LINK,
    REFUSED_SIGNATURE,
    REFUSED_UNVERIFIED,
    CONTESTED,
    EXPIRED,
    COMPUTED
  }

  void add(Event event, long count) {
    counts[event.ordinal()] += count;
  }

  SequencedMap<String, Long> facts() {
    SequencedMap<String, Long> facts = new LinkedHashMap<>();
    for (Event event : Event.values()) {
      facts.put(event.name().toLowerCase(Locale.ROOT).replace('_', '-'), counts[event.ordinal()]);
    }
    return facts;
  }
}
