// SPDX-License-Identifier: Apache-2.0
package rani.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rani.report.html.Html;
import rani.service.metric.FilterSpan;

class FilterWalkTest {
  @TempDir private Path folder;

  @Test
  void theWalkIsThatOfTheFirstFlowWhoseFilterMoved() {
    FilterSpan still = span("n7", "10.0.0.3", 1, 0);
    List<FilterSpan> walk = List.of(span("i3", "10.0.0.1", 2, 13), span("i2", "10.0.0.1", 3, 38));

    assertEquals(List.of(), ReportInput.moved(List.of(still)));
    assertEquals(List.of(), ReportInput.moved(List.of(still, span("n7", "10.0.0.3", 9, 0))));
    assertEquals(walk, ReportInput.moved(List.of(still, walk.get(0), walk.get(1))));
  }

  @Test
  void aWalkIsDrawnBesideThePapersAndToldInATable() throws Exception {
    String page = page(SampleRun.walked());
    String section = page.substring(page.indexOf("<h2>The filter\u2019s walk</h2>"));

    assertTrue(section.contains("stood at i3, then at i2, then at i1."), "story");
    assertTrue(section.contains("From one node to the next took 200\u202fms"), "pace");
    assertTrue(section.contains("<th scope=\"row\">i3</th><td>n1</td>"), "row");
    assertTrue(section.contains("5.000\u202fs"), "how long it stood");
    assertTrue(section.contains("to the end of the run, set for 100\u202fs"), "the last");
    assertTrue(section.contains("3 less than the paper"), "13 in the paper, 10 here");
    assertTrue(
        section.contains("{\"node\":\"i3\",\"who\":\"paper\",\"packets\":13.0}"),
        "the paper's bar");
    assertTrue(section.contains("alt=\"the filter\u2019s walk through the network\""), "drawing");
  }

  @Test
  void aFilterThatStaysHasATableAndNoWalk() throws Exception {
    String page = page(SampleRun.greedy());

    assertTrue(page.contains("<h2>Filters</h2>"));
    assertFalse(page.contains("walk</h2>"));
    assertFalse(page(SampleRun.moderate()).contains("<h2>Filters</h2>"), "no filter at all");
  }

  @Test
  void manyFiltersAreSummedByNodeAndFolded() throws Exception {
    List<FilterSpan> spans = new ArrayList<>();
    for (int i = 1; i <= 30; i++) {
      spans.add(span(i <= 20 ? "r1" : "r2", "10.0.0." + (i % 2), i, i));
    }
    Html page = new Html();
    new FilterWalk(SampleRun.filtered(spans), page).write();
    String html = page.toString();

    // 1 + 2 + ... + 20 = 210 and 21 + ... + 30 = 255 packets
    assertTrue(html.contains(">r1</th><td class=\"number\">20</td>"), html);
    assertTrue(html.contains("<td class=\"number\">210</td>"), html);
    assertTrue(html.contains("<td class=\"number\">255</td>"), html);
    assertTrue(html.contains("<details class=\"rows\"><summary>All 30 rows</summary>"), html);
    assertTrue(html.contains("<div class=\"wide\" data-rows=\"30\">"), html);
  }

  @Test
  void whatThePaperPrintsOfItsFigureStandsInOurs() throws Exception {
    String figure5 = new QueueCharts(SampleRun.greedy()).byArrival();
    String figure8 = new QueueCharts(SampleRun.walked()).byArrival();

    assertTrue(figure5.contains("the paper\u2019s p = 39"), "p");
    assertFalse(figure5.contains("the paper\u2019s trigger"), "figure 5 does not tell when");
    assertTrue(figure8.contains("the paper\u2019s trigger, after 48 arrivals"), "when");
  }

  private String page(ReportInput input) throws Exception {
    return Files.readString(Report.write(input, folder));
  }

  private static FilterSpan span(String node, String flow, int second, long caught) {
    long at = second * 1_000_000_000L;
    return new FilterSpan(
        node, OptionalInt.of(0), flow, at, at + 5_000_000_000L, OptionalLong.empty(), caught);
  }
}
