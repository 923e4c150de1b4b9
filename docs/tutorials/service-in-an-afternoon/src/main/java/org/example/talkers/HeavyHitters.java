// SPDX-License-Identifier: Apache-2.0
package org.example.talkers;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/**
 * The most frequent of a stream of addresses, in memory that does not grow with it: Space-Saving
 * (Metwally, Agrawal, El Abbadi 2005). Who makes up more than 1/n of the stream is among n.
 */
final class HeavyHitters {
  private final int countersMax;
  private final SequencedMap<Integer, Counter> counters = new LinkedHashMap<>();

  /** How often an address was seen: at most {@code count}, at least {@code count - error}. */
  record Counter(int address, long count, long error) {}

  HeavyHitters(int countersMax) {
    this.countersMax = countersMax;
  }

  void see(int address) {
    Counter known = counters.get(address);
    if (known != null) {
      counters.put(address, new Counter(address, known.count + 1, known.error));
      return;
    }
    Counter least = counters.size() == countersMax ? least() : null;
    long before = 0;
    if (least != null) {
      counters.remove(least.address);
      before = least.count; // the newcomer may have been seen as often while it was not counted
    }
    counters.put(address, new Counter(address, before + 1, before));
  }

  private @Nullable Counter least() {
    Counter least = null;
    for (Counter each : counters.values()) {
      least = least == null || each.count < least.count ? each : least;
    }
    return least;
  }

  /** The most frequent first; of equals the one that came first. */
  List<Counter> top() {
    List<Counter> top = new ArrayList<>(counters.values());
    top.sort(Comparator.comparingLong(Counter::count).reversed());
    return top;
  }

  void clear() {
    counters.clear();
  }
}
