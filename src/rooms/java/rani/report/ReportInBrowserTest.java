// SPDX-License-Identifier: Apache-2.0
package rani.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import rani.parts.SlowTest;
import rani.report.Browser.Seen;
import rani.service.metric.FilterSpan;

@SlowTest
@Execution(CONCURRENT)
class ReportInBrowserTest {
  @TempDir private Path folder;
  private Browser browser;

  @BeforeEach
  void aBrowserIsThere() {
    browser = Browser.require(folder);
  }

  @Test
  void theChartsOfARunWithATriggerAreDrawnAndTheConsoleIsSilent() throws Exception {
    Seen seen = browser.open(Report.write(SampleRun.greedy(), folder));

    assertEquals(List.of(), seen.console());
    assertEquals(2, count("data-drawn=\"true\"", seen));
    assertTrue(count("class=\"mark-line role-mark average_marks\"", seen) == 1, "average line");
    assertTrue(lineOf("queue_marks", seen).length() > 1000, "the queue's line has many points");
    assertTrue(seen.dom().contains(">max_th = 25</text>"), "the line max_th");
    assertTrue(Pattern.compile(">A {1,2}LGC triggers: n1 holds").matcher(seen.dom()).find(), "A");
    assertTrue(Pattern.compile(">B {1,2}average back").matcher(seen.dom()).find(), "B");
    assertTrue(seen.dom().contains("filter_marks"), "the filter's bar");
  }

  @Test
  void theChartsOfARunWithoutATriggerShowNeitherANorB() throws Exception {
    Seen seen = browser.open(Report.write(SampleRun.moderate(), folder));

    assertEquals(List.of(), seen.console());
    assertEquals(2, count("data-drawn=\"true\"", seen));
    assertTrue(lineOf("queue_marks", seen).length() > 1000, "the queue's line has many points");
    assertFalse(seen.dom().contains("moment_label_marks"), "no A and no B");
  }

  @Test
  void theWindowsOfAConnectionAreDrawnWithTheStatesOfItsSender() throws Exception {
    ReportInput input = SampleRun.connected(SampleConnections.sawTooth(12));
    Seen seen = browser.open(Report.write(input, folder));

    assertEquals(List.of(), seen.console());
    assertEquals(3, count("data-drawn=\"true\"", seen));
    assertTrue(lineOf("window_marks", seen).length() > 1000, "the window's line has many points");
    assertTrue(lineOf("threshold_marks", seen).length() > 100, "the threshold's line");
    assertEquals(1, count(" timeout_marks\"", seen));
    for (String state :
        List.of(
            "slow start", "congestion avoidance", "out of sequence", "fast recovery", "timeout")) {
      assertTrue(seen.dom().contains(">" + state + "</text>"), "the row " + state);
    }
    assertFalse(seen.dom().contains(">partial recovery</text>"), "a state that never was");
    assertFalse(seen.dom().contains("clipped_marks"), "no window beyond the scale");
    assertTrue(seen.dom().contains("n1:49152 \u2192 n8:7000"), "the table");
  }

  @Test
  void whatTheScheduleDidIsMarkedInTheChartsOverTimeAndAnInflatedWindowIsClipped()
      throws Exception {
    ReportInput input = SampleRun.scheduled(SampleConnections.inflated());
    Seen seen = browser.open(Report.write(input, folder));

    assertEquals(List.of(), seen.console());
    assertEquals(3, count("data-drawn=\"true\"", seen));
    assertEquals(2, count(">cut n1 -- n2</text>", seen), "the queue's chart and the window's");
    assertEquals(2, count(">mend n1 -- n2</text>", seen));
    assertTrue(count("schedule_line_marks", seen) >= 4, "in each view of both charts");
    assertEquals(1, pathsOf("clipped_marks", seen), "an arrow");
    assertTrue(seen.dom().contains(">250</text>"), "how large the window was");
  }

  @Test
  void theChartsOfASweepAreDrawnWithBandsForNumbersAndBarsForNames() throws Exception {
    Seen seen = browser.open(new ReportFile.Sweep(SampleSweep.numbersAndNames()).write(folder));

    assertEquals(List.of(), seen.console());
    assertEquals(2, count("data-drawn=\"true\"", seen));
    assertEquals(3, pathsOf("band_\\d+_marks", seen), "a band for each limiter");
    assertEquals(1, pathsOf("paper_\\d+_marks", seen), "the paper's point");
  }

  @Test
  void aFiltersWalkAndTheSpreadOfTrialsAreDrawn() throws Exception {
    Seen seen = browser.open(Report.write(SampleRun.severalTrials(SampleRun.walked()), folder));

    assertEquals(List.of(), seen.console());
    assertEquals(4, count("data-drawn=\"true\"", seen));
    assertEquals(3, pathsOf("filter_span_marks", seen), "where the filter stood");
    assertEquals(4, pathsOf("caught_marks", seen), "bars, and one of the paper's");
    assertTrue(seen.dom().contains(">paper 39</text>"), "the paper's mark");
    assertTrue(seen.dom().contains("seed 7 of seeds 7\u201311"), "which trial is shown");
  }

  @Test
  void markupInNamesIsShownAsTextAndNothingOfItRuns() throws Exception {
    String hostile = "</script><script>console.error(1)</script><img src=x onerror=alert(1)>{{";
    Seen seen = browser.open(Report.write(SampleRun.named(hostile), folder));

    assertEquals(List.of(), seen.console());
    assertEquals(2, count("data-drawn=\"true\"", seen));
    assertFalse(seen.dom().contains("<img src=\"x\""), "an element out of a name");
    assertTrue(seen.dom().contains("&lt;img src=x onerror=alert(1)&gt;{{"), "the name as text");
  }

  @Test
  void aPageOfManyRowsIsShortAsksForNothingAndItsTablesCanBeSearchedAndSorted() throws Exception {
    var spans = new ArrayList<FilterSpan>();
    for (int i = 0; i < 800; i++) {
      long at = i * 10_000_000L;
      OptionalInt link = OptionalInt.of(0);
      String node = "r" + i % 3;
      spans.add(
          new FilterSpan(node, link, "10.0.0.1", at, at + 1_000, OptionalLong.empty(), i % 100));
    }
    Path page = Report.write(SampleRun.filtered(spans), folder);
    Seen seen =
        browser.ask(
            page,
            """
            var told = ["height " + page.documentElement.scrollHeight];
            told.push("requests " + view.performance.getEntriesByType("resource").length);
            var fold = page.querySelector("details.rows"), field = fold.querySelector("input");
            fold.open = true;
            field.value = "r2 99";
            field.dispatchEvent(new view.Event("input"));
            told.push(fold.querySelector("output").textContent);
            field.value = "";
            field.dispatchEvent(new view.Event("input"));
            var caught = Array.from(fold.querySelectorAll("thead button")).pop();
            caught.click();
            caught.click();
            var first = Array.from(fold.querySelectorAll("tbody td.number")).slice(0, 2).pop();
            told.push("most " + first.textContent);
            told.push(caught.parentNode.getAttribute("aria-sort"));
            return told.join("; ");
            """);
    Matcher told =
        Pattern.compile("height (\\d+); requests (\\d+); (\\d+) of 800 rows; most 99; descending")
            .matcher(seen.dom());

    assertEquals(List.of(), seen.console());
    assertTrue(told.find(), () -> seen.dom().substring(0, 400));
    assertTrue(Integer.parseInt(told.group(1)) < 8000, told.group());
    assertEquals("0", told.group(2));
    assertTrue(Integer.parseInt(told.group(3)) < 100, told.group());
    assertTrue(Files.size(page) < 2_000_000, () -> "bytes of the page");
  }

  @Test
  void aRunInWhichNothingReachedTheQueueStillHasAPage() throws Exception {
    Seen seen = browser.open(Report.write(SampleRun.empty(), folder));

    assertEquals(List.of(), seen.console());
    assertTrue(seen.dom().contains("No packet reached the queue."));
    assertFalse(seen.dom().contains("class=\"chart\""));
  }

  @Test
  void theBrowserTellsWhatAPageLogsSoThatASilentConsoleMeansSomething() throws Exception {
    Path page = folder.resolve("noisy.html");
    Files.writeString(page, "<script>console.error('oh')</script><p>here</p>");
    Seen seen = browser.open(page);

    assertEquals(1, seen.console().size());
    assertTrue(seen.console().getFirst().contains("oh"));
  }

  private static int count(String text, Seen seen) {
    return seen.dom().split(Pattern.quote(text), -1).length - 1;
  }

  /** How many shapes a named mark has, wherever it is drawn. */
  private static int pathsOf(String mark, Seen seen) {
    var groups = Pattern.compile("role-mark [^\"]*" + mark + "\".*?</g>").matcher(seen.dom());
    int paths = 0;
    while (groups.find()) {
      paths += groups.group().split("<path", -1).length - 1;
    }
    return paths;
  }

  /** The path of the first line of a named mark. */
  private static String lineOf(String mark, Seen seen) {
    var line = Pattern.compile("role-mark " + mark + "\".{0,400}?<path[^>]* d=\"([^\"]*)\"");
    var match = line.matcher(seen.dom());
    return match.find() ? match.group(1) : "";
  }
}
