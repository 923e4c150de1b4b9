// SPDX-License-Identifier: Apache-2.0
package rani.world;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.random.RandomGenerator;

/**
 * Derived random streams. The stream of an owner is xoshiro256++ (Blackman and Vigna, 2019), seeded
 * with SHA-256(seed, node, owner). The same three values give the same draws on every machine, and
 * adding a node or an owner does not change the draws of others.
 *
 * <p>The distributions are computed here with {@link StrictMath}, because the library's algorithms
 * may change between Java releases.
 */
public final class Streams {
  private Streams() {}

  /** Returns the stream of {@code owner} at {@code node} in a run with {@code seed}. */
  public static RandomGenerator of(long seed, String node, String owner) {
    ByteBuffer state = ByteBuffer.wrap(sha256(seed + "\n" + node + "\n" + owner));
    return new Xoshiro256PlusPlus(
        state.getLong(), state.getLong(), state.getLong(), state.getLong());
  }

  /** Draws uniformly from [0, 1), with 53 bits. */
  public static double uniform(RandomGenerator random) {
    return (random.nextLong() >>> 11) * 0x1.0p-53;
  }

  /**
   * Draws a whole number uniformly from 0 … bound − 1, for bounds far below 2^53.
   *
   * @param bound at least 1
   */
  public static long below(RandomGenerator random, long bound) {
    return (long) (uniform(random) * bound);
  }

  /** Draws from the exponential distribution by inversion. */
  public static double exponential(RandomGenerator random, double mean) {
    return -mean * StrictMath.log(1.0 - uniform(random));
  }

  /**
   * Draws from the normal distribution by Box and Muller's transform. Uses one number of each pair,
   * so that draws stay independent.
   */
  public static double normal(RandomGenerator random, double mean, double standardDeviation) {
    double radius = StrictMath.sqrt(-2.0 * StrictMath.log(1.0 - uniform(random)));
    double angle = 2.0 * StrictMath.PI * uniform(random);
    return mean + standardDeviation * radius * StrictMath.cos(angle);
  }

  private static byte[] sha256(String text) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  private static final class Xoshiro256PlusPlus implements RandomGenerator {
    private long s0;
    private long s1;
    private long s2;
    private long s3;

    Xoshiro256PlusPlus(long s0, long s1, long s2, long s3) {
      this.s0 = s0;
      this.s1 = s1;
      this.s2 = s2;
      this.s3 = s3;
    }

    @Override
    public long nextLong() {
      long result = Long.rotateLeft(s0 + s3, 23) + s0;
      long t = s1 << 17;
      s2 ^= s0;
      s3 ^= s1;
      s1 ^= s2;
      s0 ^= s3;
      s2 ^= t;
      s3 = Long.rotateLeft(s3, 45);
      return result;
    }
  }
}
