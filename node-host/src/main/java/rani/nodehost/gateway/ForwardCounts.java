// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.gateway;

import java.util.LinkedHashMap;
import java.util.SequencedMap;
import rani.world.Facts;
import rani.world.Inline;

/** Counters of one forward: connections, bytes, and refusals by reason. */
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

  /** Counts bytes from a program into the network. */
  void in(long bytes) {
    bytesIn += bytes;
  }

  /** Counts bytes from the network to a program. */
  void out(long bytes) {
    bytesOut += bytes;
  }

  void refused(String reason) {
    refused.merge(reason, 1L, Long::sum);
  }

  long refusedFor(String reason) {
    return refused.getOrDefault(reason, 0L);
  }

  /**
   * What a forward reports; the keys of {@code opened} are, for instance, {@code connections-open}.
   */
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

  /** Facts of a forward that listens at an address. */
  record Listening(String kind, String listening, @Inline Shown counts) implements Facts {}
}
