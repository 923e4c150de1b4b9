// SPDX-License-Identifier: Apache-2.0
package rani.services.traffic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import rani.world.Streams;

/** Distributions of the sizes of flows, against the functions that they are to follow. */
class FlowSizesTest {
  private static final int DRAWS = 20_000;

  /**
   * Kolmogorov's bound: with n draws a distance beyond c / √n, with c = 1.95, comes about once in a
   * thousand samples (2·exp(−2c²) = 0.001); the seed is fixed.
   */
  private static final double DISTANCE_MAX = 1.95 / Math.sqrt(DRAWS);

  /** Packets of 1460 bytes and shares, as pFabric's scripts for ns-2 have them. */
  private static final double[][] WEB_SEARCH = {
    {6, 0},
    {6, .15},
    {13, .2},
    {19, .3},
    {33, .4},
    {53, .53},
    {133, .6},
    {667, .7},
    {1333, .8},
    {3333, .9},
    {6667, .97},
    {20_000, 1}
  };

  private static final double[][] DATA_MINING = {
    {1, 0}, {1, .5}, {2, .6}, {3, .7}, {7, .8}, {267, .9}, {2107, .95}, {66_667, .99}, {666_667, 1}
  };

  private static double[] drawn(String sizes) {
    RandomGenerator random = Streams.of(7, "n1", sizes);
    FlowSizes of = FlowSizes.of(sizes);
    return Arrays.stream(new double[DRAWS]).map(_ -> of.draw(random)).sorted().toArray();
  }

  /** Returns the greatest distance between the draws and a distribution function. */
  private static double distance(double[] sorted, DoubleUnaryOperator share) {
    double greatest = 0;
    for (int k = 0; k < sorted.length; k++) {
      if (k + 1 == sorted.length || sorted[k + 1] > sorted[k]) { // the last of equal ones
        greatest =
            Math.max(
                greatest, Math.abs((k + 1.0) / sorted.length - share.applyAsDouble(sorted[k])));
      }
    }
    return greatest;
  }

  /** The distribution function by its definition: linear between points, from the left. */
  private static double share(double[][] points, double bytes) {
    double share = 0;
    for (int k = 1; k < points.length; k++) {
      double from = points[k - 1][0] * 1460;
      double to = points[k][0] * 1460;
      if (bytes >= to) {
        share = points[k][1];
      } else if (bytes >= from) {
        return points[k - 1][1] + (points[k][1] - points[k - 1][1]) * (bytes - from) / (to - from);
      }
    }
    return share;
  }

  @Test
  void publishedSizesFollowTheTablesOfTheLiterature() {
    assertTrue(distance(drawn("web-search"), x -> share(WEB_SEARCH, x)) < DISTANCE_MAX);
    assertTrue(distance(drawn("data-mining"), x -> share(DATA_MINING, x)) < DISTANCE_MAX);
    // The bound tells one from the other.
    assertTrue(distance(drawn("web-search"), x -> share(DATA_MINING, x)) > 10 * DISTANCE_MAX);
  }

  @Test
  void theirMeansAreThoseThatTheScriptsGive() {
    // "1138*1460" and "5117*1460" in the scripts; theirs are of whole packets.
    assertEquals(1138 * 1460, FlowSizes.of("web-search").meanBytes(), 0.004 * 1138 * 1460);
    assertEquals(5117 * 1460, FlowSizes.of("data-mining").meanBytes(), 0.0002 * 5117 * 1460);
  }

  @Test
  void paretoAndLogNormalFollowTheirDefinitions() {
    double least = 100_000 * 0.5 / 1.5; // x_m = mean (a − 1) / a
    assertTrue(
        distance(
                drawn("pareto(mean=100kB, shape=1.5)"),
                x -> x < least ? 0 : 1 - Math.pow(least / x, 1.5))
            < DISTANCE_MAX);
    double mu = Math.log(100_000) - 0.5;
    double[] logarithms =
        Arrays.stream(drawn("lognormal(mean=100kB, sigma=1)")).map(x -> Math.log(x) - mu).toArray();
    // Shares of the standard normal distribution below −2 … 2 (any table).
    double[] shares = {0.02275, 0.15866, 0.5, 0.84134, 0.97725};
    for (int z = -2; z <= 2; z++) {
      int at = z;
      double below = Arrays.stream(logarithms).filter(x -> x < at).count() / (double) DRAWS;
      assertEquals(shares[z + 2], below, DISTANCE_MAX);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "web-search",
        "pareto(mean=20kB, shape=1.2, max=2MB)",
        "lognormal(mean=50kB, sigma=1.5, max=400kB)",
        "100 0.25,200 0.5,1000 1"
      })
  void theMeanIsThatOfTheDraws(String sizes) {
    double[] drawn = drawn(sizes);
    double mean = Arrays.stream(drawn).average().orElseThrow();
    double deviation =
        Math.sqrt(Arrays.stream(drawn).map(x -> (x - mean) * (x - mean)).sum() / (DRAWS - 1));
    // Four standard errors, and the half byte by which sizes are rounded up.
    double error = 4 * deviation / Math.sqrt(DRAWS) + 1;
    assertEquals(FlowSizes.of(sizes).meanBytes(), mean, error);
  }

  @Test
  void aSizeIsTheOnlyOne() {
    assertEquals(20_000, FlowSizes.of("20kB").draw(Streams.of(1, "n1", "source")));
    assertEquals(20_000, FlowSizes.of("20kB").meanBytes());
    assertEquals(6, FlowSizes.of("6 0.5,6 1").draw(Streams.of(1, "n1", "source")));
  }

  @Test
  void sizesStayWithinTheirMaximum() {
    double[] drawn = drawn("pareto(mean=20kB shape=1.05 max=1MB)");
    assertEquals(1_000_000, drawn[DRAWS - 1]);
    assertTrue(drawn[0] >= FlowSizes.BYTES_MIN);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "websearch | is neither one of web-search, data-mining",
        "100 | is neither one of",
        "100 0.5 | the last point's share of flows is 1",
        "100 0.5,50 1 | point 2 is below",
        "100 0.5,200 0.4,300 1 | point 2 is below",
        "100 0.5,200 1.5 | a share of flows is 0…1",
        "5 1 | a flow has 6…1073741824 bytes",
        "2GB | a flow has 6…1073741824 bytes",
        "pareto(mean=100kB) | pareto needs `shape`",
        "pareto(shape=2) | pareto needs `mean`",
        "pareto(mean=100kB, shape=1) | `shape` of pareto is above 1",
        "pareto(mean=100kB, shape=x) | `shape` of pareto is above 1",
        "pareto(mean=100, shape=2) | a size has a unit",
        "pareto(mean=100kB, shape=2, max=1kB) | the mean of sizes is at most their max",
        "lognormal(mean=100kB, sigma=2, shape=1) | lognormal has mean, sigma and max, no `shape`",
        "lognormal(mean=100kB, mean=100kB, sigma=2) | NAME=VALUE",
        "lognormal() | NAME=VALUE",
      })
  void whatIsNoDistributionIsRefused(String sizes, String why) {
    IllegalArgumentException error =
        assertThrows(IllegalArgumentException.class, () -> FlowSizes.of(sizes));
    assertTrue(String.valueOf(error.getMessage()).contains(why), error::getMessage);
  }
}
