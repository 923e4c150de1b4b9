// SPDX-License-Identifier: Apache-2.0
package rani.node;

import java.util.LinkedHashMap;
import java.util.SequencedMap;

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
  long refusedUnknownOrigin;
  long refusedUnknownLink;
  long refusedSignature;
  long refusedUnverified;
  long contested;
  long expired;
  long computed;

  SequencedMap<String, Long> facts() {
    SequencedMap<String, Long> facts = new LinkedHashMap<>();
    facts.put("said", said);
    facts.put("sent", sent);
    facts.put("received", received);
    facts.put("taken", taken);
    facts.put("acknowledged", acknowledged);
    facts.put("refused-stale", refusedStale);
    facts.put("refused-too-soon", refusedTooSoon);
    facts.put("refused-too-old", refusedTooOld);
    facts.put("refused-malformed", refusedMalformed);
    facts.put("refused-unknown-origin", refusedUnknownOrigin);
    facts.put("refused-unknown-link", refusedUnknownLink);
    facts.put("refused-signature", refusedSignature);
    facts.put("refused-unverified", refusedUnverified);
    facts.put("contested", contested);
    facts.put("expired", expired);
    facts.put("computed", computed);
    return facts;
  }
}
