// SPDX-License-Identifier: Apache-2.0
package rani.tools.watch;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import rani.json.JsonObject;

/**
 * Puts events of several nodes, which come a little late and one node after the other, in order of
 * time. Nodes sum up drops for a second, so an event waits as long for earlier ones.
 */
final class EventOrder {
  static final long HELD_NANOS = 1_000_000_000;

  private record Held(long atNanos, long number, long cameNanos, JsonObject event) {}

  private final PriorityQueue<Held> held =
      new PriorityQueue<>(Comparator.comparingLong(Held::atNanos).thenComparingLong(Held::number));
  private long latestNanos = Long.MIN_VALUE;
  private long count;

  /** Takes an event that has come now; one without a time is as late as the latest before it. */
  void add(JsonObject event, long nowNanos) {
    long atNanos =
        event.find("at-nanos") instanceof Number number ? number.longValue() : latestNanos;
    latestNanos = Math.max(latestNanos, atNanos);
    held.add(new Held(atNanos, count++, nowNanos, event));
  }

  boolean isEmpty() {
    return held.isEmpty();
  }

  /** Returns the events that have been held for long enough, in order. */
  List<JsonObject> due(long nowNanos) {
    List<JsonObject> due = new ArrayList<>();
    for (Held first = held.peek();
        first != null && nowNanos - first.cameNanos >= HELD_NANOS;
        first = held.peek()) {
      due.add(held.remove().event);
    }
    return due;
  }

  /** Returns all events in order, and forgets them. */
  List<JsonObject> all() {
    List<JsonObject> all = new ArrayList<>();
    while (!held.isEmpty()) {
      all.add(held.remove().event);
    }
    return all;
  }
}
