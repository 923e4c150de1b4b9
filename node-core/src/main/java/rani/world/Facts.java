// SPDX-License-Identifier: Apache-2.0
package rani.world;

import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/**
 * Facts that a part of the network reports: a record whose components are the keys, in kebab-case
 * (or {@link CamelCase}) and in their order. A component is a text, a number, a truth value, facts,
 * or a list or a map of such; one that is null is left out. The keys of one that is {@link Inline}
 * stand in its place.
 */
public interface Facts {
  /** Nothing to show. */
  Facts NONE = new None();

  /** By key, in order: texts, numbers, truth values, and lists and maps of such. */
  default SequencedMap<String, @Nullable Object> byKey() {
    return FactShape.of(getClass()).values(this);
  }

  /** Nothing to show. */
  record None() implements Facts {}
}
