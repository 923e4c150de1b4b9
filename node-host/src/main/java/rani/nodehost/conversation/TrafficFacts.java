// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.conversation;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import rani.node.NodeFacts;
import rani.world.Facts;

/**
 * Totals of a node's sources and sinks, from the facts of its services.
 *
 * @param sent packets sent; null without a source
 * @param received packets and bytes received, by source address; null without a sink
 * @param leftOut number of sources beyond the limit; null without a sink
 */
public record TrafficFacts(
    @Nullable Long sent,
    @Nullable SequencedMap<String, List<Long>> received,
    @Nullable Long leftOut)
    implements Facts {
  /** The most sources that are shown of a sink. */
  static final int SOURCES_MAX = 256;

  private static final List<String> PACKETS = List.of("distinct.", "messages.");
  private static final List<String> BYTES = List.of("distinct-bytes.", "message-bytes.");

  /** From the facts of a node's services. */
  public static TrafficFacts of(NodeFacts.Services shown) {
    NodeFacts.OfService source = shown.services().get("source");
    Object sent = source == null ? null : source.byKey().get("sent");
    NodeFacts.OfService sink = shown.services().get("sink");
    Taken taken = new Taken();
    if (sink != null) {
      sink.byKey().forEach(taken::add);
    }
    return new TrafficFacts(
        sent instanceof Number packets ? packets.longValue() : null,
        sink == null ? null : taken.bySource,
        sink == null ? null : taken.leftOut);
  }

  /** Totals of a sink. */
  private static final class Taken {
    private final SequencedMap<String, List<Long>> bySource = new LinkedHashMap<>();
    private long leftOut;

    void add(String key, @Nullable Object value) {
      if (value instanceof Number count) {
        PACKETS.forEach(prefix -> add(key, prefix, count.longValue(), 0));
        BYTES.forEach(prefix -> add(key, prefix, 0, count.longValue()));
      }
    }

    private void add(String key, String prefix, long packets, long bytes) {
      if (!key.startsWith(prefix)) {
        return;
      }
      String source = key.substring(prefix.length());
      if (bySource.containsKey(source) || bySource.size() < SOURCES_MAX) {
        bySource.merge(
            source,
            List.of(packets, bytes),
            (had, more) ->
                List.of(had.getFirst() + more.getFirst(), had.getLast() + more.getLast()));
      } else if (PACKETS.contains(prefix)) {
        leftOut++;
      }
    }
  }
}
