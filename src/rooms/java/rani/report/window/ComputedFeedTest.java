// SPDX-License-Identifier: Apache-2.0
package rani.report.window;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rani.ground.Progress;
import rani.live.Transport;
import rani.nodehost.folder.RunDirectory;
import rani.report.Report;
import rani.report.run.ExperimentRun;
import rani.study.experiment.Experiment;
import rani.study.experiment.ExperimentFile;
import rani.study.trace.TraceSource;
import rani.study.trial.RunOptions;

/** What pages see of a run in virtual time while it is computed. */
class ComputedFeedTest {
  @TempDir private Path folder;

  @Test
  void aRunThatIsShownIsTheOneThatItsReportPlays() throws Exception {
    Experiment experiment =
        ExperimentFile.load(Path.of("../../config/experiments/lgc-2-mobility.yaml"), List.of());
    ComputedFeed feed = new ComputedFeed(folder, experiment.network(), List.of());
    RunOptions options =
        new RunOptions(
            RunOptions.Mode.VIRTUAL, true, Transport.best(), 1, 1, Optional.empty(), "rani run");
    ExperimentRun run =
        new ExperimentRun(experiment, options, RunDirectory.at(folder), Progress.SILENT);
    run.show(feed);
    LiveFollower page = feed.follow();
    assertTrue(last(page).contains("\"computing\":true"));

    run.execute();

    String shown = last(page);
    assertEquals(feed.recording(), shown);
    assertFalse(shown.contains("computing"));
    TraceSource again = new TraceSource.OfReplay(experiment, 1, Optional.empty(), List.of());
    assertEquals(
        RunReplay.ofTrial(experiment, again).orElseThrow() + "\n",
        Files.readString(folder.resolve(Report.RECORDING)));
  }

  /** What a page was told last. */
  private static String last(LiveFollower page) throws InterruptedException {
    String last = "";
    for (Feed.News news = page.next(Duration.ZERO); news != null; news = page.next(Duration.ZERO)) {
      last = news.json();
    }
    return last;
  }
}
