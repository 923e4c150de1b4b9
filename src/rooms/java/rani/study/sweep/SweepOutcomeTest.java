// SPDX-License-Identifier: Apache-2.0
package rani.study.sweep;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rani.study.statistics.PairedDifference;
import rani.study.statistics.Summary;

class SweepOutcomeTest {
  @TempDir private Path folder;

  @Test
  void whyATrialFailedIsOneLine() {
    assertEquals("it broke", SweepOutcome.why(row("it broke\nhere", List.of())));
    assertEquals("", SweepOutcome.why(row("", List.of())));
    assertEquals("", SweepOutcome.why(row(null, List.of())));
    assertEquals(
        "b: 5.0, not below 2",
        SweepOutcome.why(
            row(
                null,
                List.of(
                    new TrialRow.Expected("a", true, 1.0, "below 2"),
                    new TrialRow.Expected("b", false, 5.0, "below 2"),
                    new TrialRow.Expected("c", false, 6.0, "below 2")))));
  }

  @Test
  void aSweepSaysInJsonWhatCameOfIt() throws Exception {
    SweepSample sample = new SweepSample(folder, 3);
    SweepOutcome outcome = sample.run("all", Shard.WHOLE, 1);

    Map<String, Object> json = JsonText.object(outcome.json());

    assertEquals(
        List.of(
            "experiment",
            "mode",
            "code",
            "trials",
            "failed",
            "passed",
            "failures",
            "baseline",
            "variants",
            "more-variants",
            "folder",
            "results",
            "report"),
        List.copyOf(json.keySet()));
    assertEquals("sample", json.get("experiment"));
    assertEquals(SweepSample.CODE, json.get("code"));
    assertEquals(18, json.get("trials"));
    assertEquals((int) outcome.failed(), json.get("failed"));
    assertEquals(false, json.get("passed"));
    assertEquals(Map.of("loss", "0%"), json.get("baseline"));
    assertEquals(0, json.get("more-variants"));
    assertEquals(sample.path("all").resolve("results.jsonl").toString(), json.get("results"));
    List<?> variants = (List<?>) given(json, "variants");
    Map<?, ?> lossless = (Map<?, ?>) variants.get(1);
    assertEquals(Map.of("delay", "1ms", "loss", "0%"), lossless.get("parameters"));
    assertEquals(3, lossless.get("trials"));
    assertEquals(3, lossless.get("passed"));
    Map<?, ?> through = (Map<?, ?>) given((Map<?, ?>) given(lossless, "metrics"), "through.a");
    assertEquals(3, through.get("count"));
    assertEquals(0, through.get("trials-without"));
    assertEquals(0.0, through.get("half-width-95"));
    assertEquals(1.0, through.get("mean"));
    assertFalse(through.containsKey("difference"));
    Map<?, ?> lossy = (Map<?, ?>) given((Map<?, ?>) variants.get(2), "metrics");
    assertTrue(((Map<?, ?>) given(lossy, "through.a")).containsKey("difference"), lossy::toString);
    List<?> failures = (List<?>) given(json, "failures");
    Map<?, ?> failure = (Map<?, ?>) failures.getFirst();
    assertTrue(given(failure, "why").toString().startsWith("most arrives: 0."), failure::toString);
    assertEquals(
        "rani run experiment.yaml --mode virtual --pick delay=1ms --pick loss=30% --trials 1"
            + " --seed 1",
        failure.get("replay"));
  }

  /** What a single trial cannot say is absent. */
  private static SequencedMap<String, VariantSummary.OfMetric> metrics() {
    SequencedMap<String, VariantSummary.OfMetric> metrics = new LinkedHashMap<>();
    double none = Double.NaN;
    metrics.put(
        "through.a",
        new VariantSummary.OfMetric(
            new Summary(4, 2.5, 0.5, 1.25, 1, 2, 3, 3.5, 4),
            new PairedDifference(3, -1.5, 0.25, 0.75, 0.0078125, 0.03125, 7),
            new Summary(2, 0.375, 0.0625, 0.875, 0, 0, 0, 0, 0)));
    metrics.put(
        "drops.total",
        new VariantSummary.OfMetric(
            new Summary(1, 6, none, none, 6, 6, 6, 6, 6),
            new PairedDifference(1, 5, none, none, none, none, 0),
            new Summary(1, 0.5, none, none, 0, 0, 0, 0, 0)));
    return metrics;
  }

  @Test
  void aMetricSaysInJsonWhatItsTrialsSayTogether() throws Exception {
    SweepOutcome outcome =
        new SweepOutcome(
            new SweepSample(folder, 3).plan(Shard.WHOLE).identity(),
            new SweepFolder(folder),
            18,
            1,
            List.of(row("it broke", List.of())),
            List.of("through.a"),
            MadeUpTrials.labels("loss", "0%"),
            List.of(new VariantSummary(MadeUpTrials.labels("delay", "1ms"), 5, 4, metrics())),
            3,
            List.of(),
            Optional.empty());

    Map<String, Object> json = JsonText.object(outcome.json());

    SequencedMap<String, Object> through = new LinkedHashMap<>();
    through.put("count", 4);
    through.put("mean", 2.5);
    through.put("half-width-95", 1.25);
    through.put("difference", -1.5);
    through.put("difference-half-width-95", 0.75);
    through.put("significant", true);
    through.put("trials-without", 1);
    through.put("p", 0.0078125);
    through.put("p-holm", 0.03125);
    through.put("family", 7);
    through.put("harm", 0.375);
    through.put("harm-half-width-95", 0.875);
    SequencedMap<String, Object> drops = new LinkedHashMap<>();
    drops.put("count", 1);
    drops.put("mean", 6.0);
    drops.put("difference", 5.0);
    drops.put("significant", false);
    drops.put("trials-without", 4);
    drops.put("family", 0);
    drops.put("harm", 0.5);
    assertEquals(
        List.of(
            Map.of(
                "parameters",
                Map.of("delay", "1ms"),
                "trials",
                5,
                "passed",
                4,
                "metrics",
                Map.of("through.a", through, "drops.total", drops))),
        json.get("variants"));
    assertEquals(3, json.get("more-variants"));
    assertEquals("virtual", json.get("mode"));
    assertEquals(folder.toString(), json.get("folder"));
    assertEquals(
        List.of(
            Map.of(
                "trial",
                "00ff",
                "parameters",
                Map.of(),
                "seed",
                1,
                "why",
                "it broke",
                "replay",
                "rani run")),
        json.get("failures"));
    assertFalse(outcome.passed());
    assertFalse(json.containsKey("report"));
  }

  @Test
  void aShardSaysWhichAndHasNoReport() throws Exception {
    SweepSample sample = new SweepSample(folder, 3);
    SweepOutcome outcome = sample.run("part", new Shard(2, 4), 1);

    Map<String, Object> json = JsonText.object(outcome.json());

    assertEquals("2/4", json.get("shard"));
    assertFalse(json.containsKey("report"));
    assertEquals(5, json.get("trials"));
    List<TrialRow> rows =
        sample
            .results("part")
            .lines()
            .map(line -> CheckedLine.object(line.getBytes(StandardCharsets.UTF_8)))
            .map(line -> JsonText.read(line, TrialRow.class))
            .toList();
    assertEquals(rows.stream().filter(row -> !row.passed()).count(), outcome.failed());
  }

  @Test
  void noMoreVariantsAndFailuresAreKeptThanAScreenShows() throws Exception {
    SweepSample sample = new SweepSample(folder, 1);
    Files.writeString(
        sample.file(),
        Files.readString(sample.file())
            .replace(
                "[1ms, 2ms]",
                "[1ms, 2ms, 3ms, 4ms, 5ms, 6ms, 7ms, 8ms, 9ms, 10ms, 11ms," + " 12ms, 13ms, 14ms]")
            .replace("at-least: 85%", "at-least: 200%"));

    SweepOutcome outcome = sample.run("many", Shard.WHOLE, 2);

    assertEquals(42, outcome.failed());
    assertEquals(SweepOutcome.FAILURES_MAX, outcome.failures().size());
    assertEquals(SweepOutcome.VARIANTS_MAX, outcome.variants().size());
    assertEquals(2, outcome.moreVariants());
    assertEquals(2, JsonText.object(outcome.json()).get("more-variants"));
  }

  @Test
  void doubtsAreTold() throws Exception {
    SweepOutcome outcome = new SweepSample(folder, 1).run("all", Shard.WHOLE, 1);

    SweepOutcome doubtful = outcome.withDoubts(List.of("trial 1: late"));

    assertEquals(List.of("trial 1: late"), JsonText.object(doubtful.json()).get("doubts"));
    assertFalse(outcome.json().contains("doubts"));
  }

  private static Object given(Map<?, ?> json, String key) {
    return requireNonNull(json.get(key), key);
  }

  private static TrialRow row(@Nullable String failure, List<TrialRow.Expected> expect) {
    return new TrialRow(
        "00ff",
        "demo",
        "c0de",
        new LinkedHashMap<>(),
        0,
        1,
        null,
        false,
        failure,
        expect,
        new LinkedHashMap<>(),
        "rani run");
  }
}
