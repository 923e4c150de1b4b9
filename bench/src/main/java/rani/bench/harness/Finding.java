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
  String bench();

  String variant();

  int rounds();

  boolean isVoid();

  Facts contenders();

  /** Returns figures of the whole variant. */
  Facts others();

  /** The JSON of a result. */
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
    JsonObject isVoid =
        JsonObject.of(Map.of("void", isVoid())); // the JSON key is a reserved word in Java
    return new Shown(bench(), variant(), rounds(), isVoid, contenders(), others()).byKey();
  }
}
