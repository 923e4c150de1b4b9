// SPDX-License-Identifier: Apache-2.0
package rani.study.sweep;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rani.model.file.FileError;
import rani.model.file.Location;
import rani.study.experiment.Experiment;
import rani.study.experiment.SweepFile;
import rani.study.experiment.Tried;

/** The metrics that people are shown. */
class NamedMetricsTest {
  @TempDir private Path folder;

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

  /** What the paper prints is looked at as well, and counts among what is compared. */
  @Test
  void metricsThatAreLookedAtAreThoseOfThePaperToo() throws Exception {
    SweepSample sample = new SweepSample(folder, 1);
    Files.writeString(
        sample.file(),
        Files.readString(sample.file())
            .replace(
                "experiment: sample\n",
                """
                experiment: sample
                paper:
                  cite: A. Author, 1984
                  points:
                    - {at: {delay: 2ms, loss: 0%}, values: {through.a: 100%, delivered.a: 20}}
                """));

    assertEquals(
        List.of("harm.through.a", "through.a", "delivered.a"),
        List.copyOf(NamedMetrics.lookedAt(SweepFile.load(sample.file(), List.of(), List.of()))));
  }

  /** A hundred of a thousand variants, each the tenth. */
  @Test
  void ofManyVariantsSomeAreAskedForTheirExpectations() throws Exception {
    Experiment sample =
        SweepFile.load(new SweepSample(folder, 1).file(), List.of(), List.of())
            .variant(0)
            .experiment();
    List<Long> asked = new ArrayList<>();
    MadeUpSweep sweep =
        new MadeUpSweep(
            1000,
            index -> {
              asked.add(index);
              if (index < 990) {
                throw new FileError(Location.ofFile("made-up.yaml"), "makes no sense", "");
              }
              return sample;
            });

    assertEquals(List.of("through.a"), List.copyOf(NamedMetrics.expected(sweep)));

    List<Long> tenths = new ArrayList<>();
    for (long k = 0; k < 100; k++) {
      tenths.add(10 * k);
    }
    assertEquals(tenths, asked);
  }

  @Test
  void ofChoicesThePrintedNumbersAreShown() {
    Tried tried =
        new Tried(
            List.of(),
            new LinkedHashMap<>(),
            List.of(),
            List.of(),
            "d1",
            new LinkedHashMap<>(),
            List.of(
                new Tried.Number(new LinkedHashMap<>(), "relative.drops.total", "39%"),
                new Tried.Number(new LinkedHashMap<>(), "through.a", null),
                new Tried.Number(MadeUpTrials.labels("n", "1"), "drops.total", "39")));
    MadeUpSweep sweep =
        new MadeUpSweep(
            1,
            tried,
            index -> {
              throw new AssertionError("its expectations are of no concern");
            });

    assertEquals(List.of("drops.total", "through.a"), NamedMetrics.of(sweep));
  }
}
