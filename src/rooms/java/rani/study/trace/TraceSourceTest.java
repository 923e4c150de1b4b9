// SPDX-License-Identifier: Apache-2.0
package rani.study.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rani.ground.LabFailure;
import rani.ground.Progress;
import rani.live.Transport;
import rani.node.TraceLines;
import rani.nodehost.folder.RunDirectory;
import rani.report.run.ExperimentRun;
import rani.study.experiment.Experiment;
import rani.study.experiment.SweepFile;
import rani.study.observe.RunTrace;
import rani.study.sweep.TrialRow;
import rani.study.tracefile.TraceParser;
import rani.study.trial.ExperimentResult;
import rani.study.trial.RunOptions;
import rani.world.NodeTrace;
import tools.jackson.databind.json.JsonMapper;

/** Where traces come from, for each kind of folder. */
class TraceSourceTest {
  private static final String EXPERIMENT =
      """
      experiment: small
      topology: {nodes: {n1: {}, n2: {}}, links: {n1 -- n2: {loss: 20%, delay: 1ms}}}
      traffic: [{from: n1, to: n2, kind: cbr, packets: 20, rate: 100packet/s}]
      run: {until: traffic-done, linger: 100ms, max: 5s}
      """;

  @TempDir private Path folder;

  /** Remembers what it is told, up to some number of events. */
  private static final class Heard implements RunTrace {
    private final List<String> lines = new ArrayList<>();
    private final int most;
    private long goNanos = -1;

    Heard(int most) {
      this.most = most;
    }

    @Override
    public void go(long nanos) {
      goNanos = nanos;
    }

    @Override
    public NodeTrace at(String node) {
      return new TraceLines(
          node, line -> lines.add(new String(line, 0, line.length - 1, StandardCharsets.US_ASCII)));
    }

    @Override
    public boolean wantsMore() {
      return lines.size() < most;
    }
  }

  private ExperimentResult run(String name, RunOptions.Mode mode, int trials, Path trace)
      throws Exception {
    Path file = Files.writeString(folder.resolve("small.yaml"), EXPERIMENT);
    Experiment experiment = SweepFile.load(file, List.of(), List.of()).variant(0).experiment();
    RunOptions options =
        new RunOptions(
            mode, true, Transport.best(), 7, trials, Optional.of(trace), "rani run small.yaml");
    return new ExperimentRun(
            experiment, options, RunDirectory.at(folder.resolve(name)), Progress.SILENT)
        .execute();
  }

  @Test
  void aVirtualRunIsHadAgainToTheByteAndChecked() throws Exception {
    Path recorded = folder.resolve("recorded.trace");
    run("run", RunOptions.Mode.VIRTUAL, 1, recorded);
    TraceSource source = TraceSource.of(folder.resolve("run"), Optional.empty());
    Heard heard = new Heard(Integer.MAX_VALUE);

    TraceSource.End end = source.read(heard);

    assertEquals(Files.readAllLines(recorded), heard.lines);
    assertTrue(end.asRecorded());
    assertTrue(heard.goNanos > 0);
    assertEquals(Map.of("n1", "10.0.0.1", "n2", "10.0.0.2"), source.addresses());
    assertTrue(source.knowsGo());

    Heard file = new Heard(5);
    TraceSource.of(recorded, Optional.empty()).read(file);
    assertEquals(heard.lines.subList(0, 5), file.lines);
    assertEquals(-1, file.goNanos);

    Heard few = new Heard(5);
    assertTrue(source.read(few).asRecorded(), "what was not read to its end is not judged");
    assertEquals(5, few.lines.size());
  }

  @Test
  void aDigestThatDiffersIsSaid() throws Exception {
    ExperimentResult result =
        run("run", RunOptions.Mode.VIRTUAL, 1, folder.resolve("recorded.trace"));
    Path json = folder.resolve("run/result.json");
    String digest = result.digest().orElseThrow();
    Files.writeString(json, Files.readString(json).replace(digest, "0".repeat(64)));

    TraceSource.End end =
        TraceSource.of(folder.resolve("run"), Optional.empty()).read(new Heard(Integer.MAX_VALUE));

    assertFalse(end.asRecorded());
    assertTrue(end.remarks().toString().contains("the code has changed"), end::toString);
    assertTrue(end.remarks().toString().contains(digest), end::toString);
  }

  @Test
  void ofSeveralTrialsOneIsChosenByItsNumber() throws Exception {
    run("run", RunOptions.Mode.VIRTUAL, 3, folder.resolve("recorded.trace"));
    Path run = folder.resolve("run");
    List<List<String>> traces = new ArrayList<>();
    for (String trial : List.of("1", "2", "3")) {
      Heard heard = new Heard(Integer.MAX_VALUE);
      assertTrue(TraceSource.of(run, Optional.of(trial)).read(heard).asRecorded());
      traces.add(heard.lines);
    }
    assertEquals(Files.readAllLines(folder.resolve("recorded.trace")), traces.getFirst());
    assertEquals(3, traces.stream().distinct().count());
    for (String bad : List.of("0", "4", "3fa9")) {
      LabFailure failure =
          assertThrows(LabFailure.class, () -> TraceSource.of(run, Optional.of(bad)));
      assertTrue(String.valueOf(failure.getMessage()).contains("trials 1…3"), failure::toString);
    }
  }

  @Test
  void aLiveRunsNodesHaveWrittenItAndWhenGoWas() throws Exception {
    ExperimentResult result = run("live", RunOptions.Mode.LIVE, 1, folder.resolve("unused"));
    TraceSource source = TraceSource.of(folder.resolve("live"), Optional.empty());
    Heard heard = new Heard(Integer.MAX_VALUE);

    assertTrue(source.read(heard).asRecorded());

    List<TraceParser> sent =
        heard.lines.stream()
            .filter(line -> line.contains(" origin ") && !line.endsWith(" control"))
            .map(TraceParser::new)
            .toList();
    assertEquals(20, sent.size());
    assertTrue(sent.getFirst().timeNanos() >= heard.goNanos, "the first packet is after go");
    assertTrue(sent.getLast().timeNanos() < heard.goNanos + 5_000_000_000L);
    assertEquals("10.0.0.2", source.addresses().get("n2"));

    SpanMeasurement.Result whole =
        SpanMeasurement.of(
            folder.resolve("live"),
            Optional.empty(),
            new SpanMeasurement.Asked(OptionalLong.empty(), OptionalLong.empty()));
    assertTrue(whole.fromTraces());
    assertTrue(whole.metrics().containsKey("delay.n1.mean"), whole::toString);
    assertFalse(whole.metrics().containsKey("through.n1"), "needs what the services said");
    whole.metrics().forEach((name, value) -> assertEquals(result.metrics().get(name), value, name));
  }

  @Test
  void aTrialOfASweepIsChosenByTheBeginningOfItsHash() throws Exception {
    ExperimentResult result =
        run("run", RunOptions.Mode.VIRTUAL, 1, folder.resolve("recorded.trace"));
    Path sweep = Files.createDirectory(folder.resolve("sweep"));
    Files.writeString(sweep.resolve("sweep.json"), "{}");
    Files.writeString(
        sweep.resolve("experiment.yaml"),
        EXPERIMENT.replace("loss: 20%", "\"loss\": \"${loss: 20%, 30%}\""));
    JsonMapper json = new JsonMapper();
    StringBuilder rows = new StringBuilder();
    for (String hash : List.of("3fa9" + "0".repeat(60), "3fb9" + "0".repeat(60))) {
      LinkedHashMap<String, String> labels = new LinkedHashMap<>();
      labels.put("loss", hash.startsWith("3fa") ? "20%" : "30%");
      TrialRow row =
          new TrialRow(
              hash,
              "small",
              "c",
              labels,
              0,
              7,
              result.digest().orElseThrow(),
              true,
              null,
              List.of(),
              new LinkedHashMap<>(),
              "rani run …");
      rows.append(json.writeValueAsString(row)).append('\n');
    }
    Files.writeString(sweep.resolve("results.jsonl"), rows);

    Heard heard = new Heard(Integer.MAX_VALUE);
    assertTrue(TraceSource.of(sweep, Optional.of("3fa")).read(heard).asRecorded());
    assertEquals(Files.readAllLines(folder.resolve("recorded.trace")), heard.lines);
    assertFalse(TraceSource.of(sweep, Optional.of("3fb9")).read(new Heard(1 << 30)).asRecorded());
    assertRefused(sweep, "3f", "3fa900000000…, 3fb900000000…");
    assertRefused(sweep, "", "--trial names one");
    assertRefused(sweep, "4", "no trial in");
  }

  private static void assertRefused(Path sweep, String trial, String why) {
    Optional<String> asked = trial.isEmpty() ? Optional.empty() : Optional.of(trial);
    LabFailure failure = assertThrows(LabFailure.class, () -> TraceSource.of(sweep, asked));
    assertTrue(String.valueOf(failure.getMessage()).contains(why), failure::toString);
  }

  @Test
  void whatIsNoRunIsRefused() {
    for (Path path : List.of(folder, folder.resolve("nowhere"))) {
      assertThrows(LabFailure.class, () -> TraceSource.of(path, Optional.empty()));
    }
  }
}
