// SPDX-License-Identifier: Apache-2.0
package rani.study.sweep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rani.ground.LabFailure;
import rani.ground.Sha256;
import rani.model.file.FileError;
import rani.model.file.Location;
import rani.study.experiment.Experiment;
import rani.study.experiment.ExperimentText;
import rani.study.experiment.SweepFile;

/** What a row says of a trial, also of one that came to nothing. */
class TrialRunnerTest {
  @TempDir private Path folder;
  private Experiment experiment;
  private final List<Long> asked = new ArrayList<>();

  @BeforeEach
  void load() throws Exception {
    experiment =
        SweepFile.load(new SweepSample(folder, 1).file(), List.of(), List.of())
            .variant(0)
            .experiment();
  }

  /** Both trials of the third variant are of one experiment, which is read once. */
  @Test
  void aRowSaysWhatCameOfItsTrial() {
    SweepPlan plan = plan();
    TrialRunner runner = new TrialRunner(plan, MadeUpTrials.world(MadeUpTrials.HALVES));

    TrialRow first = runner.row(plan.key(4));
    TrialRow second = runner.row(plan.key(5));

    assertEquals(
        new TrialRow(
            Sha256.hex(SweepSample.CODE, ExperimentText.print(experiment.seeded(0, 1)), "2"),
            "made-up",
            SweepSample.CODE,
            MadeUpTrials.labels("n", "2"),
            1,
            2,
            null,
            false,
            null,
            List.of(new TrialRow.Expected("most arrives", false, 0.5, "at least 85%")),
            MadeUpTrials.metrics("through.a", 0.5, "drops.total", 5),
            "rani run experiment.yaml --mode virtual --pick n=2 --trials 1 --seed 2"),
        second);
    assertEquals(true, first.passed());
    assertNotEquals(first.trial(), second.trial());
    assertEquals(List.of(2L), asked);
    assertEquals(MadeUpTrials.labels("n", "3"), runner.row(plan.key(6)).parameters());
    assertEquals(List.of(2L, 3L), asked);
  }

  @Test
  void whatBreaksOffIsARowWithTheReason() {
    assertEquals(
        broken(
            Sha256.hex(SweepSample.CODE, ExperimentText.print(experiment.seeded(0, 1)), "2"),
            "a link did not come up",
            0),
        run(new LabFailure("a link did not come up"), 1));
    assertEquals("IllegalStateException: no", run(new IllegalStateException("no"), 1).failure());
    assertEquals("AssertionError: lost", run(new AssertionError("lost"), 1).failure());
    assertEquals("StackOverflowError: null", run(new StackOverflowError(), 1).failure());
  }

  private TrialRow run(Throwable trouble, long index) {
    SweepPlan plan = plan();
    return new TrialRunner(
            plan,
            (of, key, replay) -> {
              switch (trouble) {
                case LabFailure e -> throw e;
                case RuntimeException e -> throw e;
                case Error e -> throw e;
                default -> throw new IllegalArgumentException(trouble);
              }
            })
        .row(plan.key(index));
  }

  /** Of the sixth variant; where its file lies is not told. */
  @Test
  void whatMakesNoExperimentIsARowWithTheReason() {
    String why = "makes no sense; try another";
    assertEquals(
        broken(Sha256.hex(SweepSample.CODE, "{n=5}" + why, "2"), why, 5),
        run(new LabFailure("it is not run"), 11));
  }

  private static TrialRow broken(String trial, String why, int n) {
    return new TrialRow(
        trial,
        "made-up",
        SweepSample.CODE,
        MadeUpTrials.labels("n", Integer.toString(n)),
        1,
        2,
        null,
        false,
        why,
        List.of(),
        new LinkedHashMap<>(),
        "rani run experiment.yaml --mode virtual --pick n=" + n + " --trials 1 --seed 2");
  }

  /** Variants but for the last are the same, and that is none. */
  private SweepPlan plan() {
    return new MadeUpSweep(
            6,
            index -> {
              asked.add(index);
              if (index == 5) {
                throw new FileError(
                    Location.ofFile("made-up.yaml"), "makes no sense", "try another");
              }
              return experiment;
            })
        .plan();
  }
}
