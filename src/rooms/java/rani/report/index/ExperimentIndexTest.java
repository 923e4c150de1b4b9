// SPDX-License-Identifier: Apache-2.0
package rani.report.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rani.ground.LabFailure;
import rani.report.Report;
import rani.report.ReportFile;
import rani.report.ReportInput;
import rani.report.SampleRun;
import rani.report.SampleSweep;
import rani.report.SweepReportInput;

class ExperimentIndexTest {
  private static final int PAGE_BYTES_MAX = 2_000_000;

  @TempDir private Path folder;

  @Test
  void eachExperimentIsShownOnceByItsNewestRun() throws Exception {
    run("old", SampleRun.failed(), 1);
    run("new", SampleRun.greedy(), 2);
    run("moderate", SampleRun.moderate(), 1);
    sweep("deep/er/sweep", SampleSweep.delays(), 1);
    String page = index(3);

    assertEquals(3, page.split("<article>", -1).length - 1);
    assertTrue(page.contains("<a href=\"new/report.html\">"), "the newest");
    assertFalse(page.contains("<a href=\"old/report.html\">"), "the older");
    assertTrue(page.contains("<a href=\"deep/er/sweep/report.html\">"), "below");
    assertTrue(page.contains("237 of 240 trials of 12 variants passed"), "the sweep");
    assertTrue(page.contains("the paper\u2019s \u00a75.1, figure 5"), "what it repeats");
  }

  @Test
  void experimentsStandWithTheirPaper() throws Exception {
    run("a", SampleRun.greedy(), 1);
    run("b", SampleRun.moderate(), 1);
    sweep("c", SampleSweep.delays(), 1);
    String page = index(3);
    int first =
        page.indexOf("<h2>Prabhavalkar and Parashar, Controlling Unresponsive Connections<");
    int second =
        page.indexOf("<h2>Prabhavalkar and Parashar, Controlling Unresponsive Connections in");

    assertTrue(first > 0 && second > first, first + " " + second);
    assertTrue(page.indexOf("lgc-1-compare") < second, "the sweep stands with its paper");
    assertTrue(page.indexOf("lgc-1-moderate") > second, "the runs with theirs");
  }

  @Test
  void manyExperimentsHaveTheirNumbersAndThenTheirChartsFolded() throws Exception {
    for (int i = 1; i <= IndexPage.CHARTS_OPEN_MAX + 1; i++) {
      run("run" + i, SampleRun.named("experiment-" + i), 1);
      String page = index(i);
      String chart = page.substring(page.indexOf("<article>"), page.indexOf("<figure"));
      boolean manyCards = i > IndexPage.CARDS_OPEN_MAX;
      boolean manyCharts = i > IndexPage.CHARTS_OPEN_MAX;
      String summary = manyCharts ? "<summary>Chart and numbers" : "<summary>Numbers";

      assertEquals(manyCards ? i : 0, page.split(summary, -1).length - 1, i + " folds");
      assertEquals(manyCharts, chart.contains("<details>"), i + " charts");
    }
  }

  @Test
  void aFolderThatCannotBeShownIsNamedAndTheOthersAreShown() throws Exception {
    run("good", SampleRun.greedy(), 1);
    Files.createDirectories(folder.resolve("half"));
    Files.writeString(folder.resolve("half/experiment.yaml"), "experiment: x\n");
    Files.createDirectories(folder.resolve("bro<ken"));
    Files.writeString(folder.resolve("bro<ken/report.json"), "{\"run\":{}}");
    Path page = folder.resolve("index.html");
    ExperimentIndex.Outcome outcome = ExperimentIndex.write(folder, page);
    String html = Files.readString(page);

    assertEquals(1, outcome.experiments());
    assertEquals(2, outcome.broken().size());
    assertTrue(html.contains("half: has no report.json; it broke off, still runs"), "half");
    assertTrue(html.contains("bro&lt;ken: "), "broken, escaped");
  }

  @Test
  void aPrintedValueThatIsNoneMakesAFolderBrokenNotTheIndex() throws Exception {
    run("good", SampleRun.greedy(), 1);
    run("odd", SampleRun.named("odd"), 1);
    Path file = folder.resolve("odd/report.json");
    String printed = "\"printed\":{\"odd\":\"1\"}";
    String report = Files.readString(file);
    assertTrue(report.contains(printed), "the sample");
    Files.writeString(file, report.replace(printed, "\"printed\":{\"odd\":\"many\"}"));

    assertEquals(1, ExperimentIndex.write(folder, folder.resolve("i.html")).broken().size());
  }

  @Test
  void linksFollowThePageWhereverItLies() throws Exception {
    run("runs/a b", SampleRun.greedy(), 1);
    Path page = folder.resolve("site/all/index.html");
    ExperimentIndex.write(folder.resolve("runs"), page);

    assertTrue(
        Files.readString(page).contains("<a href=\"../../runs/a%20b/report.html\">"), "link");
  }

  @Test
  void nothingToShowIsSaid() {
    assertTrue(failure(folder).contains("no run and no sweep below"));
    assertTrue(failure(folder.resolve("none")).contains("there is no folder"));
  }

  @Test
  void seriesAreThinnedSoThatThePageStaysSmall() throws Exception {
    run("long", SampleRun.repeated(60), 1);

    assertTrue(index(1).length() < PAGE_BYTES_MAX, "page of " + index(1).length());
  }

  @Test
  void markupInNamesIsEscaped() throws Exception {
    run("a", SampleRun.named("</script><b title='x\"'>&"), 1);
    sweep("b", SampleSweep.named("<b title='y'>"), 1);
    String page = index(2);

    assertFalse(page.contains("<b title"), "markup out of a name");
    assertEquals(
        page.split("<script", -1).length, page.split("</script>", -1).length, "balanced scripts");
  }

  private void run(String name, ReportInput input, int second) throws IOException {
    Report.write(input, begun(name, second));
  }

  private void sweep(String name, SweepReportInput input, int second) throws IOException {
    new ReportFile.Sweep(input).write(begun(name, second));
  }

  private Path begun(String name, int second) throws IOException {
    Path place = Files.createDirectories(folder.resolve(name));
    Path experiment = Files.writeString(place.resolve("experiment.yaml"), "experiment: x\n");
    Files.setLastModifiedTime(experiment, FileTime.fromMillis(second * 1000L));
    return place;
  }

  private String index(int experiments) throws LabFailure, IOException {
    Path page = folder.resolve("index.html");
    ExperimentIndex.Outcome outcome = ExperimentIndex.write(folder, page);
    assertEquals(experiments, outcome.experiments(), outcome.toString());
    return Files.readString(page);
  }

  private static String failure(Path below) {
    return String.valueOf(
        assertThrows(
                LabFailure.class, () -> ExperimentIndex.write(below, below.resolve("index.html")))
            .getMessage());
  }
}
