// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.conversation;

import org.jspecify.annotations.Nullable;
import rani.live.LiveFacts;
import rani.world.Facts;
import rani.world.Inline;

/**
 * What a live node's world knows of it: transport, sockets, what they dropped, stalls; and what of
 * that was in the last minute.
 *
 * @param traceLinesLost lines of its trace that were lost
 * @param traceFailure why its trace ended before its time; empty if it did not
 * @param recent what {@link LiveCounts} have grown by; null before there is anything to compare
 */
public record LiveWorldFacts(
    @Inline LiveFacts world, long traceLinesLost, String traceFailure, @Nullable Recent recent)
    implements Facts {
  /**
   * What was counted lately.
   *
   * @param seconds how long that was
   */
  public record Recent(double seconds, @Inline LiveCounts counts) implements Facts {}
}
