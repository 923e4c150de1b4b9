// SPDX-License-Identifier: Apache-2.0
package rani.study.trial;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import rani.ground.Progress;
import rani.live.Transport;
import rani.nodehost.folder.RunDirectory;
import rani.parts.RealPart;
import rani.queue.Rate;
import rani.report.run.ExperimentRun;
import rani.study.experiment.Experiment;
import rani.study.experiment.ExperimentFile;
import rani.study.flow.EmptyPath;
import rani.study.flow.FlowCompletion;
import rani.study.series.Series;
import rani.study.series.SeriesName;
import rani.study.trace.TraceSource;

/** Flow completion times, by hand, by the packets alone, and by a queue worked out step by step. */
class FlowCompletionTest {
  private static final String NETWORK =
      """
      experiment: transfers
      title: Transfers over one bottleneck
      topology:
        topology: dumbbell
        nodes: {a: {}, b: {}, r: {}, s: {}}
        links:
          a -- r: {rate: 100Mbit/s, delay: 1ms}
          b -- r: {rate: 100Mbit/s, delay: 3ms}
          r -- s: {rate: 10Mbit/s, delay: 10ms, queue: {limit: 40packet}}
      """;

  private static final String TO_THE_END = "run: {until: traffic-done, linger: 3s, max: 300s}";

  @TempDir private Path folder;

  private Experiment experiment(String... lines) throws Exception {
    Path file = folder.resolve("transfers.yaml");
    Files.writeString(file, NETWORK + String.join("\n", lines) + "\n");
    return ExperimentFile.load(file, List.of());
  }

  private static Trial run(Experiment experiment) throws Exception {
    return VirtualTrial.run(experiment, 1, Optional.empty(), "none");
  }

  private static double metric(Trial trial, String name) {
    return Objects.requireNonNull(trial.metrics().get(name), name);
  }

  @Test
  void ofOneTransferAloneBothTimesAreThoseOfAHandCalculation() throws Exception {
    // 2924 bytes are two packets of 1500 bytes: 0.12 ms each on the first link, 1.2 ms on the
    // other.
    Trial trial =
        run(
            experiment(
                "traffic: [{from: a, to: s, kind: transfers, sizes: 2924B, size: 1500B,",
                "  transfers: 1, arrival-rate: 1/s, times: constant, start: 2s}]",
                TO_THE_END));

    FlowCompletion flow = trial.observations().flowCompletions().getFirst();
    assertEquals("a", flow.from());
    assertEquals("s", flow.to());
    assertEquals(2_000_000_000L, flow.startNanos());
    assertEquals(2924, flow.bytes());
    double idealNanos = 120_000 + 1_000_000 + 2 * 1_200_000 + 10_000_000;
    assertEquals(idealNanos, Objects.requireNonNull(flow.idealNanos()), 1e-6);
    // The handshake before: a SYN there and one back, of 44 bytes each and of more than 40 at
    // least.
    double handshakeNanos = 2 * 11_000_000 + 2 * (44 * 80 + 44 * 800);
    double took = Objects.requireNonNull(flow.nanos());
    assertEquals(idealNanos + handshakeNanos, took, 20_000);
    assertEquals(took / idealNanos, metric(trial, "fct.slowdown.a.mean"), 1e-8);
    assertEquals(took / 1e9, metric(trial, "fct.a.p99"), 1e-12);
    assertEquals(took / 1e9, metric(trial, "fct.small.total.max"), 1e-12);
    assertEquals(1, metric(trial, "fct.started.total"));
    assertEquals(0, metric(trial, "fct.unfinished.a"));
    assertEquals(0, metric(trial, "fct.refused.a"));
    assertNull(trial.metrics().get("fct.large.total.mean"));
  }

  @Test
  void theMetricsOfManyAreWhatTheirPacketsTell() throws Exception {
    RealPart.program("python3");
    Experiment experiment =
        experiment(
            "traffic:",
            "  - {from: [a, b], to: s, kind: transfers, sizes: web-search, load: 35%,",
            "     of: 10Mbit/s, size: 1500B, duration: 20s}",
            "  - {from: b, to: s, kind: transfers, sizes: 30kB, arrival-rate: 2/s, transfers: 30}",
            "measure: {from: 2s, until: 15s}",
            TO_THE_END);
    Trial trial = run(experiment);

    assertTrue(metric(trial, "fct.started.total") > 20);
    assertTrue(metric(trial, "drops.total") > 0, "without loss it would be too easy");
    assertNotNull(trial.metrics().get("fct.medium.total.p95"));
    assertEquals(List.of(), Oracle.compare(experiment, 1, folder.resolve("run")).differences());
  }

  @Test
  void theTableOfARunHasOfEachTransferWhatItsPacketsTell() throws Exception {
    RealPart.program("python3");
    Experiment experiment =
        experiment(
            "traffic:",
            "  - {from: [a, b], to: s, kind: transfers, sizes: [3000 0.3, 20000 0.8, 400000 1],",
            "     load: 60%, of: 10Mbit/s, size: 1500B, duration: 4s}",
            "  - {from: s, to: b, kind: transfers, sizes: 30kB, arrival-rate: 3/s, transfers: 9}",
            "measure: {from: 2s}",
            "run: {until: 4500ms, linger: 0s}");
    RunOptions options =
        new RunOptions(
            RunOptions.Mode.VIRTUAL, true, Transport.best(), 1, 1, Optional.empty(), "rani run");
    new ExperimentRun(experiment, options, RunDirectory.at(folder.resolve("run")), Progress.SILENT)
        .execute();

    List<String> lines = Files.readAllLines(folder.resolve("run/flow-completions.csv"));
    assertEquals(
        "start_seconds,from,to,connection,bytes,fct_seconds,ideal_seconds,slowdown",
        lines.getFirst());
    List<List<String>> told = Oracle.transfers(experiment, 1, folder.resolve("oracle"));
    assertEquals(told.size(), lines.size() - 1);
    int unfinished = 0;
    for (int k = 0; k < told.size(); k++) {
      List<String> ours = List.of(lines.get(k + 1).split(",", -1));
      List<String> packets = told.get(k);
      assertEquals(packets.subList(1, 5), ours.subList(1, 5));
      assertEquals(nanos(packets.getFirst()), new BigDecimal(ours.getFirst()));
      double least = Double.parseDouble(packets.get(6));
      assertEquals(least / 1e9, Double.parseDouble(ours.get(6)), 1e-9);
      if (packets.get(5).equals("-")) {
        unfinished++;
        assertEquals(List.of("", ""), List.of(ours.get(5), ours.get(7)));
        continue;
      }
      assertEquals(nanos(packets.get(5)), new BigDecimal(ours.get(5)));
      double slowdown = Double.parseDouble(packets.get(5)) / least;
      assertEquals(slowdown, Double.parseDouble(ours.get(7)), slowdown * 1e-12);
    }
    assertTrue(told.size() > 50, "many");
    assertTrue(unfinished > 0 && unfinished < told.size() / 2, "some are under way at the end");
  }

  private static BigDecimal nanos(String number) {
    return BigDecimal.valueOf(Long.parseLong(number), 9);
  }

  @ParameterizedTest
  @ValueSource(doubles = {2, 0.25})
  void atAnotherPaceTheSameTransfersArriveAsMuchSooner(double factor) throws Exception {
    String traffic =
        "traffic: [{from: a, to: s, kind: transfers, sizes: [1000 0.5, 50000 1], arrival-rate:"
            + " 20/s,";
    String more = "  transfers: 30, start: 1s, size: 1500B}]";
    List<FlowCompletion> plain =
        run(experiment(traffic, more, TO_THE_END)).observations().flowCompletions();
    List<FlowCompletion> paced =
        run(experiment(traffic, more, TO_THE_END, "compress: " + factor))
            .observations()
            .flowCompletions();

    assertEquals(30, plain.size());
    assertEquals(plain.size(), paced.size());
    for (int k = 0; k < plain.size(); k++) {
      FlowCompletion slow = plain.get(k);
      FlowCompletion fast = paced.get(k);
      assertEquals(slow.bytes(), fast.bytes());
      // Each time between two arrivals is rounded to a nanosecond.
      double roundedNanos = (k + 2) * Math.max(1, 1 / factor);
      assertEquals(slow.startNanos() / factor, fast.startNanos(), roundedNanos);
      double least = Objects.requireNonNull(slow.idealNanos()) / factor;
      assertEquals(least, Objects.requireNonNull(fast.idealNanos()), least * 1e-9);
    }
  }

  @Test
  void aTransferThatDoesNotEndIsCountedAndHasNoTime() throws Exception {
    Trial trial =
        run(
            experiment(
                "traffic: [{from: a, to: s, kind: transfers, sizes: 100MB, transfers: 2,",
                "  arrival-rate: 1/s, times: constant}]",
                "schedule: [{at: 500ms, cut: r -- s}]",
                "run: {until: 10s}"));

    assertEquals(2, metric(trial, "fct.started.a"));
    assertEquals(2, metric(trial, "fct.unfinished.a"));
    assertEquals(2, metric(trial, "fct.unfinished.total"));
    assertNull(trial.metrics().get("fct.a.mean"));
    assertNull(trial.observations().flowCompletions().getFirst().slowdown());
  }

  @Test
  void theSeriesOfAllSourcesHasTheValuesOfTheMetric() throws Exception {
    Experiment experiment =
        experiment(
            "traffic: [{from: [a, b], to: s, kind: transfers, sizes: data-mining, transfers: 50,",
            "  arrival-rate: 20/s, size: 1500B}]",
            "run: {until: 20s}");
    SeriesName name = SeriesName.of("fct.slowdown.total").orElseThrow();
    SeriesRecorder recorder = new SeriesRecorder(experiment, List.of(name), 1_000_000_000L);
    new TraceSource.OfReplay(experiment, 1, Optional.empty(), List.of()).read(recorder);

    Series series = recorder.series().getFirst();
    Trial trial = run(experiment);
    double mean = Arrays.stream(series.values()).average().orElseThrow();
    assertEquals(metric(trial, "fct.slowdown.total.mean"), mean, mean * 1e-9);
    double[] times = series.times();
    assertTrue(times.length > 50, () -> times.length + " values");
    double[] sorted = times.clone();
    Arrays.sort(sorted);
    assertEquals(Arrays.toString(sorted), Arrays.toString(times), "in order of time");
  }

  /** Each packet by itself, from serializer to serializer. */
  private static double stepByStep(List<EmptyPath.Hop> hops, List<Integer> lengths) {
    double[] there = new double[lengths.size()];
    for (EmptyPath.Hop hop : hops) {
      double free = 0;
      for (int k = 0; k < there.length; k++) {
        free = Math.max(free, there[k]) + lengths.get(k) * 8e9 / hop.rate().perSecond();
        there[k] = free + hop.delayNanos();
      }
    }
    return there[there.length - 1];
  }

  @Test
  void theLeastTimeIsThatOfPacketsThatFollowEachOther() {
    Random random = new Random(1993);
    for (int tried = 0; tried < 1000; tried++) {
      List<EmptyPath.Hop> hops = new ArrayList<>();
      for (int k = random.nextInt(5); k >= 0; k--) {
        Rate rate = Rate.bitsPerSecond(1_000 + random.nextInt(1_000_000));
        hops.add(new EmptyPath.Hop(rate, random.nextInt(10_000_000)));
      }
      int message = 1 + random.nextInt(1462);
      int bytes = 1 + random.nextInt(20_000);
      List<Integer> lengths = new ArrayList<>();
      for (int left = bytes; left > 0; left -= message) {
        lengths.add(38 + Math.min(left, message));
      }
      double expected = stepByStep(hops, lengths);
      double least = new EmptyPath(hops).nanos(bytes, 38 + message, message);
      assertEquals(expected, least, expected * 1e-9, hops + " " + lengths);
    }
  }
}
