// SPDX-License-Identifier: Apache-2.0
package rani.bench.harness;

import java.time.Duration;
import java.util.function.Consumer;

/**
 * Options of benchmarks.
 *
 * @param rounds of windows; consecutive rounds go through the contenders in opposite orders
 * @param window length of a window
 * @param warmUp how long each contender works before the measurement
 * @param only part of a name; variants without it are left out
 * @param wide whether all useful combinations are measured instead of a selection
 * @param progress receives progress messages
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
