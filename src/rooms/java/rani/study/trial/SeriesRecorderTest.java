// SPDX-License-Identifier: Apache-2.0
package rani.study.trial;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import rani.study.experiment.Experiment;
import rani.study.experiment.SweepFile;
import rani.study.series.Series;
import rani.study.series.SeriesName;
import rani.study.trace.TraceSource;

/**
 * Series of a bulk transfer and a steady source over one slow link, against what metrics say, whose
 * oracle is a program of its own, and against arithmetic.
 */
class SeriesRecorderTest {
  private static final String FILE =
      """
      experiment: slow
      topology:
        nodes: {a: {}, r: {}, b: {}}
        defaults: {link: {rate: 100Mbit/s, delay: 5ms}}
        links:
          a -- r: {}
          r -- b: {rate: 1Mbit/s, queue: {discipline: drop-tail, limit: 10packet}}
      traffic:
        - {from: a, to: b, kind: bulk, duration: 4s}
      run: {until: 5s}
      measure: {from: 1s, until: 3s}
      """;

  private static final long BIN_NANOS = 500_000_000;
  private static Experiment experiment;
  private static Map<String, Double> metrics;

  @BeforeAll
  static void run() throws Exception {
    Path file = Files.createTempFile("slow", ".yaml");
    Files.writeString(file, FILE);
    experiment = SweepFile.load(file, List.of(), List.of()).variant(0).experiment();
    Files.delete(file);
    metrics = VirtualTrial.run(experiment, 1, Optional.empty(), "").metrics();
  }

  private static Series only(String name) throws Exception {
    return only(name, SeriesRecorder.VALUES_MAX);
  }

  private static Series only(String name, int room) throws Exception {
    SeriesRecorder recorder =
        new SeriesRecorder(experiment, List.of(SeriesName.of(name).orElseThrow()), BIN_NANOS, room);
    new TraceSource.OfReplay(experiment, 1, Optional.empty(), List.of()).read(recorder);
    List<Series> all = recorder.series();
    assertEquals(1, all.size(), all.size() + " series of " + name);
    return all.getFirst();
  }

  private static double metric(String name) {
    return requireNonNull(metrics.get(name));
  }

  @Test
  void theDistributionOfDelaysHasTheMetricsPercentilesAndMean() throws Exception {
    Series delays = only("delay.a");
    Series.Distribution all = Series.distribution(List.of(delays));

    assertEquals(metric("delay.a.p50"), all.quantile(0.50), 1e-12);
    assertEquals(metric("delay.a.p95"), all.quantile(0.95), 1e-12);
    assertEquals(metric("delay.a.max"), all.quantile(1), 1e-12);
    assertEquals(metric("delay.a.mean"), Arrays.stream(all.values()).average().orElseThrow(), 1e-9);
    assertTrue(delays.size() > all.values().length, "those outside the measured span do not count");
  }

  @Test
  void sojournsHaveTheMetricsPercentilesToo() throws Exception {
    Series.Distribution all = Series.distribution(List.of(only("sojourn.r->b")));

    assertEquals(metric("sojourn.r->b.p50"), all.quantile(0.50), 1e-12);
    assertEquals(metric("sojourn.r->b.p99"), all.quantile(0.99), 1e-12);
  }

  @Test
  void theQueueNeverHoldsMoreThanItsLimitAndReachesIt() throws Exception {
    Series queue = only("queue.r->b");

    assertEquals(10, Arrays.stream(queue.values()).max().orElseThrow(), "a bulk flow fills it");
    assertEquals(
        metric("queue.r.queued-max"), Arrays.stream(only("queue.r").values()).max().orElseThrow());
  }

  @Test
  void binsOfThroughputAndUtilisationHaveTheMetricsMean() throws Exception {
    Series throughput = only("throughput.a");
    Series busy = only("link.utilisation.r->b");

    assertEquals(metric("throughput.a"), mean(throughput), metric("throughput.a") * 1e-9);
    assertEquals(metric("link.utilisation.r->b"), mean(busy), 1e-9);
    assertArrayEquals(
        new double[] {0, 0.5, 1, 1.5}, Arrays.copyOf(throughput.times(), 4), "half a second each");
  }

  private static double mean(Series series) {
    double sum = 0;
    double weight = 0;
    for (int k = 0; k < series.size(); k++) {
      sum += series.values()[k] * series.weights()[k];
      weight += series.weights()[k];
    }
    return sum / weight;
  }

  @Test
  void theWindowOverTimeHasTheMetricsTimeWeightedMean() throws Exception {
    Series window = only("rdp.cwnd.a");

    // the metric counts windows in thousandths of a packet
    assertEquals(metric("rdp.cwnd.a.mean"), mean(window), 1e-3);
    assertEquals(2, Arrays.stream(window.weights()).sum(), 1e-6, "the span is 2 s");
  }

  @Test
  void statesFollowEachOtherWithoutAGap() throws Exception {
    List<Series.State> states = only("rdp.state.a").states();

    assertEquals("slow start", states.getFirst().text());
    assertTrue(
        states.stream().anyMatch(state -> state.text().equals("congestion avoidance")),
        states.toString());
    for (int k = 1; k < states.size(); k++) {
      assertEquals(states.get(k - 1).until(), states.get(k).from(), 1e-12);
    }
  }

  @Test
  void whatHasNoRoomIsCounted() throws Exception {
    Series all = only("delay.a");
    Series some = only("delay.a", 100);

    assertEquals(100, some.size());
    assertEquals(all.size() - 100, some.left());
    assertEquals(0, all.left());
  }

  @Test
  void namesAreThoseOfMetricsWithoutTheirStatistic() {
    assertEquals("delay.n1", SeriesName.of("delay.n1").orElseThrow().toString());
    assertEquals(
        SeriesName.Quantity.QUEUE_OF_LINK, SeriesName.of("queue.a->b").orElseThrow().quantity());
    assertEquals(SeriesName.Quantity.QUEUE, SeriesName.of("queue.a").orElseThrow().quantity());
    assertEquals("queue of a->b", SeriesName.of("queue.a->b").orElseThrow().inWords());
    Stream.of("delay", "delay.", "delay.n1.p95", "sojourn.a", "through.n1")
        .forEach(name -> assertEquals(Optional.empty(), SeriesName.of(name), name));
  }
}
