// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.conversation;

import org.jspecify.annotations.Nullable;
import rani.live.LiveFacts;
import rani.world.Facts;
import rani.world.Inline;

/**
 * Facts of a live node's world: sockets, stalls, trace file. {@code traceFailure} is empty if the
 * trace is complete; {@code unreachableBeforeGo} are frames sent before traffic began, while a
 * foreign neighbour was not there yet; {@code recent} is null before the first sample.
 */
public record LiveWorldFacts(
    @Inline LiveFacts world,
    long traceLinesLost,
    String traceFailure,
    long unreachableBeforeGo,
    @Nullable Recent recent)
    implements Facts {
  /** Increase of the counters in about a minute, with the actual length of the interval. */
  public record Recent(double seconds, @Inline LiveCounts counts) implements Facts {}
}
