// SPDX-License-Identifier: Apache-2.0
package rani.study.statistics;

import java.math.BigInteger;
import java.util.Arrays;

/**
 * Mean and standard deviation of doubles, computed exactly and rounded once, half to even. Neither
 * the order of the values nor cancellation matters, and any program that does the same has the same
 * digits, such as Python's {@code statistics.mean} and (from 3.11 on) {@code statistics.stdev}.
 * Commons Statistics, which sums with about twice the precision of a double, now and then has
 * another last digit.
 *
 * <p>Doubles are whole multiples of a power of two, and are summed up as these integers.
 */
public final class ExactMoments {
  /** Exponent of the least double's only bit. */
  private static final int LEAST_EXPONENT = Double.MIN_EXPONENT - (Double.PRECISION - 1);

  private static final long FRACTION = (1L << (Double.PRECISION - 1)) - 1;

  /** Least bits of a quotient or root before it is rounded; rounded to odd, 55 suffice. */
  private static final int QUOTIENT_BITS = 64;

  private ExactMoments() {}

  /** Values as integers, in units of a power of two. */
  private record Whole(BigInteger[] numbers, int exponent) {
    static Whole of(double[] values) {
      int exponent =
          Arrays.stream(values)
              .filter(value -> value != 0)
              .mapToInt(ExactMoments::lastBit)
              .min()
              .orElse(0);
      return new Whole(
          Arrays.stream(values)
              .mapToObj(
                  value -> significand(value).shiftLeft(value == 0 ? 0 : lastBit(value) - exponent))
              .toArray(BigInteger[]::new),
          exponent);
    }

    BigInteger sum() {
      return Arrays.stream(numbers).reduce(BigInteger.ZERO, BigInteger::add);
    }

    BigInteger sumOfSquares() {
      return Arrays.stream(numbers)
          .reduce(BigInteger.ZERO, (sum, number) -> sum.add(number.multiply(number)));
    }
  }

  /**
   * Returns the correctly rounded mean, which is never below the least value or above the greatest.
   *
   * @param values finite, at least one
   */
  public static double mean(double[] values) {
    Whole whole = Whole.of(values);
    BigInteger sum = whole.sum();
    BigInteger count = BigInteger.valueOf(values.length);
    int shift = Math.max(0, QUOTIENT_BITS - sum.bitLength() + count.bitLength());
    BigInteger[] quotient = sum.abs().shiftLeft(shift).divideAndRemainder(count);
    double size = rounded(odd(quotient[0], quotient[1]), whole.exponent() - shift);
    return sum.signum() < 0 ? -size : size;
  }

  /**
   * Returns the correctly rounded standard deviation of a sample (n − 1); NaN of a single value.
   *
   * @param values finite, at least one
   */
  public static double standardDeviation(double[] values) {
    BigInteger count = BigInteger.valueOf(values.length);
    if (values.length == 1) {
      return Double.NaN;
    }
    Whole whole = Whole.of(values);
    BigInteger sum = whole.sum();
    BigInteger squares = count.multiply(whole.sumOfSquares()).subtract(sum.multiply(sum));
    return root(squares, count.multiply(count.subtract(BigInteger.ONE)), whole.exponent());
  }

  /** Returns √(numerator / denominator) · 2^exponent. */
  private static double root(BigInteger numerator, BigInteger denominator, int exponent) {
    int missing = 2 * QUOTIENT_BITS - (numerator.bitLength() - denominator.bitLength());
    int shift = Math.max(0, Math.ceilDiv(missing, 2));
    BigInteger[] quotient = numerator.shiftLeft(2 * shift).divideAndRemainder(denominator);
    BigInteger[] root = quotient[0].sqrtAndRemainder();
    return rounded(odd(root[0], root[1].or(quotient[1])), exponent - shift);
  }

  /**
   * Returns a result of which a rest was cut off, rounded to odd: its last bit is set if there was
   * a rest, so that rounding it again rounds what it was before. S. Boldo and G. Melquiond,
   * "Emulation of FMA and Correctly Rounded Sums", IEEE Transactions on Computers 57, 2008, §2.
   */
  private static BigInteger odd(BigInteger whole, BigInteger rest) {
    return rest.signum() == 0 ? whole : whole.setBit(0);
  }

  /**
   * Returns number · 2^exponent, rounded half to even.
   *
   * @param number not below 0
   */
  private static double rounded(BigInteger number, int exponent) {
    int unit = Math.max(exponent + number.bitLength() - Double.PRECISION, LEAST_EXPONENT);
    int cut = unit - exponent;
    if (cut <= 0) {
      return Math.scalb(number.doubleValue(), exponent);
    }
    BigInteger kept = number.shiftRight(cut);
    boolean isHalf = number.testBit(cut - 1);
    boolean isMore = number.getLowestSetBit() < cut - 1;
    if (isHalf && (isMore || kept.testBit(0))) {
      kept = kept.add(BigInteger.ONE);
    }
    return Math.scalb(kept.doubleValue(), unit);
  }

  private static BigInteger significand(double value) {
    long bits = Double.doubleToRawLongBits(value);
    long fraction = bits & FRACTION;
    long size = Math.abs(value) < Double.MIN_NORMAL ? fraction : fraction | (FRACTION + 1);
    return BigInteger.valueOf(bits < 0 ? -size : size);
  }

  /** Returns the exponent of the last bit of a double's significand. */
  private static int lastBit(double value) {
    return Math.max(Math.getExponent(value), Double.MIN_EXPONENT) - (Double.PRECISION - 1);
  }
}
