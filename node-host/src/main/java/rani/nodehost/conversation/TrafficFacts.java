// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.conversation;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;

/**
 * What a node's sources have sent and its sinks have taken, of what its services tell: {@code sent}
 * in packets; {@code received}, by the address of each source a pair of packets and bytes; {@code
 * left-out}, sources that there was no room for.
 */
public final class TrafficFacts {
  /** Sources that a sink is shown with. */
  static final int SOURCES_MAX = 256;

  private static final List<String> PACKETS = List.of("distinct.", "messages.");
  private static final List<String> BYTES = List.of("distinct-bytes.", "message-bytes.");

  private final SequencedMap<String, long[]> received = new LinkedHashMap<>();
  private long leftOut;

  private TrafficFacts() {}

  /**
   * Of the facts of a node's services.
   *
   * @param services by name, as nodes show them
   */
  public static SequencedMap<String, Object> of(SequencedMap<String, Object> services) {
    SequencedMap<String, Object> facts = new LinkedHashMap<>();
    if (services.get("source") instanceof Map<?, ?> source
        && source.get("sent") instanceof Number sent) {
      facts.put("sent", sent.longValue());
    }
    if (services.get("sink") instanceof Map<?, ?> sink) {
      TrafficFacts traffic = new TrafficFacts();
      sink.forEach((key, value) -> traffic.add(String.valueOf(key), value));
      SequencedMap<String, Object> received = new LinkedHashMap<>();
      traffic.received.forEach((source, sums) -> received.put(source, List.of(sums[0], sums[1])));
      facts.put("received", received);
      facts.put("left-out", traffic.leftOut);
    }
    return facts;
  }

  private void add(String key, Object value) {
    if (value instanceof Number count) {
      PACKETS.forEach(prefix -> add(key, prefix, 0, count.longValue()));
      BYTES.forEach(prefix -> add(key, prefix, 1, count.longValue()));
    }
  }

  private void add(String key, String prefix, int column, long count) {
    if (!key.startsWith(prefix)) {
      return;
    }
    String source = key.substring(prefix.length());
    long[] sums = received.get(source);
    if (sums == null && received.size() < SOURCES_MAX) {
      sums = new long[2];
      received.put(source, sums);
    }
    if (sums != null) {
      sums[column] += count;
    } else if (column == 0) {
      leftOut++;
    }
  }
}
