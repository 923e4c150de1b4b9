// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.gateway;

import java.util.LinkedHashMap;
import java.util.SequencedMap;
import rani.world.Facts;
import rani.world.Inline;

/** What passed one forward, and what was refused, by reason. */
final class ForwardCounts {
  private final SequencedMap<String, Long> refused = new LinkedHashMap<>();
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
    refused.merge(reason, 1L, Long::sum);
  }

  /** How often for that reason. */
  long refusedFor(String reason) {
    return refused.getOrDefault(reason, 0L);
  }

  /** What is shown of them: what there is, {@code -open} and {@code -total}, what it carried. */
  record Shown(
      @Inline SequencedMap<String, Long> opened,
      long bytesIn,
      long bytesOut,
      SequencedMap<String, Long> refused)
      implements Facts {}

  Shown facts(String what) {
    SequencedMap<String, Long> opened = new LinkedHashMap<>();
    opened.put(what + "-open", (long) open);
    opened.put(what + "-total", total);
    return new Shown(opened, bytesIn, bytesOut, new LinkedHashMap<>(refused));
  }

  /** What is shown of something that listens. */
  record Listening(String kind, String listening, @Inline Shown counts) implements Facts {}
}
