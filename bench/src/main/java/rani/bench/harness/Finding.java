// SPDX-License-Identifier: Apache-2.0
package rani.bench.harness;

import java.util.Map;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import rani.json.JsonObject;
import rani.world.Facts;
import rani.world.Inline;

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

  /** For programs. */
  record Shown(
      String bench,
      String variant,
      int rounds,
      @Inline Facts isVoid,
      @Inline Facts contenders,
      @Inline Facts others)
      implements Facts {}

  @Override
  default SequencedMap<String, @Nullable Object> byKey() {
    JsonObject isVoid = JsonObject.of(Map.of("void", isVoid())); // a word that Java keeps
    return new Shown(bench(), variant(), rounds(), isVoid, contenders(), others()).byKey();
  }
}
