// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.conversation;

import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import rani.world.Facts;
import rani.world.Inline;

/**
 * What has changed in a node.
 *
 * @param id counted from 1; null of what only says that others are missing
 * @param kind of which its facts are
 * @param atNanos in the node's time; null where {@code id} is
 */
public record NodeEvent(
    @Nullable Long id, String kind, String node, @Nullable Long atNanos, @Inline Facts facts)
    implements Facts {
  /** The last events of a node, those that are kept, the oldest first. */
  public record Last(List<NodeEvent> events) implements Facts {}

  /** A link is {@code up} or {@code down}. */
  public record Link(int link, String state) implements Facts {}

  /** A filter came, went or caught; {@code link} is a number or {@code own}. */
  public record Filter(String change, Object link, String flow, long untilNanos, long caught)
      implements Facts {}

  /** A queue is congested. */
  public record Congested(String queue, String congestion, double average) implements Facts {}

  /** A service notes something. */
  public record Noted(String service, String event, String detail) implements Facts {}

  /** A service holds the node up. */
  public record Blocked(String service, long blockedNanos, List<String> stack) implements Facts {}

  /** Packets were dropped, so many for each reason. */
  public record Drops(SequencedMap<String, Long> reasons) implements Facts {}

  /** So many events are missing. */
  public record Missing(long events) implements Facts {}
}
