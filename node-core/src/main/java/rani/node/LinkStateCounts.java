// SPDX-License-Identifier: Apache-2.0
package rani.node;

import java.util.LinkedHashMap;
import java.util.SequencedMap;

/** What a node's link-state routing has done, in numbers since it was made. */
final class LinkStateCounts {
  long said;
  long sent;
  long received;
  long taken;
  long acknowledged;
  long refusedStale;
  long refusedTooSoon;
  long refusedTooOld;
  long refusedMalformed;
  long refusedFull;
  long expired;
  long computed;

  SequencedMap<String, Object> facts() {
    SequencedMap<String, Object> facts = new LinkedHashMap<>();
    facts.put("said", said);
    facts.put("sent", sent);
    facts.put("received", received);
    facts.put("taken", taken);
    facts.put("acknowledged", acknowledged);
    facts.put("refused-stale", refusedStale);
    facts.put("refused-too-soon", refusedTooSoon);
    facts.put("refused-too-old", refusedTooOld);
    facts.put("refused-malformed", refusedMalformed);
    facts.put("refused-full", refusedFull);
    facts.put("expired", expired);
    facts.put("computed", computed);
    return facts;
  }
}
