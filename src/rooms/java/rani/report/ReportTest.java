// SPDX-License-Identifier: Apache-2.0
package rani.report;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rani.fixture.PageData;
import rani.study.observe.ConnectionSeries;

class ReportTest {
  @TempDir private Path folder;

  @Test
  void aReportIsAPageTwoTablesAndWhatTheyAreMadeOf() throws IOException {
    Report.write(SampleRun.greedy(), folder);

    try (var files = Files.list(folder)) {
      assertEquals(
          Set.of("report.html", "queue.csv", "flows.csv", "report.json"),
          files.map(file -> file.getFileName().toString()).collect(Collectors.toSet()));
    }
  }

  @Test
  void theSameInputGivesTheSameBytes() throws IOException {
    byte[] first = Files.readAllBytes(Report.write(SampleRun.greedy(), folder));
    byte[] second = Files.readAllBytes(Report.write(SampleRun.greedy(), folder));

    assertArrayEquals(first, second);
  }

  @Test
  void theTablesHoldOneRowPerPacketAndOnePerSource() throws IOException {
    ReportInput input = SampleRun.greedy();
    Report.write(input, folder);
    List<String> queue = Files.readAllLines(folder.resolve("queue.csv"));
    List<String> flows = Files.readAllLines(folder.resolve("flows.csv"));

    assertEquals("arrival,time_seconds,source,queued,average,verdict", queue.getFirst());
    assertEquals("1,0.000000000,n2,0,0.0,enqueue", queue.get(1));
    assertEquals(input.queue().samples().size() + 1, queue.size());
    assertEquals("source,kind,offered,delivered,through,paper_through", flows.getFirst());
    assertEquals("n2,responsive,50,50,1.0,1.0", flows.get(2));
  }

  @Test
  void aFieldWithACommaOrAQuoteIsQuoted() throws IOException {
    Report.write(SampleRun.named("a,\"b\""), folder);

    assertEquals(
        "\"a,\"\"b\"\"\",responsive,50,50,1.0,1.0",
        Files.readAllLines(folder.resolve("flows.csv")).get(2));
  }

  @Test
  void aNameWithMarkupIsEscapedInTextInAttributesAndInScripts() throws IOException {
    String page =
        Files.readString(Report.write(SampleRun.named("</script><b title='x\"'>&"), folder));

    assertFalse(page.contains("<b title"), "markup out of a name");
    assertTrue(page.contains("&lt;/script&gt;&lt;b title=&#39;x&quot;&#39;&gt;&amp;"), "as text");
    assertTrue(
        PageData.of(page, "spec-by-arrival").contains("</script><b title='x\\\"'>&"), "deflated");
    assertEquals(
        page.split("<script", -1).length, page.split("</script>", -1).length, "balanced scripts");
  }

  @Test
  void thePageAsksForNothingFromOutsideAndForbidsIt() throws IOException {
    String page = Files.readString(Report.write(SampleRun.greedy(), folder));
    String head = page.substring(0, page.indexOf("</head>"));

    assertTrue(head.contains("default-src &#39;none&#39;"), head);
    assertFalse(page.contains("sourceMappingURL"));
    assertFalse(page.contains("<link"));
    assertFalse(page.contains("<script src"));
  }

  @Test
  void eachChartNamesExperimentSeedVersionAndCommand() throws IOException {
    ReportInput input = SampleRun.greedy();
    var charts = new QueueCharts(input);

    for (String spec : List.of(charts.byArrival(), charts.overTime())) {
      assertTrue(spec.contains(": lgc-1-basic\""), spec.substring(0, 200));
      assertTrue(spec.contains("seed 7 \u00b7 rani 0.1.0-SNAPSHOT"));
      assertTrue(spec.contains("./rani run config/experiments/lgc-1-basic.yaml"));
    }
  }

  @Test
  void aFailedExpectationAndADoubtfulRunStandInTheHeadline() throws IOException {
    String page = Files.readString(Report.write(SampleRun.failed(), folder));
    String header = page.substring(page.indexOf("<header>"), page.indexOf("</header>"));

    assertTrue(header.contains("\u2717 failed"), header);
    assertTrue(header.contains("3 of 4 expectations hold"), header);
    assertTrue(header.contains("The machine was too busy"), header);
    assertTrue(header.contains("node n7 was late"), header);
    assertTrue(
        header.indexOf("doubtful") < header.indexOf("failed"), "doubt first: it may be the reason");
    assertTrue(page.contains("the run has no metric lgc.gap-seconds"), "why it failed");
  }

  @Test
  void theKeyNumbersLeaveOutWhatGoesWithoutSaying() throws IOException {
    String page = Files.readString(Report.write(SampleRun.greedy(), folder));
    String key = page.substring(page.indexOf("<dl class=\"key"));

    assertTrue(key.contains("packets in the queue at the trigger (p)"), key);
    assertTrue(key.contains("throughput of n1"), key);
    assertFalse(key.substring(0, key.indexOf("</dl>")).contains("triggers of LGC"), key);
  }

  @Test
  void theTableOfConnectionsTellsHowEachEnded() throws IOException {
    ReportInput input = SampleRun.connected(SampleConnections.sawTooth(3));
    String page = Files.readString(Report.write(input, folder));
    String section = page.substring(page.indexOf("<h2>Connections</h2>"));

    assertTrue(
        section.contains("n1:49152 \u2192 n8:7000</th><td>source</td><td>closed</td>"), "n1");
    assertTrue(section.contains("962.4\u202fkbit/s"), "goodput");
    assertTrue(section.contains("211\u202fms"), "round trip");
    assertTrue(section.contains("n8:7000 \u2192 n1:49152</th><td>sink</td><td>OPEN</td>"), "n8");
    assertTrue(page.contains("queue.csv, flows.csv, connections.csv, report.json"), "footer");
  }

  @Test
  void onlyTheLargestConnectionsAreDrawnAndTheFirstStandInTheTable() throws IOException {
    ReportInput input = SampleRun.connected(SampleConnections.many(ConnectionSection.ROWS_MAX + 1));
    String page = Files.readString(Report.write(input, folder));

    assertEquals(ConnectionSection.CHARTS_MAX + 2, page.split("<figure", -1).length - 1);
    assertTrue(PageData.all(page).contains("Window of n1:49352 to n8:7000"), "the last moved most");
    assertFalse(page.contains("Window of n1:49152 to n8:7000"), "the first moved least");
    assertTrue(page.contains("The first 200 of 201 ends of connections."), "rows");
    String rows = page.substring(page.indexOf("<details class=\"rows\"><summary>All 200 rows"));
    assertEquals(200, rows.split("<td>source</td>", -1).length - 1);
  }

  @Test
  void aRunWithoutConnectionsSaysNothingOfThem() throws IOException {
    String page = Files.readString(Report.write(SampleRun.greedy(), folder));

    assertFalse(page.contains("<h2>Connections"), "section");
    assertFalse(page.contains("connections.csv"), "footer");
  }

  @Test
  void theWindowsOfALongConnectionAreThinnedToTheirExtremes() throws IOException {
    List<ConnectionSeries> connections = SampleConnections.sawTooth(40);
    ReportInput input = SampleRun.connected(connections);
    var chart = new ConnectionCharts(input, connections.getFirst());
    String page = Files.readString(Report.write(input, folder));

    assertTrue(chart.thinned());
    assertTrue(chart.overTime().contains("\"cwnd\":1.0,"), "the collapse is still there");
    assertTrue(page.contains("connections.csv holds every change."));
    assertEquals(
        connections.getFirst().windows().size() + 1L,
        Files.readAllLines(folder.resolve("connections.csv")).size());
  }

  @Test
  void aLongSeriesIsThinnedToItsExtremesInTheChartsOnly() throws IOException {
    ReportInput input = SampleRun.repeated(40);
    var charts = new QueueCharts(input);
    Report.write(input, folder);

    assertTrue(charts.thinned());
    assertTrue(charts.byArrival().length() < 150 * (Downsampling.POINTS_MAX + 100));
    assertTrue(Files.readString(folder.resolve("report.html")).contains("extremes of a longer"));
    assertEquals(
        input.queue().samples().size() + 1L,
        Files.readAllLines(folder.resolve("queue.csv")).size());
  }
}
