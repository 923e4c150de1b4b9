// SPDX-License-Identifier: Apache-2.0
package rani.model.trace;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import rani.link.StepTrace;
import rani.world.Streams;

/**
 * Rate, delay and loss of a link by satellites in low orbit that are reallocated every 15 s, as
 * Starlink's are, at 12, 27, 42 and 57 s past each minute (Tanveer et al., "Making Sense of
 * Constellations", CoNEXT 2023 Companion; Mohan et al., "A Multifaceted Look at Starlink
 * Performance", WWW 2024). Each allocation draws its rate and its delay uniformly and
 * independently; for a moment after it, packets may be lost. The papers show that both jump; the
 * ranges differ by place and are the user's.
 *
 * @param rateMin the least rate, in bits per second
 * @param rateMax the highest rate
 * @param delayMinNanos the least delay, one way
 * @param delayMaxNanos the longest delay
 * @param switchNanos for how long after an allocation packets are lost, below 15 s; 0 for not at
 *     all
 * @param switchLoss the probability of that
 * @param secondAtGo seconds past the minute at time 0 of the trace, 0 to 59
 */
public record SatelliteModel(
    long rateMin,
    long rateMax,
    long delayMinNanos,
    long delayMaxNanos,
    long switchNanos,
    double switchLoss,
    int secondAtGo) {
  static final long SECOND_NANOS = 1_000_000_000;
  static final int INTERVAL_SECONDS = 15;
  static final int FIRST_SECOND = 12;

  private static final int MINUTE_SECONDS = 60;

  public SatelliteModel {
    CellularModel.require(
        rateMin >= 1 && rateMax >= rateMin && rateMax <= StepTrace.BITS_PER_SECOND_MAX,
        "rates are 1bit/s…1000Gbit/s, and the highest is not below the least");
    CellularModel.require(
        delayMinNanos >= 0 && delayMaxNanos >= delayMinNanos && delayMaxNanos <= 60 * SECOND_NANOS,
        "delays are 0s…60s, and the longest is not below the least");
    CellularModel.require(
        switchNanos >= 0 && switchNanos < INTERVAL_SECONDS * SECOND_NANOS,
        "a switch is shorter than 15s");
    CellularModel.require(switchLoss >= 0 && switchLoss <= 1, "a loss is 0%…100%");
    CellularModel.require(
        secondAtGo >= 0 && secondAtGo < MINUTE_SECONDS, "seconds past the minute are 0…59");
  }

  /** Draws a trace of some length, at least a second, which ends with a step of that time. */
  public StepTrace trace(long seed, long durationNanos) {
    CellularModel.require(durationNanos >= SECOND_NANOS, "a trace lasts at least 1s");
    RandomGenerator rates = Streams.of(seed, "starlink", "rate");
    RandomGenerator delays = Streams.of(seed, "starlink", "delay");
    List<long[]> steps = new ArrayList<>(); // time, rate, delay, whether packets are lost
    int untilFirst = Math.floorMod(FIRST_SECOND - secondAtGo, INTERVAL_SECONDS);
    long atNanos = 0;
    long nextNanos = (untilFirst == 0 ? INTERVAL_SECONDS : untilFirst) * SECOND_NANOS;
    while (atNanos < durationNanos) {
      CellularModel.require(
          steps.size() < StepTrace.STEPS_MAX - 2, "more than " + StepTrace.STEPS_MAX + " steps");
      long rate = rateMin + Streams.below(rates, rateMax - rateMin + 1);
      long delay = delayMinNanos + Streams.below(delays, delayMaxNanos - delayMinNanos + 1);
      boolean isSwitch = switchNanos > 0 && switchLoss > 0 && (atNanos > 0 || untilFirst == 0);
      if (isSwitch) {
        steps.add(new long[] {atNanos, rate, delay, 1});
      }
      long steadyNanos = atNanos + (isSwitch ? switchNanos : 0);
      if (steadyNanos < Math.min(nextNanos, durationNanos)) {
        steps.add(new long[] {steadyNanos, rate, delay, 0});
      }
      atNanos = nextNanos;
      nextNanos += INTERVAL_SECONDS * SECOND_NANOS;
    }
    return new StepTrace(
        steps.stream().mapToLong(step -> step[0]).toArray(),
        steps.stream().mapToLong(step -> step[1]).toArray(),
        steps.stream().mapToLong(step -> step[2]).toArray(),
        steps.stream().mapToDouble(step -> step[3] * switchLoss).toArray());
  }
}
