// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.conversation;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import rani.node.NodeFacts;
import rani.world.Facts;

/**
 * What a node's sources have sent and its sinks have taken, of what its services tell.
 *
 * @param sent in packets; null if no source tells
 * @param received by the address of each source a pair of packets and bytes; null without a sink
 * @param leftOut sources that there was no room for; null without a sink
 */
public record TrafficFacts(
    @Nullable Long sent,
    @Nullable SequencedMap<String, List<Long>> received,
    @Nullable Long leftOut)
    implements Facts {
  /** Sources that a sink is shown with. */
  static final int SOURCES_MAX = 256;

  private static final List<String> PACKETS = List.of("distinct.", "messages.");
  private static final List<String> BYTES = List.of("distinct-bytes.", "message-bytes.");

  /** Of what a node shows of its services. */
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

  /** What a sink has taken. */
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
