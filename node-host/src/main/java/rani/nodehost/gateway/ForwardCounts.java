// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.gateway;

import java.util.LinkedHashMap;
import java.util.SequencedMap;

/** What passed one forward, and what was refused, by reason. */
final class ForwardCounts {
  private final SequencedMap<String, Object> refused = new LinkedHashMap<>();
  private int open;
  private long total;
  private long bytesIn;
  private long bytesOut;

  void opened() {
    open++;
    total++;
  }

  void closed() {
    open--;
  }

  /** Bytes from a program into the network. */
  void in(long bytes) {
    bytesIn += bytes;
  }

  /** Bytes from the network to a program. */
  void out(long bytes) {
    bytesOut += bytes;
  }

  void refused(String reason) {
    refused.merge(reason, 1L, (before, one) -> (Long) before + (Long) one);
  }

  /** How often for that reason. */
  long refusedFor(String reason) {
    return refused.get(reason) instanceof Long count ? count : 0;
  }

  /** Adds them in a fixed order; {@code what} is what is counted as open. */
  SequencedMap<String, Object> addTo(SequencedMap<String, Object> facts, String what) {
    facts.put(what + "-open", open);
    facts.put(what + "-total", total);
    facts.put("bytes-in", bytesIn);
    facts.put("bytes-out", bytesOut);
    facts.put("refused", new LinkedHashMap<>(refused));
    return facts;
  }
}
