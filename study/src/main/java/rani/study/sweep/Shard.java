// SPDX-License-Identifier: Apache-2.0
package rani.study.sweep;

/**
 * The part {@code number}, from 1, of a sweep that runs in {@code of} processes: every {@link
 * #of}-th trial. Neighbouring trials take about the same time, so that shards are balanced.
 */
public record Shard(int number, int of) {
  public static final Shard WHOLE = new Shard(1, 1);
  public static final int SHARDS_MAX = 100_000;

  public Shard {
    if (of < 1 || of > SHARDS_MAX || number < 1 || number > of) {
      throw new IllegalArgumentException(number + "/" + of + " is no shard");
    }
  }

  public boolean isWhole() {
    return of == 1;
  }

  /** Returns the number of trials in this shard of a sweep of {@code trials} trials. */
  public long count(long trials) {
    return trials < number ? 0 : (trials - number) / of + 1;
  }

  /** Returns the index in the sweep of this shard's k-th trial, both from 0. */
  public long index(long k) {
    return number - 1 + k * of;
  }

  @Override
  public String toString() {
    return number + "/" + of;
  }
}
