// SPDX-License-Identifier: Apache-2.0
package rani.model.trace;

import java.util.Arrays;
import java.util.random.RandomGenerator;
import rani.link.DeliveryTrace;
import rani.world.Streams;

/**
 * Opportunities of a cellular link by the model that Sprout infers (Winstein, Sivaraman,
 * Balakrishnan, "Stochastic Forecasts Achieve High Throughput and Low Delay over Cellular
 * Networks", NSDI 2013, section 3): packets are delivered by a Poisson process whose rate is itself
 * a Brownian motion, from 0 to a maximum. At 0 there is an outage, which ends at a rate of its own.
 *
 * @param startPerSecond opportunities per second at the beginning, 0 to the maximum
 * @param maxPerSecond the most opportunities per second, at which the motion is reflected; Sprout
 *     has 1000
 * @param volatility of the Brownian motion, in opportunities per second per square root of a
 *     second; Sprout has 200
 * @param outageEndsPerSecond rate at which outages end; Sprout has 1
 */
public record CellularModel(
    double startPerSecond, double maxPerSecond, double volatility, double outageEndsPerSecond) {
  /** The time for which a rate holds, as in Sprout. */
  static final int TICK_MILLIS = 20;

  private static final double TICK_SECONDS = TICK_MILLIS / 1e3;
  private static final double MILLIS_PER_SECOND = 1e3;

  public CellularModel {
    require(maxPerSecond >= 1 && maxPerSecond <= 100_000, "the maximum is 1…100000 per second");
    require(
        startPerSecond >= 0 && startPerSecond <= maxPerSecond,
        "the beginning is from 0 to the maximum");
    require(volatility >= 0 && volatility <= 100_000, "the volatility is 0…100000");
    require(
        outageEndsPerSecond > 0 && outageEndsPerSecond <= 1000,
        "outages end at a rate above 0 and up to 1000 per second");
  }

  static void require(boolean holds, String rule) {
    if (!holds) {
      throw new IllegalArgumentException(rule);
    }
  }

  /** Returns the rate of each tick, in opportunities per second. */
  double[] rates(RandomGenerator random, int ticks) {
    double[] rates = new double[ticks];
    double rate = startPerSecond;
    double staysOut = StrictMath.exp(-outageEndsPerSecond * TICK_SECONDS);
    double deviation = volatility * StrictMath.sqrt(TICK_SECONDS);
    for (int i = 0; i < ticks; i++) {
      rates[i] = rate;
      boolean isOut = rate == 0 && Streams.uniform(random) < staysOut;
      double step = Streams.normal(random, 0, deviation);
      if (!isOut) {
        rate = rate == 0 ? Math.abs(step) : rate + step;
        rate = rate > maxPerSecond ? 2 * maxPerSecond - rate : rate;
        rate = Math.clamp(rate, 0, maxPerSecond);
      }
    }
    return rates;
  }

  /**
   * Draws a trace.
   *
   * @throws IllegalArgumentException if it would have no opportunity, or too many
   */
  public DeliveryTrace trace(long seed, int durationMillis) {
    require(durationMillis >= TICK_MILLIS, "a trace lasts at least " + TICK_MILLIS + " ms");
    int ticks = Math.ceilDiv(durationMillis, TICK_MILLIS);
    double[] rates = rates(Streams.of(seed, "lte", "rate"), ticks);
    RandomGenerator chance = Streams.of(seed, "lte", "opportunities");
    int[] times = new int[1024];
    int count = 0;
    for (int tick = 0; tick < ticks; tick++) {
      double atSeconds = 0;
      while (rates[tick] > 0) {
        atSeconds += Streams.exponential(chance, 1 / rates[tick]);
        if (atSeconds >= TICK_SECONDS) {
          break; // the process has no memory: the next tick begins afresh
        }
        require(
            count < DeliveryTrace.OPPORTUNITIES_MAX,
            "more than " + DeliveryTrace.OPPORTUNITIES_MAX + " opportunities");
        if (count == times.length) {
          times = Arrays.copyOf(times, 2 * count);
        }
        times[count] = tick * TICK_MILLIS + (int) (atSeconds * MILLIS_PER_SECOND) + 1;
        count++;
      }
    }
    require(count > 0, "no opportunity in that time; make it longer, or start at a higher rate");
    return new DeliveryTrace(Arrays.copyOf(times, count), 1_000_000);
  }
}
