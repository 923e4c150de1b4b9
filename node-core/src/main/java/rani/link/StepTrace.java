// SPDX-License-Identifier: Apache-2.0
package rani.link;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Rate, delay and loss of a link in steps. Each step holds until the next one begins. A trace has
 * one of the three at least, and says nothing of the others.
 */
public final class StepTrace implements LinkTrace {
  /** The largest number of steps. */
  public static final int STEPS_MAX = 50_000;

  /** The largest rate. */
  public static final long BITS_PER_SECOND_MAX = 1_000_000_000_000L;

  private static final double NANOS_PER_SECOND = 1e9;

  private final long[] times;
  private final long[] rates;
  private final long[] delays;
  private final double[] losses;

  /**
   * Makes a trace. A list that is empty stands for what the trace says nothing of; the others are
   * as long as that of times.
   *
   * @param times at which steps begin, in nanoseconds; the first is 0, each is above the one before
   * @param rates in bits per second; 0 where the link stands still
   * @param delays of the wire, in nanoseconds
   * @param losses as probabilities
   * @throws IllegalArgumentException if a value is out of range
   */
  public StepTrace(long[] times, long[] rates, long[] delays, double[] losses) {
    this.times = times.clone();
    this.rates = rates.clone();
    this.delays = delays.clone();
    this.losses = losses.clone();
    check(times.length >= 1 && times.length <= STEPS_MAX, "a trace has 1…" + STEPS_MAX + " steps");
    check(times[0] == 0, "the first step begins at 0");
    for (int i = 1; i < times.length; i++) {
      check(times[i] > times[i - 1], "each step begins after the one before");
    }
    check(lastNanos() <= NANOS_MAX, "a trace lasts at most a day");
    check(
        rates.length + delays.length + losses.length > 0, "a trace has a rate, a delay or a loss");
    checkLength(rates.length);
    checkLength(delays.length);
    checkLength(losses.length);
    for (long rate : rates) {
      check(rate >= 0 && rate <= BITS_PER_SECOND_MAX, "a rate is 0…1 Tbit/s");
    }
    check(rates.length == 0 || Arrays.stream(rates).anyMatch(rate -> rate > 0), NOTHING_PASSES);
    for (long delay : delays) {
      check(delay >= 0 && delay <= NANOS_MAX, "a delay is 0…1 day");
    }
    for (double loss : losses) {
      check(loss >= 0 && loss <= 1, "a loss is 0…100 %");
    }
  }

  private static final String NOTHING_PASSES = "some rate of a trace is above 0";

  private void checkLength(int values) {
    check(values == 0 || values == times.length, "each step has a value");
  }

  private static void check(boolean holds, String rule) {
    if (!holds) {
      throw new IllegalArgumentException(rule);
    }
  }

  public int steps() {
    return times.length;
  }

  /** Returns when a step begins. */
  public long nanos(int step) {
    return times[step];
  }

  /** Returns the rate of a step of a trace that {@link #hasRate}. */
  public long bitsPerSecond(int step) {
    return rates[step];
  }

  /** Returns the delay of a step of a trace that {@link #hasDelay}. */
  public long delayNanos(int step) {
    return delays[step];
  }

  /** Returns the loss of a step of a trace that {@link #hasLoss}. */
  public double loss(int step) {
    return losses[step];
  }

  @Override
  public boolean hasRate() {
    return rates.length > 0;
  }

  public boolean hasDelay() {
    return delays.length > 0;
  }

  public boolean hasLoss() {
    return losses.length > 0;
  }

  /** Returns the shortest delay of a trace that {@link #hasDelay}. */
  long delayNanosMin() {
    return Arrays.stream(delays).min().orElse(0);
  }

  /** Returns the step, not before {@code from}, that holds at a time. */
  int stepAt(int from, long traceNanos) {
    int found = Arrays.binarySearch(times, from, times.length, traceNanos);
    return Math.max(from, found >= 0 ? found : -found - 2);
  }

  @Override
  public long lastNanos() {
    return times[times.length - 1];
  }

  /** {@inheritDoc} The last step then lasts as long as the one before it. */
  @Override
  public long usualPeriodNanos() {
    return times.length == 1 ? 0 : 2 * lastNanos() - times[times.length - 2];
  }

  @Override
  public double meanBitsPerSecond(long periodNanos) {
    long untilNanos = periodNanos == 0 ? lastNanos() : periodNanos;
    double bits = 0;
    for (int i = 0; i < times.length; i++) {
      bits += rates[i] * (lengthNanos(i, untilNanos) / NANOS_PER_SECOND);
    }
    return bits > 0 ? bits / (untilNanos / NANOS_PER_SECOND) : rates[times.length - 1];
  }

  /** Returns the bits that pass in a period, in billionths, or {@code most} if there are more. */
  long nanobits(long periodNanos, long most) {
    long sum = 0;
    for (int i = 0; i < times.length; i++) {
      long lengthNanos = lengthNanos(i, periodNanos);
      if (rates[i] > 0 && lengthNanos > (most - sum) / rates[i]) {
        return most;
      }
      sum += rates[i] * lengthNanos;
    }
    return sum;
  }

  private long lengthNanos(int step, long untilNanos) {
    return (step + 1 < times.length ? times[step + 1] : untilNanos) - times[step];
  }

  @Override
  public double bitsPerSecondAt(long traceNanos) {
    return rates[stepAt(0, traceNanos)];
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof StepTrace trace
        && Arrays.equals(times, trace.times)
        && Arrays.equals(rates, trace.rates)
        && Arrays.equals(delays, trace.delays)
        && Arrays.equals(losses, trace.losses);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(times) + Arrays.hashCode(rates);
  }

  @Override
  public String toString() {
    return times.length + " steps";
  }
}
