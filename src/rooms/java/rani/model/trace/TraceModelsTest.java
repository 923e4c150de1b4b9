// SPDX-License-Identifier: Apache-2.0
package rani.model.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rani.link.DeliveryTrace;
import rani.link.StepTrace;
import rani.model.file.Location;
import rani.world.Streams;

/**
 * Whether traces have the moments of their models. Tolerances are five standard deviations of what
 * is estimated, so that a right model fails with one seed in a million; seeds are fixed.
 */
class TraceModelsTest {
  private static final double SIGMAS = 5;
  private static final long MS = 1_000_000;
  private static final long SECOND = 1000 * MS;

  /** Mean, variance and correlation at a lag of so many values. */
  private record Moments(int count, IntToDoubleFunction values) {
    double mean() {
      double sum = 0;
      for (int i = 0; i < count; i++) {
        sum += values.applyAsDouble(i);
      }
      return sum / count;
    }

    double covariance(int lag) {
      double mean = mean();
      double sum = 0;
      for (int i = 0; i + lag < count; i++) {
        sum += (values.applyAsDouble(i) - mean) * (values.applyAsDouble(i + lag) - mean);
      }
      return sum / (count - lag);
    }

    double correlation(int lag) {
      return covariance(lag) / covariance(0);
    }
  }

  /** Opportunities in windows of some milliseconds; a time of n ms lies within the n-th of them. */
  private static Moments counts(DeliveryTrace trace, int durationMillis, int windowMillis) {
    int[] counts = new int[durationMillis / windowMillis];
    for (int i = 0; i < trace.opportunities(); i++) {
      int window = (trace.time(i) - 1) / windowMillis;
      if (window < counts.length) {
        counts[window]++;
      }
    }
    return new Moments(counts.length, i -> counts[i]);
  }

  private static void assertNear(double expected, double found, double deviation) {
    assertEquals(expected, found, SIGMAS * deviation);
  }

  @Test
  void withoutVolatilityOpportunitiesArePoisson() {
    DeliveryTrace trace = new CellularModel(500, 1000, 0, 1).trace(3, 200_000);
    assertNear(100_000, trace.opportunities(), Math.sqrt(100_000));
    Moments counts = counts(trace, 200_000, 20);
    double dispersion = counts.covariance(0) / counts.mean();
    assertNear(1, dispersion, Math.sqrt(2.0 / counts.count()));
    assertNear(0, counts.correlation(1), 1 / Math.sqrt(counts.count()));
  }

  @Test
  void theRateOfACellIsABrownianMotion() {
    int ticks = 100_000; // 2000 s: the motion stays 5 standard deviations within its bounds
    double[] rates =
        new CellularModel(50_000, 100_000, 200, 1).rates(Streams.of(4, "test", "rate"), ticks);
    Moments steps = new Moments(ticks - 1, i -> rates[i + 1] - rates[i]);
    double variance = 200 * 200 * 0.020;
    assertNear(0, steps.mean(), Math.sqrt(variance / ticks));
    assertNear(variance, steps.covariance(0), variance * Math.sqrt(2.0 / ticks));
    assertNear(0, steps.correlation(1), 1 / Math.sqrt(ticks));
  }

  @Test
  void outagesEndAtTheirRate() {
    int ticks = 400_000;
    double[] rates =
        new CellularModel(500, 1000, 2000, 4).rates(Streams.of(5, "test", "rate"), ticks);
    List<Integer> outages = new ArrayList<>();
    int length = 0;
    for (double rate : rates) {
      assertTrue(rate >= 0 && rate <= 1000, () -> "within bounds: " + rate);
      if (rate == 0) {
        length++;
      } else if (length > 0) {
        outages.add(length);
        length = 0;
      }
    }
    double stays = Math.exp(-4 * 0.020);
    assertTrue(outages.size() > 1000, () -> outages.size() + " outages");
    assertNear(
        1 / (1 - stays),
        new Moments(outages.size(), outages::get).mean(),
        Math.sqrt(stays) / (1 - stays) / Math.sqrt(outages.size()));
  }

  @Test
  void satellitesAreAllocatedAt12And27And42And57SecondsPastTheMinute() {
    SatelliteModel model = new SatelliteModel(1, 9, 0, 9, 0, 0, 50);
    StepTrace trace = model.trace(1, 60 * SECOND);
    List<Long> seconds = new ArrayList<>();
    for (int step = 0; step < trace.steps(); step++) {
      assertEquals(0, trace.nanos(step) % SECOND);
      seconds.add((50 + trace.nanos(step) / SECOND) % 60);
    }
    assertEquals(List.of(50L, 57L, 12L, 27L, 42L), seconds);
    assertEquals(
        15 * SECOND, new SatelliteModel(1, 9, 0, 9, 0, 0, 27).trace(1, 60 * SECOND).nanos(1));
  }

  @Test
  void aSwitchLosesPacketsForItsTime() {
    StepTrace trace = new SatelliteModel(1, 1, 7, 7, 200 * MS, 0.25, 0).trace(1, 30 * SECOND);
    assertEquals(5, trace.steps());
    long[] times = {0, 12 * SECOND, 12 * SECOND + 200 * MS, 27 * SECOND, 27 * SECOND + 200 * MS};
    double[] losses = {0, 0.25, 0, 0.25, 0};
    for (int step = 0; step < 5; step++) {
      assertEquals(times[step], trace.nanos(step));
      assertEquals(losses[step], trace.loss(step));
    }
  }

  @Test
  void ratesAndDelaysOfSatellitesAreUniformAndIndependent() {
    double widthNanos = 20 * MS;
    StepTrace trace =
        new SatelliteModel(50_000_000, 200_000_000, 15 * MS, 35 * MS, 0, 0, 0)
            .trace(6, 60_000 * SECOND);
    int steps = trace.steps();
    Moments delays = new Moments(steps, trace::delayNanos);
    double variance = widthNanos * widthNanos / 12;
    assertNear(25 * MS, delays.mean(), Math.sqrt(variance / steps));
    assertNear(variance, delays.covariance(0), variance * Math.sqrt(0.8 / steps)); // kurtosis 1.8
    assertNear(0, delays.correlation(1), 1 / Math.sqrt(steps));
    Moments rates = new Moments(steps, trace::bitsPerSecond);
    assertNear(125e6, rates.mean(), 150e6 / Math.sqrt(12.0 * steps));
    double meanRate = rates.mean();
    double meanDelay = delays.mean();
    Moments products =
        new Moments(
            steps, i -> (trace.bitsPerSecond(i) - meanRate) * (trace.delayNanos(i) - meanDelay));
    double deviations = Math.sqrt(rates.covariance(0) * delays.covariance(0));
    assertNear(0, products.mean() / deviations, 1 / Math.sqrt(steps));
  }

  /** A renewal process: its count has variance T · σ² / μ³ (Cox, Renewal Theory, 1962). */
  @Test
  void onAGoodChannelAggregatesFollowEachOtherAfterAWaitAndTheirTime() {
    int frames = 16;
    double mean = 2 * MS + frames * 200_000.0;
    DeliveryTrace trace =
        new WirelessModel(200_000, 2 * MS, frames, 1, SECOND, 0).trace(7, 300_000);
    double deviation = Math.sqrt(300e9 * Math.pow(2 * MS, 2) / Math.pow(mean, 3));
    assertEquals(0, trace.opportunities() % frames);
    assertNear(300e9 / mean, trace.opportunities() / (double) frames, deviation);
    for (int i = 0; i < trace.opportunities(); i += frames) {
      assertEquals(trace.time(i), trace.time(i + frames - 1), "one burst");
    }
  }

  /** The channel's covariance at a lag is π (1 − π) exp(−lag / τ), τ = 1 / (1/good + 1/bad). */
  @Test
  void theChannelIsGoodAndBadByTurns() {
    int duration = 2_000_000;
    double tauMillis = 1 / (1 / 1000.0 + 1 / 500.0);
    double good = 1000 / 1500.0;
    DeliveryTrace trace = new WirelessModel(0, MS, 1, 0, SECOND, 500 * MS).trace(8, duration);
    double perMillis = 1;
    double share = good * (1 - good);
    double variance =
        perMillis * duration * good
            + perMillis * perMillis * 2 * share * tauMillis * duration; // Poisson, and the channel
    assertNear(perMillis * duration * good, trace.opportunities(), Math.sqrt(variance));
    int window = 10;
    Moments counts = counts(trace, duration, window);
    double scale = Math.pow(perMillis * window, 2);
    double deviation = scale * 0.25 * Math.sqrt(4 * tauMillis / duration); // Bartlett, from above
    for (int lagMillis : new int[] {100, 250, 500, 5000}) {
      assertNear(
          scale * share * Math.exp(-lagMillis / tauMillis),
          counts.covariance(lagMillis / window),
          deviation);
    }
  }

  @Test
  void aTraceReadsBackAndASeedRepeats(@TempDir Path folder) throws Exception {
    DeliveryTrace cell = new CellularModel(500, 1000, 200, 1).trace(1, 5000);
    assertEquals(cell, read(folder, TraceText.mahimahi(cell)));
    assertEquals(cell, new CellularModel(500, 1000, 200, 1).trace(1, 5000));
    assertNotEquals(cell, new CellularModel(500, 1000, 200, 1).trace(2, 5000));
    StepTrace steps =
        new SatelliteModel(1, 999_999_937, 0, 35 * MS, MS, 0.1, 3).trace(1, 90 * SECOND);
    assertEquals(steps, read(folder, TraceText.csv(steps, "of a test")));
  }

  private static Object read(Path folder, String text) throws Exception {
    Path file = Files.writeString(folder.resolve("f"), text);
    return TraceFiles.load(file, Location.ofFile("t"), TraceColumns.USUAL);
  }
}
