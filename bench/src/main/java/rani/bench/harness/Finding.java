// SPDX-License-Identifier: Apache-2.0
package rani.bench.harness;

import java.util.Map;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import rani.json.JsonObject;
import rani.world.Facts;
import rani.world.Inline;

/** The result of one variant of a case. */
public sealed interface Finding extends Facts permits Comparison, Measures {
  /** The case. */
  String bench();

  /** The variant, in words. */
  String variant();

  /** The number of rounds. */
  int rounds();

  /** Whether the result is invalid. */
  boolean isVoid();

  /** The results of the contenders. */
  Facts contenders();

  /** Figures of the whole variant. */
  Facts others();

  /** The result for programs. */
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
