// SPDX-License-Identifier: Apache-2.0
package rani.study.variable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class CombinationsProperties {

  @Property(tries = 200)
  void the_index_counts_through_what_is_allowed(
      @ForAll @Size(max = 5) List<@IntRange(min = 1, max = 9) Integer> radices,
      @ForAll @IntRange(min = 0, max = 100) int percent,
      @ForAll long seed) {
    Random random = new Random(seed);
    Combinations all = Combinations.of(radices);
    List<Combinations.Rule> rules = new ArrayList<>();
    for (int i = 0; i + 1 < radices.size(); i += 2) {
      rules.add(rule(List.of(i + 1, i), radices, percent, random));
    }
    Combinations some = all.where(rules);

    List<String> expected = new ArrayList<>();
    for (int number = 0; number < all.count(); number++) {
      int[] digits = all.digits(number);
      if (rules.stream().allMatch(rule -> rule.allows(digits))) {
        expected.add(Arrays.toString(digits));
      }
    }
    List<String> found = new ArrayList<>();
    for (int index = 0; index < some.count(); index++) {
      found.add(Arrays.toString(some.digits(index)));
    }
    assertEquals(expected, found);
    assertEquals(all.count(), new TreeSet<>(numbered(all)).size());
  }

  @Property(tries = 200)
  void a_sample_has_every_value_that_there_is(
      @ForAll @Size(max = 5) List<@IntRange(min = 1, max = 9) Integer> radices,
      @ForAll boolean sifted,
      @ForAll long seed) {
    Combinations all = Combinations.of(radices);
    List<Combinations.Rule> rules =
        radices.size() < 2
            ? List.of()
            : List.of(rule(List.of(0, 1), radices, 40, new Random(seed)));
    Combinations some = sifted ? all.where(rules) : all;
    List<Long> sample = some.sample(3);

    assertEquals(values(some, range(some)), values(some, sample));
    assertTrue(
        some.count() <= 3
            || sample.size() <= radices.stream().mapToInt(Integer::intValue).sum() + 1);
    assertEquals(sample, sample.stream().distinct().toList());
  }

  @Property(tries = 200)
  void the_first_of_certain_values_is_found(
      @ForAll @Size(min = 2, max = 4) List<@IntRange(min = 1, max = 6) Integer> radices,
      @ForAll boolean sifted,
      @ForAll long seed) {
    Random random = new Random(seed);
    Combinations all = Combinations.of(radices);
    Combinations some = sifted ? all.where(List.of(rule(List.of(0, 1), radices, 50, random))) : all;
    List<BitSet> wanted = new ArrayList<>();
    for (int radix : radices) {
      BitSet digits = new BitSet();
      for (int digit = 0; digit < radix; digit++) {
        digits.set(digit, random.nextInt(100) < 60);
      }
      wanted.add(digits);
    }
    OptionalLong expected =
        range(some).stream()
            .filter(index -> isWanted(some.digits(index), wanted))
            .mapToLong(Long::longValue)
            .findFirst();

    assertEquals(expected, some.first(wanted));
  }

  private static boolean isWanted(int[] digits, List<BitSet> wanted) {
    for (int i = 0; i < digits.length; i++) {
      if (!wanted.get(i).get(digits[i])) {
        return false;
      }
    }
    return true;
  }

  private static Combinations.Rule rule(
      List<Integer> positions, List<Integer> radices, int percent, Random random) {
    Combinations own = Combinations.of(positions.stream().map(radices::get).toList());
    BitSet allowed = new BitSet();
    for (int number = 0; number < own.count(); number++) {
      allowed.set(number, random.nextInt(100) < percent);
    }
    return new Combinations.Rule(positions, own, allowed);
  }

  private static List<String> numbered(Combinations all) {
    return range(all).stream().map(index -> Arrays.toString(all.digits(index))).toList();
  }

  private static List<Long> range(Combinations combinations) {
    List<Long> indices = new ArrayList<>();
    for (long index = 0; index < combinations.count(); index++) {
      indices.add(index);
    }
    return indices;
  }

  private static TreeSet<String> values(Combinations combinations, List<Long> indices) {
    TreeSet<String> values = new TreeSet<>();
    for (long index : indices) {
      int[] digits = combinations.digits(index);
      for (int i = 0; i < digits.length; i++) {
        values.add(i + "=" + digits[i]);
      }
    }
    return values;
  }
}
