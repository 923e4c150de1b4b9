// SPDX-License-Identifier: Apache-2.0
package rani.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import rani.aqm.RedConfig;
import rani.aqm.RedConfig.Action;
import rani.aqm.RedConfig.Spacing;
import rani.aqm.RedRules;
import rani.aqm.RioConfig;
import rani.aqm.RioConfig.Coupling;
import rani.aqm.RioConfig.Thresholds;
import rani.fixture.Bytes;
import rani.fixture.RedArrivals;
import rani.fixture.TestPort;
import rani.queue.AqmConfig;
import rani.queue.QueueConfig;
import rani.queue.Rate;
import rani.wire.FlowIdentity;
import rani.world.Streams;

/** What ns-2 itself did with the arrivals of {@code golden/red_ns2.tcl}. */
class RedNs2Golden {
  private static final Rate RATE = Rate.bitsPerSecond(1_000_000);
  private static final int MEAN_BYTES = 1000;

  /** ns-2 prints averages with six digits; those of {@code dsRED} have single precision. */
  private static final double WITHIN = 1e-5;

  private static final int SEEDS = 20;

  private final List<String> lines = Bytes.gzippedLines("/golden/red_ns2.txt.gz");

  private static QueueConfig queue(String scenario) {
    AqmConfig aqm =
        switch (scenario) {
          case "rio-c" -> rio(Coupling.RIO_C);
          case "rio-d" -> rio(Coupling.RIO_D);
          case "wred" -> rio(Coupling.WRED);
          case "wait" -> red(false, Spacing.WAIT, false, false);
          case "uniform" -> red(false, Spacing.UNIFORM, false, false);
          case "gentle" -> red(true, Spacing.WAIT, false, false);
          case "bytes" -> red(false, Spacing.WAIT, true, false);
          case "adaptive" -> red(true, Spacing.WAIT, false, true);
          default -> throw new IllegalArgumentException(scenario);
        };
    return scenario.equals("bytes")
        ? new QueueConfig(1000, FlowIdentity.SOURCE_NODE, 12 * MEAN_BYTES, aqm)
        : new QueueConfig(20, FlowIdentity.SOURCE_NODE, aqm);
  }

  private static RedConfig red(
      boolean gentle, Spacing spacing, boolean byteMode, boolean adaptive) {
    return new RedConfig(
        RedRules.NS_2,
        0.05,
        3,
        9,
        0.25,
        Action.DROP,
        gentle,
        spacing,
        byteMode,
        MEAN_BYTES,
        adaptive);
  }

  private static RioConfig rio(Coupling coupling) {
    List<Thresholds> table =
        List.of(new Thresholds(6, 12, 0.05), new Thresholds(4, 9, 0.1), new Thresholds(1, 5, 0.2));
    return new RioConfig(RedRules.NS_2, coupling, 0.02, MEAN_BYTES, table);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"wait", "uniform", "gentle", "bytes", "adaptive", "rio-c", "rio-d", "wred"})
  void everyPacketFaresAsInNs2WithItsRandomNumbers(String scenario) {
    RedArrivals arrivals = RedArrivals.of(lines, scenario);
    try (TestPort port = TestPort.of(RATE, queue(scenario), arrivals.draws())) {
      arrivals.play(port, scenario.equals("bytes") ? MEAN_BYTES : 0, WITHIN);
    }
  }

  /** Two standard deviations of the difference of two means of twenty. */
  @ParameterizedTest
  @ValueSource(
      strings = {"wait", "uniform", "gentle", "bytes", "adaptive", "rio-c", "rio-d", "wred"})
  void withRandomNumbersOfOurOwnAsManyAreDroppedAsInNs2(String scenario) {
    RedArrivals arrivals = RedArrivals.of(lines, scenario);
    int[] theirs =
        Bytes.lines("/golden/red_ns2_drops.txt").stream()
            .map(line -> line.split(" ", -1))
            .filter(word -> word[0].equals(scenario))
            .mapToInt(word -> Integer.parseInt(word[2]))
            .toArray();
    assertEquals(SEEDS, theirs.length);
    int[] ours = new int[SEEDS];
    for (int seed = 1; seed <= SEEDS; seed++) {
      try (TestPort port =
          TestPort.of(RATE, queue(scenario), Streams.of(seed, "gateway", scenario))) {
        ours[seed - 1] = arrivals.drops(port);
      }
    }
    double apart = Math.abs(mean(ours) - mean(theirs));
    double deviation = Math.sqrt((variance(ours) + variance(theirs)) / SEEDS);
    assertTrue(
        apart <= 2 * deviation,
        () -> mean(ours) + " and in ns-2 " + mean(theirs) + ", deviation " + deviation);
  }

  private static double mean(int[] counts) {
    double sum = 0;
    for (int count : counts) {
      sum += count;
    }
    return sum / counts.length;
  }

  private static double variance(int[] counts) {
    double mean = mean(counts);
    double sum = 0;
    for (int count : counts) {
      sum += (count - mean) * (count - mean);
    }
    return sum / (counts.length - 1);
  }
}
