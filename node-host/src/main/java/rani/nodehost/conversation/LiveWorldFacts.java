// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.conversation;

import org.jspecify.annotations.Nullable;
import rani.live.LiveFacts;
import rani.world.Facts;
import rani.world.Inline;

/**
 * Facts of a live node's world: transport, sockets and their drops, stalls, trace file.
 *
 * @param traceFailure why the trace ended early; empty if it did not
 * @param recent null before the first sample
 */
public record LiveWorldFacts(
    @Inline LiveFacts world, long traceLinesLost, String traceFailure, @Nullable Recent recent)
    implements Facts {
  /**
   * The increase of the counters in the last minute.
   *
   * @param seconds actual length of the interval
   */
  public record Recent(double seconds, @Inline LiveCounts counts) implements Facts {}
}
