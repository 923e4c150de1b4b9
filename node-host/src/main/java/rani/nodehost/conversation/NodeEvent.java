// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.conversation;

import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import rani.world.Facts;
import rani.world.Inline;

/**
 * An event of a node.
 *
 * @param id counted from 1; null for an event that reports missing ones
 * @param kind the kind of its facts
 * @param atNanos in the node's time; null where {@code id} is
 */
public record NodeEvent(
    @Nullable Long id, String kind, String node, @Nullable Long atNanos, @Inline Facts facts)
    implements Facts {
  /** The kept events of a node, the oldest first. */
  public record Last(List<NodeEvent> events) implements Facts {}

  /** A link is {@code up} or {@code down}. */
  public record Link(int link, String state) implements Facts {}

  /**
   * A filter was installed, was removed or dropped packets; {@code link} is a number or {@code
   * own}.
   */
  public record Filter(String change, Object link, String flow, long untilNanos, long caught)
      implements Facts {}

  /** A queue is congested. */
  public record Congested(String queue, String congestion, double average) implements Facts {}

  /** A service wrote a note. */
  public record Noted(String service, String event, String detail) implements Facts {}

  /** A service blocks the node. */
  public record Blocked(String service, long blockedNanos, List<String> stack) implements Facts {}

  /** Packets were dropped; counts by reason. */
  public record Drops(SequencedMap<String, Long> reasons) implements Facts {}

  /** Events are missing; their number. */
  public record Missing(long events) implements Facts {}
}
