// SPDX-License-Identifier: Apache-2.0
package rani.bench.harness;

import java.time.Duration;
import java.util.function.Consumer;

/**
 * Options of benchmarks.
 *
 * @param rounds of windows, each in the opposite order of the one before
 * @param window how long one is
 * @param warmUp how long each contender works before anything counts
 * @param only variants whose name has this in it are measured
 * @param wide whether every combination is measured that makes sense, and not only a choice
 * @param progress receives progress messages
 */
public record BenchOptions(
    int rounds,
    Duration window,
    Duration warmUp,
    String only,
    boolean wide,
    Consumer<String> progress) {
  /** Rounds that make a figure worth quoting. */
  public static final int ROUNDS = 6;

  /** More rounds take longer than machines stay as they are. */
  public static final int ROUNDS_MAX = 1000;

  /** A choice of combinations. */
  public BenchOptions(int rounds, Duration window, Duration warmUp, Consumer<String> progress) {
    this(rounds, window, warmUp, "", false, progress);
  }

  /** The same with windows of a part of the length, for what needs no longer ones. */
  public BenchOptions windowParts(int parts) {
    return new BenchOptions(rounds, window.dividedBy(parts), warmUp, only, wide, progress);
  }

  /** The same with fewer rounds, for what takes long. */
  public BenchOptions roundsAtMost(int max) {
    return new BenchOptions(Math.min(max, rounds), window, warmUp, only, wide, progress);
  }

  /** Whether a variant is to be measured. */
  public boolean measures(String variant) {
    return variant.contains(only);
  }
}
