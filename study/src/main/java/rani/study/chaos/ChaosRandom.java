// SPDX-License-Identifier: Apache-2.0
package rani.study.chaos;

import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import rani.world.Streams;

/** Random stream of one owner, derived from a chaos seed. */
final class ChaosRandom {
  private final RandomGenerator random;

  ChaosRandom(long seed, String owner) {
    random = Streams.of(seed, "chaos", owner);
  }

  /** Returns a whole number of {@code least…most}. */
  long between(long least, long most) {
    return least + Streams.below(random, most - least + 1);
  }

  int count(int least, int most) {
    return (int) between(least, most);
  }

  boolean chance(double probability) {
    return Streams.uniform(random) < probability;
  }

  <T> T one(List<T> of) {
    return of.get((int) Streams.below(random, of.size()));
  }

  /** Returns an index, drawn with a probability proportional to its weight. */
  int weighed(int... weights) {
    long drawn = Streams.below(random, Arrays.stream(weights).sum());
    int place = 0;
    while (drawn >= weights[place]) {
      drawn -= weights[place];
      place++;
    }
    return place;
  }

  byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }
}
