// SPDX-License-Identifier: Apache-2.0
package rani.study.variable;

import java.util.List;

/** Where the seeds of a sweep's trials come from. */
public sealed interface Seeds {

  /** Repetition k has the file's seed + k, in every variant. */
  record Paired() implements Seeds {}

  /** Every trial has its own: the file's seed + its number. */
  record Distinct() implements Seeds {}

  /**
   * Repetition k has the k-th of a list, in every variant.
   *
   * @param seeds at least as many as there are repetitions
   */
  record Listed(List<Long> seeds) implements Seeds {
    public Listed {
      seeds = List.copyOf(seeds);
    }
  }
}
