// SPDX-License-Identifier: Apache-2.0
package rani.study.sweep;

/**
 * The part of a sweep that one of several processes runs: every {@link #of}-th trial. Neighbouring
 * trials cost about the same, so shards are balanced.
 *
 * @param number 1…of
 * @param of how many shards there are
 */
public record Shard(int number, int of) {
  /** All of a sweep. */
  public static final Shard WHOLE = new Shard(1, 1);

  /** The most shards of one sweep. */
  public static final int SHARDS_MAX = 100_000;

  public Shard {
    if (of < 1 || of > SHARDS_MAX || number < 1 || number > of) {
      throw new IllegalArgumentException(number + "/" + of + " is no shard");
    }
  }

  /** Whether it is all there is. */
  public boolean isWhole() {
    return of == 1;
  }

  /** How many of so many trials are its own. */
  public long count(long trials) {
    return trials < number ? 0 : (trials - number) / of + 1;
  }

  /** The number of its k-th trial among all, both from 0. */
  public long index(long k) {
    return number - 1 + k * of;
  }

  /** {@code 2/4}. */
  @Override
  public String toString() {
    return number + "/" + of;
  }
}
