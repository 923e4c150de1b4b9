// SPDX-License-Identifier: Apache-2.0
package rani.study.sweep;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rani.ground.LabFailure;
import rani.study.experiment.SweepFile;
import rani.study.observe.LiveMetrics;
import rani.study.trial.RunOptions;
import rani.study.trial.Trial;
import rani.study.trial.VirtualTrial;
import rani.testbed.Trust;

/** Live trials that a late machine has spoilt, and the order in which trials are run. */
class RetriedTrialTest {
  private final List<Integer> times = new ArrayList<>();
  private final List<String> told = new ArrayList<>();

  @TempDir
  @SuppressWarnings("NullAway.Init") // JUnit sets it
  Path folder;

  @Test
  void aTrialThatIsGoodIsRunOnce() throws Exception {
    Trial trial = believed(3, 1);

    assertEquals(List.of(1), times);
    assertEquals(1.0, trial.metrics().get(LiveMetrics.RUNS));
    assertEquals(0.0, trial.metrics().get(LiveMetrics.DOUBTFUL));
  }

  @Test
  void aDoubtfulTrialIsRunAgainUntilItIsGood() throws Exception {
    Trial trial = believed(3, 3);

    assertEquals(List.of(1, 2, 3), times);
    assertEquals(Collections.nCopies(2, "doubtful, once more: n1: late"), told);
    assertEquals(3.0, trial.metrics().get(LiveMetrics.RUNS));
    assertEquals(0.0, trial.metrics().get(LiveMetrics.DOUBTFUL));
    assertEquals(Trust.Verdict.GOOD, trial.trust().verdict());
  }

  @Test
  void aTrialThatStaysDoubtfulIsGivenUpAtTheLimit() throws Exception {
    Trial trial = believed(2, 100);

    assertEquals(List.of(1, 2, 3), times);
    assertEquals(1.0, trial.metrics().get(LiveMetrics.DOUBTFUL));
    assertEquals(List.of("n1: late"), trial.trust().reasons());
  }

  @Test
  void liveVariantsTakeTurnsAndVirtualOnesNeedNot() throws Exception {
    SweepSample sample = new SweepSample(folder, 3);
    SweepPlan live =
        new SweepPlan(
            SweepFile.load(sample.file(), List.of(), List.of()),
            RunOptions.Mode.LIVE,
            SweepSample.CODE,
            OptionalInt.of(2),
            OptionalLong.empty(),
            Shard.WHOLE,
            false);

    assertEquals(List.of(0L, 2L, 4L, 6L, 8L, 10L, 1L, 3L, 5L, 7L, 9L, 11L), order(live));
    assertEquals(List.of(0L, 1L, 2L, 3L), order(sample.plan(Shard.WHOLE)).subList(0, 4));
  }

  private static List<Long> order(SweepPlan plan) {
    List<Long> order = new ArrayList<>();
    for (long k = 0; k < plan.ownTrials(); k++) {
      order.add(plan.inTurn(k));
    }
    return order;
  }

  /** A trial that is doubtful but for its k-th run. */
  private Trial believed(int againMax, int goodAt) throws Exception {
    Trial sample = sample();
    return RetriedTrial.run(
        againMax,
        told::add,
        time -> {
          times.add(time);
          return new Trial(
              1,
              sample.observations(),
              sample.edges(),
              sample.metrics(),
              sample.expectations(),
              Trust.ofLive(time == goodAt ? List.of() : List.of("n1: late")),
              Optional.empty());
        });
  }

  private Trial sample() throws Exception, LabFailure {
    SweepSample sample = new SweepSample(folder, 1);
    return VirtualTrial.run(
        SweepFile.load(sample.file(), List.of(), List.of()).variant(0).experiment(),
        1,
        Optional.empty(),
        "none");
  }
}
