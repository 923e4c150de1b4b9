// SPDX-License-Identifier: Apache-2.0
package rani.bench.harness;

import java.time.Duration;
import java.util.function.Consumer;

/**
 * Options: rounds go through the contenders in alternating orders; each contender works for {@code
 * warmUp} before; variants without {@code only} in their names are left out; {@code wide} measures
 * all useful combinations instead of a selection.
 */
public record BenchOptions(
    int rounds,
    Duration window,
    Duration warmUp,
    String only,
    boolean wide,
    Consumer<String> progress) {
  /** The default, with which results are stable enough to publish. */
  public static final int ROUNDS = 6;

  /** The limit, because a machine's speed changes during longer runs. */
  public static final int ROUNDS_MAX = 1000;

  /** Creates options for a selection of combinations of all variants. */
  public BenchOptions(int rounds, Duration window, Duration warmUp, Consumer<String> progress) {
    this(rounds, window, warmUp, "", false, progress);
  }

  /** Divides the length of windows. */
  public BenchOptions windowParts(int parts) {
    return new BenchOptions(rounds, window.dividedBy(parts), warmUp, only, wide, progress);
  }

  /** Limits the number of rounds, for measurements that take long. */
  public BenchOptions roundsAtMost(int max) {
    return new BenchOptions(Math.min(max, rounds), window, warmUp, only, wide, progress);
  }

  public boolean measures(String variant) {
    return variant.contains(only);
  }
}
