// SPDX-License-Identifier: Apache-2.0
package rani.lab.sweep;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rani.lab.experiment.SweepFile;
import rani.lab.run.RunOptions;

/** The table of a sweep as other programs read it, and the metrics that people are shown. */
class SummaryCsvTest {
  @TempDir private Path folder;

  /** RFC 4180: quotes around what holds a comma or quotes, and these twice. */
  @Test
  void labelsAreQuotedWhereTheyMustBe() throws Exception {
    SweepSample sample = new SweepSample(folder, 1);
    Files.writeString(
        sample.file(),
        Files.readString(sample.file())
            .replace("experiment: sample\n", "experiment: sample\ntitle: ${word}\n")
            .replace("  variables:\n", "  variables:\n    word: ['a, b', 'say \"c\"', plain]\n"));
    SweepPlan plan =
        new SweepPlan(
            SweepFile.load(sample.file(), List.of(), List.of("delay=1ms", "loss=0%")),
            RunOptions.Mode.VIRTUAL,
            SweepSample.CODE,
            OptionalInt.empty(),
            OptionalLong.empty(),
            Shard.WHOLE,
            false);

    SweepRun.in(SweepSample.WORLD, sample.order("quoted", plan, 1, false), SweepWatch.SILENT);

    List<String> through =
        Files.readAllLines(sample.path("quoted").resolve("summary.csv")).stream()
            .filter(line -> line.contains("through.a"))
            .map(line -> line.substring(0, line.indexOf("through.a")))
            .toList();
    assertEquals(3, through.size());
    for (String label : List.of("\"a, b\"", "\"say \"\"c\"\"\"", "plain")) {
      assertEquals(
          1,
          through.stream().filter(line -> line.matches("(.*,)?\\Q" + label + "\\E,.*")).count(),
          through::toString);
    }
  }

  @Test
  void metricsThatPeopleAreShownAreThoseOfChartsAndExpectations() throws Exception {
    SweepSample sample = new SweepSample(folder, 1);
    Files.writeString(
        sample.file(),
        Files.readString(sample.file())
            + "  - {name: some, metric: delivered.a, at-least: 1, when: {delay: 2ms}}\n"
            + "  - {name: most, metric: through.a, at-least: 1%, when: {delay: 2ms}}\n");

    assertEquals(
        List.of("harm.through.a", "through.a", "delivered.a"),
        NamedMetrics.of(SweepFile.load(sample.file(), List.of(), List.of())));
    assertEquals(
        List.of("harm.through.a", "through.a"),
        NamedMetrics.of(SweepFile.load(sample.file(), List.of(), List.of("delay=1ms"))));
  }
}
