// SPDX-License-Identifier: Apache-2.0
package rani.bench.harness;

import java.util.SequencedMap;

/** What one variant of a case came to. */
public sealed interface Finding permits Comparison, Measures {
  /** The case. */
  String bench();

  /** Which of its variants, in words. */
  String variant();

  /** How many rounds were played. */
  int rounds();

  /** Whether nothing of this counts. */
  boolean isVoid();

  /** Figures of the whole variant, by name. */
  SequencedMap<String, Object> others();

  /** For programs. */
  SequencedMap<String, Object> facts();
}
