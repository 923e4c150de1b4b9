// SPDX-License-Identifier: Apache-2.0
package rani.lab.experiment;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedSet;
import java.util.stream.LongStream;

/**
 * The combinations of values, by number: a number with mixed radices, of which the first variable
 * is the first digit and so varies slowest.
 */
final class Combinations {

  private final int[] radices;
  private final long count;

  /**
   * All combinations.
   *
   * @param radices how many values each variable has, each at least 1; their product at most {@link
   *     Sweep#TRIALS_MAX}
   */
  Combinations(List<Integer> radices) {
    this.radices = radices.stream().mapToInt(Integer::intValue).toArray();
    long product = 1;
    for (int radix : this.radices) {
      product = Math.multiplyExact(product, radix);
    }
    this.count = product;
  }

  /** How many there are. */
  long count() {
    return count;
  }

  /**
   * Combinations among which each value is: all of them if they are few, else each value with the
   * first of the others.
   */
  List<Long> sample(int max) {
    if (count <= max) {
      return LongStream.range(0, count).boxed().toList();
    }
    SequencedSet<Long> sample = new LinkedHashSet<>(List.of(0L));
    long weight = count;
    for (int radix : radices) {
      weight /= radix;
      for (long digit = 1; digit < radix; digit++) {
        sample.add(digit * weight);
      }
    }
    return List.copyOf(sample);
  }

  /** Which value each variable has. */
  int[] digits(long index) {
    int[] digits = new int[radices.length];
    long rest = index;
    for (int i = radices.length - 1; i >= 0; i--) {
      digits[i] = (int) (rest % radices[i]);
      rest /= radices[i];
    }
    return digits;
  }
}
