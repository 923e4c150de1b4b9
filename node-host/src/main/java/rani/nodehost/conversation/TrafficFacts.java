// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.conversation;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import rani.node.NodeFacts;
import rani.world.Facts;

/**
 * Packets that a node's services {@code source} and {@code sink} have sent and received.
 *
 * @param sent packets; null without a source
 * @param received packets and bytes by source address; null without a sink
 * @param leftOut number of source addresses beyond the limit; null without a sink
 */
public record TrafficFacts(
    @Nullable Long sent,
    @Nullable SequencedMap<String, List<Long>> received,
    @Nullable Long leftOut)
    implements Facts {
  /** The most source addresses of a sink that are shown. */
  static final int SOURCES_MAX = 256;

  private static final List<String> PACKETS = List.of("distinct.", "messages.");
  private static final List<String> BYTES = List.of("distinct-bytes.", "message-bytes.");

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

  /** Adds up the facts of a sink, which has separate counters for datagrams and for messages. */
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
