// SPDX-License-Identifier: Apache-2.0
package rani.study.trace;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SequencedMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rani.ground.LabFailure;
import rani.ground.Progress;
import rani.live.Transport;
import rani.model.file.FileError;
import rani.nodehost.folder.RunDirectory;
import rani.report.run.ExperimentRun;
import rani.report.run.SweepRun;
import rani.study.expectation.MetricPatterns;
import rani.study.experiment.Experiment;
import rani.study.experiment.SweepFile;
import rani.study.sweep.MadeUpTrials;
import rani.study.sweep.Shard;
import rani.study.sweep.SweepFolder;
import rani.study.sweep.SweepSample;
import rani.study.sweep.SweepWatch;
import rani.study.trial.ExperimentResult;
import rani.study.trial.RunOptions;

/** Another span of finished runs and sweeps. */
class SpanMeasurementTest {
  /** A packet of 1000 B, as by default, arrives every 10 ms, from 1 ms after go on. */
  private static final String EXPERIMENT =
      """
      experiment: even
      topology: {nodes: {n1: {}, n2: {}}, links: {n1 -- n2: {delay: 1ms}}}
      traffic: [{from: n1, to: n2, kind: cbr, packets: 100, rate: 100packet/s}]
      run: {until: traffic-done, linger: 100ms, max: 5s}
      """;

  private static final double EVEN_BITS_PER_SECOND = 100 * 1000 * 8;

  @TempDir private Path folder;

  private ExperimentResult run() throws Exception {
    return run(EXPERIMENT, Optional.empty());
  }

  private ExperimentResult run(String text, Optional<Path> trace) throws Exception {
    Path file = Files.writeString(folder.resolve("even.yaml"), text);
    Experiment experiment = SweepFile.load(file, List.of(), List.of()).variant(0).experiment();
    RunOptions options =
        new RunOptions(
            RunOptions.Mode.VIRTUAL, true, Transport.best(), 7, 1, trace, "rani run even.yaml");
    return new ExperimentRun(
            experiment, options, RunDirectory.at(folder.resolve("run")), Progress.SILENT)
        .execute();
  }

  private SpanMeasurement.Result measured(long fromMillis, long untilMillis) throws Exception {
    return SpanMeasurement.of(
        folder.resolve("run"), Optional.empty(), span(fromMillis, untilMillis));
  }

  private static SpanMeasurement.Asked span(long fromMillis, long untilMillis) {
    return new SpanMeasurement.Asked(
        OptionalLong.of(fromMillis * 1_000_000), OptionalLong.of(untilMillis * 1_000_000));
  }

  @Test
  void aSpanOfAVirtualRunIsMeasuredByRunningItAgain() throws Exception {
    ExperimentResult recorded = run();

    SpanMeasurement.Result result = measured(200, 700);

    assertTrue(result.asRecorded());
    assertFalse(result.fromTraces());
    assertEquals(EVEN_BITS_PER_SECOND, requireNonNull(result.metrics().get("throughput.n1")), 1e-6);
    assertEquals(100, result.metrics().get("delivered.n1"), "over the whole run");
    assertEquals(
        EVEN_BITS_PER_SECOND / 0.991,
        requireNonNull(recorded.metrics().get("throughput.n1")),
        1,
        "until the last of them arrives, 991 ms after go");
    SpanMeasurement.Result whole =
        SpanMeasurement.of(
            folder.resolve("run"),
            Optional.empty(),
            new SpanMeasurement.Asked(OptionalLong.empty(), OptionalLong.empty()));
    assertEquals(recorded.metrics(), whole.metrics());

    Path json = folder.resolve("run/result.json");
    String digest = recorded.digest().orElseThrow();
    Files.writeString(json, Files.readString(json).replace(digest, "0".repeat(64)));
    assertFalse(measured(200, 700).asRecorded(), "a digest that differs is noticed");
  }

  /** A link that is too slow for what comes, delays and loses. The first packet is sent at go. */
  private static final String UNEVEN =
      """
      experiment: uneven
      topology:
        nodes: {n1: {}, n2: {}, n3: {}, n4: {}}
        links:
          n1 -- n3: {delay: 3ms, jitter: 2ms}
          n2 -- n3: {delay: 7ms}
          n3 -- n4: {delay: 20ms, rate: 400kbit/s, loss: 3%, queue: {limit: 20packet}}
      traffic:
        - {from: n1, to: n4, kind: poisson, rate: 40packet/s, packets: 960}
        - {from: n2, to: n4, kind: cbr, rate: 41packet/s, size: 300B, packets: 984}
      run: {until: 25s}
      """;

  private static final Pattern OF_PACKET =
      Pattern.compile(
          "(\\S+) (\\S+) (origin|delivery|departure) .*?from=10\\.0\\.0\\.(\\d) to=\\S+ proto=17"
              + " id=(\\d+) len=(\\d+) .*");

  /** Adds the lines of a trace up, by what docs/metrics.md says and by nothing of rani's. */
  private static final class Sums {
    private static final double FROM_SECONDS = 10;
    private static final double UNTIL_SECONDS = 20;
    private final Map<String, Double> sent = new LinkedHashMap<>();
    private final Map<String, List<Double>> delays = new LinkedHashMap<>();
    private final Map<String, Double> bytes = new LinkedHashMap<>();
    private double goSeconds = -1;
    private double busySeconds;
    private int drops;

    void add(String line) {
      drops += line.contains(" drop ") ? 1 : 0;
      Matcher packet = OF_PACKET.matcher(line);
      if (!packet.matches()) {
        return;
      }
      double time = Double.parseDouble(packet.group(1));
      goSeconds = goSeconds < 0 ? time : goSeconds;
      double since = time - goSeconds;
      String source = "n" + packet.group(4);
      String name = source + "#" + packet.group(5);
      double length = Double.parseDouble(packet.group(6));
      boolean isInSpan = since >= FROM_SECONDS && since < UNTIL_SECONDS;
      switch (packet.group(3)) {
        case "origin" -> sent.put(name, since);
        case "delivery" -> {
          if (isInSpan) {
            bytes.merge(source, length, Double::sum);
            delays
                .computeIfAbsent(source, _ -> new ArrayList<>())
                .add(since - requireNonNull(sent.get(name)));
          }
        }
        default -> {
          if (packet.group(2).equals("n3")) {
            double began = since - length * 8 / 400_000;
            double within = Math.min(since, UNTIL_SECONDS) - Math.max(began, FROM_SECONDS);
            busySeconds += Math.max(0, within);
          }
        }
      }
    }

    SequencedMap<String, Double> metrics() {
      SequencedMap<String, Double> metrics = new LinkedHashMap<>();
      for (String source : List.of("n1", "n2")) {
        List<Double> there = delays.getOrDefault(source, List.of()).stream().sorted().toList();
        metrics.put("throughput." + source, requireNonNull(bytes.get(source)) * 8 / 10);
        metrics.put(
            "delay." + source + ".mean",
            there.stream().mapToDouble(Double::doubleValue).sum() / there.size());
        metrics.put("delay." + source + ".max", there.getLast());
        metrics.put(
            "delay." + source + ".p95", there.get((int) Math.ceil(there.size() * 0.95) - 1));
      }
      metrics.put("link.utilisation.n3->n4", busySeconds / 10);
      metrics.put("drops.total", (double) drops);
      return metrics;
    }
  }

  @Test
  void whatIsMeasuredOfASpanIsWhatTheLinesOfTheTraceAddUpTo() throws Exception {
    Path trace = folder.resolve("all.trace");
    run(UNEVEN, Optional.of(trace));
    Sums sums = new Sums();
    Files.readAllLines(trace).forEach(sums::add);

    SpanMeasurement.Result result = measured(10_000, 20_000);

    assertTrue(result.asRecorded());
    sums.metrics()
        .forEach(
            (name, value) ->
                assertEquals(
                    value,
                    requireNonNull(result.metrics().get(name), name),
                    1e-6 * Math.abs(value),
                    name));
    assertTrue(sums.drops > 50, "the link is too slow");
    SpanMeasurement.Result other = measured(0, 10_000);
    assertNotEquals(other.metrics().get("delay.n1.mean"), result.metrics().get("delay.n1.mean"));
    assertEquals(other.metrics().get("drops.total"), result.metrics().get("drops.total"));
  }

  /** The last packet leaves at 990 ms, and the run goes on for 100 ms. */
  @Test
  void aSpanBeyondTheEndIsRefused() throws Exception {
    run();

    for (long until : List.of(6000L, 2000L)) {
      FileError error = assertThrows(FileError.class, () -> measured(200, until));
      assertTrue(error.getMessage().contains("--until"), error::getMessage);
      assertTrue(error.getMessage().contains("after the end of the run"), error::getMessage);
    }
    FileError error = assertThrows(FileError.class, () -> measured(300, 300));
    assertTrue(error.getMessage().contains("--from"), error::getMessage);
  }

  /** Of a variant without loss ten of twenty packets come within the first 100 ms. */
  @Test
  void theTrialsOfAPickAreSummedUp() throws Exception {
    SweepSample sample = new SweepSample(folder, 3);
    sample.run("sweep", Shard.WHOLE, 1);
    SweepFolder sweep = new SweepFolder(sample.path("sweep"));
    MetricPatterns metrics = MetricPatterns.of(List.of("through*.a"), "--metric");

    SweepMeasurement.Result result =
        SweepMeasurement.of(sweep, List.of("loss=0%"), span(0, 100), metrics, 2, SweepWatch.SILENT);

    assertTrue(result.asRecorded());
    assertEquals(2, result.variants().size());
    for (SweepMeasurement.OfVariant variant : result.variants()) {
      assertEquals(3, variant.trials());
      assertEquals(
          List.of("through.a", "throughput.a"),
          variant.metrics().sequencedKeySet().stream().sorted().toList());
      assertEquals(
          EVEN_BITS_PER_SECOND, requireNonNull(variant.metrics().get("throughput.a")).mean(), 1e-6);
      assertEquals(0, variant.metrics().get("throughput.a").halfWidth95(), 1e-6);
    }
    FileError error =
        assertThrows(
            FileError.class,
            () ->
                SweepMeasurement.of(
                    sweep, List.of("loss=1%"), span(0, 100), metrics, 1, SweepWatch.SILENT));
    assertTrue(error.getMessage().contains("loss=1%"), error::getMessage);
  }

  /** A sweep without digests is known by its metrics, which are made up here. */
  @Test
  void aSweepThatDoesSomethingElseNowIsNoticed() throws Exception {
    SweepSample sample = new SweepSample(folder, 1);
    SweepRun.in(
        MadeUpTrials.world(MadeUpTrials.HALVES),
        sample.order("sweep", sample.plan(Shard.WHOLE), 1, false),
        SweepWatch.SILENT);

    SweepMeasurement.Result result =
        SweepMeasurement.of(
            new SweepFolder(sample.path("sweep")),
            List.of(),
            span(0, 100),
            MetricPatterns.of(List.of("drops.total"), "--metric"),
            1,
            SweepWatch.SILENT);

    assertFalse(result.asRecorded());
    assertTrue(result.remarks().toString().contains("the code has changed"), result::toString);
  }

  @Test
  void aMetricThatThereIsNotIsRefusedWithTheNearest() throws Exception {
    FileError error =
        assertThrows(FileError.class, () -> MetricPatterns.of(List.of("troughput.n1"), "--metric"));
    assertTrue(error.getMessage().contains("did you mean `throughput.n1`?"), error::getMessage);
    MetricPatterns metrics = MetricPatterns.of(List.of("throughput.n2", "lgc.*"), "--metric");
    FileError unmeasured =
        assertThrows(FileError.class, () -> metrics.select(List.of("throughput.n1")));
    assertTrue(
        unmeasured.getMessage().contains("did you mean `throughput.n1`?"), unmeasured::getMessage);
    assertTrue(unmeasured.getMessage().contains("lgc.*"), unmeasured::getMessage);
  }

  @Test
  void whatHasNoExperimentIsRefused() throws Exception {
    Path trace = Files.writeString(folder.resolve("n1.trace"), "");
    LabFailure failure =
        assertThrows(
            LabFailure.class, () -> SpanMeasurement.of(trace, Optional.empty(), span(0, 1)));
    assertTrue(String.valueOf(failure.getMessage()).contains("name the folder"), failure::toString);
  }
}
