// SPDX-License-Identifier: Apache-2.0
package rani.world;

import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/**
 * Facts that a part of the network reports. An implementation is a record, whose components are the
 * keys in kebab-case (or {@link CamelCase}) and in their order. A component is a text, number,
 * boolean, facts, or a list or map of these. Null components are left out. The keys of an {@link
 * Inline} component take its place.
 */
public interface Facts {
  Facts NONE = new None();

  /** Returns the values by key, in order: texts, numbers, booleans, lists and maps. */
  default SequencedMap<String, @Nullable Object> byKey() {
    return FactShape.of(getClass()).values(this);
  }

  record None() implements Facts {}
}
