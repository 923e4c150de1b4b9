// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.conversation;

import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import rani.world.Facts;
import rani.world.Inline;

/**
 * An event of a node for its subscribers. Ids count from 1; id and time are null for {@link
 * Missing}.
 */
public record NodeEvent(
    @Nullable Long id, String kind, String node, @Nullable Long atNanos, @Inline Facts facts)
    implements Facts {
  /** The kept events of a node, the oldest first. */
  public record Last(List<NodeEvent> events) implements Facts {}

  /** The state is {@code up} or {@code down}. */
  public record Link(int link, String state) implements Facts {}

  /** A filter was installed, was removed or dropped packets. */
  public record Filter(String change, Object link, String flow, long untilNanos, long caught)
      implements Facts {}

  public record Congested(String queue, String congestion, double average) implements Facts {}

  /** A service wrote a note to the trace. */
  public record Noted(String service, String event, String detail) implements Facts {}

  /** A call of a service has not returned, so that the node does nothing else. */
  public record Blocked(String service, long blockedNanos, List<String> stack) implements Facts {}

  /** Number of packets dropped since the last such event, by reason. */
  public record Drops(SequencedMap<String, Long> reasons) implements Facts {}

  /** Number of events that a slow or reconnecting subscriber has missed. */
  public record Missing(long events) implements Facts {}
}
