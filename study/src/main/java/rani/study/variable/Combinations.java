// SPDX-License-Identifier: Apache-2.0
package rani.study.variable;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.SequencedSet;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * The combinations of values of variables, enumerated without storing them. A combination has a
 * mixed-radix number, in which the first variable is the most significant digit. Allowed
 * combinations also have an index, in the same order. A bit per number marks the allowed
 * combinations, and a count per {@value #BLOCK} bits speeds up the search of an index. So {@code
 * Sweep.TRIALS_MAX} combinations take less than 2 MB.
 */
public final class Combinations {
  private static final int BLOCK = 512;

  private final int[] radices;
  private final int numbers;
  private final @Nullable BitSet allowed;

  /** Number of allowed combinations before each block. */
  private final int[] before;

  private final int count;

  private Combinations(int[] radices, int numbers, @Nullable BitSet allowed) {
    this.radices = radices;
    this.numbers = numbers;
    this.allowed = allowed;
    this.before = new int[allowed == null ? 0 : numbers / BLOCK + 1];
    int sum = 0;
    for (int block = 0; block < before.length; block++) {
      before[block] = sum;
      for (int number = next(block * BLOCK);
          number < (block + 1L) * BLOCK;
          number = next(number + 1)) {
        sum++;
      }
    }
    this.count = allowed == null ? numbers : sum;
  }

  /** Returns all combinations, at most {@link Sweep#TRIALS_MAX}; a radix is a number of values. */
  public static Combinations of(List<Integer> radices) {
    int product = radices.stream().reduce(1, Math::multiplyExact);
    return new Combinations(radices.stream().mapToInt(Integer::intValue).toArray(), product, null);
  }

  public Combinations where(List<Rule> rules) {
    BitSet kept = new BitSet(numbers);
    for (int number = 0; number < numbers; number++) {
      int[] digits = digitsOf(number);
      kept.set(number, rules.stream().allMatch(rule -> rule.allows(digits)));
    }
    return new Combinations(radices, numbers, kept);
  }

  /** A rule for some digits: allowed numbers in the combinations of these digits alone. */
  public record Rule(List<Integer> positions, Combinations own, BitSet allowed) {

    boolean allows(int[] digits) {
      int number = 0;
      for (int i = 0; i < own.radices.length; i++) {
        number = number * own.radices[i] + digits[positions.get(i)];
      }
      return allowed.get(number);
    }
  }

  public int count() {
    return count;
  }

  public int[] digits(long index) {
    return digitsOf(number((int) index));
  }

  /** Returns the first allowed number from {@code number} on, else {@link Integer#MAX_VALUE}. */
  private int next(int number) {
    int found = allowed == null ? number : allowed.nextSetBit(number);
    return found < 0 || found >= numbers ? Integer.MAX_VALUE : found;
  }

  private int number(int index) {
    if (allowed == null) {
      return index;
    }
    int found = Arrays.binarySearch(before, index);
    int block = found < 0 ? -found - 2 : found;
    int number = next(block * BLOCK);
    for (int rest = index - before[block]; rest > 0; rest--) {
      number = next(number + 1);
    }
    return number;
  }

  private int[] digitsOf(int number) {
    int[] digits = new int[radices.length];
    int rest = number;
    for (int i = radices.length - 1; i >= 0; i--) {
      digits[i] = rest % radices[i];
      rest /= radices[i];
    }
    return digits;
  }

  /** Returns all indices or, if there are more than {@code max}, the first of each value. */
  public List<Long> sample(int max) {
    if (count <= max) {
      return LongStream.range(0, count).boxed().toList();
    }
    return allowed == null ? firsts() : firstsFound();
  }

  /**
   * Returns the index of the first allowed combination of wanted values; empty if there is none.
   */
  public OptionalLong first(List<BitSet> wanted) {
    if (wanted.stream().anyMatch(BitSet::isEmpty)) {
      return OptionalLong.empty();
    }
    if (allowed == null) {
      long number = 0;
      for (int i = 0; i < radices.length; i++) {
        number = number * radices[i] + wanted.get(i).nextSetBit(0);
      }
      return OptionalLong.of(number);
    }
    long index = 0;
    for (int number = next(0); number < numbers; number = next(number + 1)) {
      int[] digits = digitsOf(number);
      if (IntStream.range(0, digits.length).allMatch(i -> wanted.get(i).get(digits[i]))) {
        return OptionalLong.of(index);
      }
      index++;
    }
    return OptionalLong.empty();
  }

  private List<Long> firsts() {
    SequencedSet<Long> sample = new LinkedHashSet<>(List.of(0L));
    long weight = numbers;
    for (int radix : radices) {
      weight /= radix;
      for (long digit = 1; digit < radix; digit++) {
        sample.add(digit * weight);
      }
    }
    return List.copyOf(sample);
  }

  private List<Long> firstsFound() {
    List<BitSet> seen = new ArrayList<>();
    int missing = 0;
    for (int radix : radices) {
      seen.add(new BitSet(radix));
      missing += radix;
    }
    List<Long> sample = new ArrayList<>();
    long index = 0;
    for (int number = next(0); missing > 0 && number < numbers; number = next(number + 1)) {
      int[] digits = digitsOf(number);
      boolean isNew = false;
      for (int i = 0; i < digits.length; i++) {
        if (!seen.get(i).get(digits[i])) {
          seen.get(i).set(digits[i]);
          missing--;
          isNew = true;
        }
      }
      if (isNew) {
        sample.add(index);
      }
      index++;
    }
    return sample;
  }
}
