// SPDX-License-Identifier: Apache-2.0
package rani.study.variable;

import java.util.List;

/** Rule for the seeds of a sweep's trials. */
public sealed interface Seeds {
  /** Gives repetition k the file's seed + k, in every variant. */
  record Paired() implements Seeds {}

  /** Gives every trial a seed of its own: the file's seed + the trial's number. */
  record Distinct() implements Seeds {}

  /** Gives repetition k the k-th seed of a list, in every variant. There is one for each k. */
  record Listed(List<Long> seeds) implements Seeds {
    public Listed {
      seeds = List.copyOf(seeds);
    }
  }
}
