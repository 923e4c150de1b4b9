// SPDX-License-Identifier: Apache-2.0
package rani.bench.harness;

import java.util.LinkedHashMap;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import rani.world.Facts;

/** What one variant of a case came to. */
public sealed interface Finding extends Facts permits Comparison, Measures {
  /** The case. */
  String bench();

  /** Which of its variants, in words. */
  String variant();

  /** How many rounds were played. */
  int rounds();

  /** Whether nothing of this counts. */
  boolean isVoid();

  /** What each contender came to. */
  Facts contenders();

  /** Figures of the whole variant. */
  Facts others();

  @Override
  default SequencedMap<String, @Nullable Object> byKey() {
    SequencedMap<String, @Nullable Object> facts = new LinkedHashMap<>();
    facts.put("bench", bench());
    facts.put("variant", variant());
    facts.put("rounds", rounds());
    facts.put("void", isVoid());
    facts.putAll(contenders().byKey());
    facts.putAll(others().byKey());
    return facts;
  }
}
