// SPDX-License-Identifier: Apache-2.0
package rani.rdp;

import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import rani.world.Facts;
import rani.world.Inline;

/**
 * What an endpoint has counted.
 *
 * @param connections that are open
 * @param unanswered segments without an answer, if there were any
 * @param byReason connections that {@code ended.} and segments that were {@code refused.}, by why
 */
public record RdpCounts(
    long connections,
    long connectionsMade,
    @Nullable Long unanswered,
    @Inline @Nullable Media media,
    @Inline SequencedMap<String, Long> byReason)
    implements Facts {
  /** Messages that came shortened, if any did. */
  public record Media(long shortened, long missingBytes) implements Facts {}
}
