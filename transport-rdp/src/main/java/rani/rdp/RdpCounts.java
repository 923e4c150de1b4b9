// SPDX-License-Identifier: Apache-2.0
package rani.rdp;

import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import rani.world.Facts;
import rani.world.Inline;

/**
 * Counts of an endpoint.
 *
 * @param connections number of open connections
 * @param unanswered segments without an answer; null if there were none
 * @param byReason ended connections ({@code ended.}) and refused segments ({@code refused.}) by
 *     reason
 */
public record RdpCounts(
    long connections,
    long connectionsMade,
    @Nullable Long unanswered,
    @Inline @Nullable Media media,
    @Inline SequencedMap<String, Long> byReason)
    implements Facts {
  /** Messages that arrived shortened; absent if none did. */
  public record Media(long shortened, long missingBytes) implements Facts {}
}
