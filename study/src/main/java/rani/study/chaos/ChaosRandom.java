// SPDX-License-Identifier: Apache-2.0
package rani.study.chaos;

import java.util.List;
import java.util.random.RandomGenerator;
import rani.world.Streams;

/** One owner's draws of a chaos. */
final class ChaosRandom {
  private final RandomGenerator random;

  /** Those of an owner under a seed. */
  ChaosRandom(long seed, String owner) {
    random = Streams.of(seed, "chaos", owner);
  }

  /** A whole number from one to another, both included. */
  long between(long least, long most) {
    return least + Streams.below(random, most - least + 1);
  }

  /** The same for what is counted. */
  int count(int least, int most) {
    return (int) between(least, most);
  }

  /** Whether it comes to pass, as likely as that. */
  boolean chance(double probability) {
    return Streams.uniform(random) < probability;
  }

  /** One of them. */
  <T> T one(List<T> of) {
    return of.get((int) Streams.below(random, of.size()));
  }

  /** One of them, each as likely as the number at its place. */
  int weighed(int... weights) {
    int total = 0;
    for (int weight : weights) {
      total += weight;
    }
    long drawn = Streams.below(random, total);
    int place = 0;
    while (drawn >= weights[place]) {
      drawn -= weights[place];
      place++;
    }
    return place;
  }

  /** Bytes of any value. */
  byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }
}
