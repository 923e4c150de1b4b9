// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.conversation;

import org.jspecify.annotations.Nullable;
import rani.live.LiveFacts;
import rani.world.Facts;
import rani.world.Inline;

/**
 * Facts of a live node's world: transport, sockets, their drops, stalls; and those of the last
 * minute.
 *
 * @param traceLinesLost lines of its trace that were lost
 * @param traceFailure why its trace ended early; empty if it did not
 * @param recent the increase of {@link LiveCounts}; null before the second sample
 */
public record LiveWorldFacts(
    @Inline LiveFacts world, long traceLinesLost, String traceFailure, @Nullable Recent recent)
    implements Facts {
  /**
   * Counts of the last minute.
   *
   * @param seconds the length of the interval
   */
  public record Recent(double seconds, @Inline LiveCounts counts) implements Facts {}
}
