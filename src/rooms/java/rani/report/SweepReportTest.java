// SPDX-License-Identifier: Apache-2.0
package rani.report;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SequencedMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rani.fixture.PageData;
import rani.ground.LabFailure;
import rani.report.SweepReportInput.Row;
import rani.report.paper.Figures;
import rani.report.paper.PaperNumbers;
import rani.study.statistics.PairedDifference;
import rani.study.sweep.PaperValues;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class SweepReportTest {
  @TempDir private Path folder;

  @Test
  void theHeadlineSaysHowManyTrialsPassedAndListsThoseThatFailed() throws IOException {
    String page = page(SampleSweep.delays());
    String header = page.substring(page.indexOf("<header>"), page.indexOf("</header>"));

    assertTrue(header.contains("\u2717 failed"), header);
    assertTrue(header.contains("237 of 240 trials passed"), header);
    assertTrue(page.contains("<h2>3 trials failed</h2>"), "failures");
    assertTrue(
        page.contains("<td>greedy share: 97\u202f%, expected below 99%</td>"),
        "why the first failed");
    assertTrue(page.contains("--pick delay=10ms --trials 1 --seed 18"), "how to replay it");
  }

  @Test
  void aDisagreementWithThePaperStandsAtTheTop() throws IOException {
    String page = page(SampleSweep.delays());
    String header = page.substring(page.indexOf("<header>"), page.indexOf("</header>"));

    assertTrue(header.contains("1 differs"), header);
    assertTrue(
        header.contains("throughput of n1 (delay 50ms, limiter lgc): the paper 53.5\u202f%"),
        header);
    assertTrue(header.contains("percentage points more than the paper"), header);
  }

  @Test
  void theDifferencesFromTheBaselineAreATableWithSignsAndTheirSentencesAreFolded()
      throws IOException {
    String page = page(SampleSweep.delays());
    String heat = page.substring(page.indexOf("<div class=\"heat\">"));
    String table = heat.substring(0, heat.indexOf("</table>"));

    assertTrue(table.contains("<th scope=\"col\" class=\"number\">throughput of n1</th>"), table);
    // codel lets 45 % through at 50 ms and the baseline 56 %; the greatest difference is 42 points
    assertTrue(
        table.contains(
            "<th scope=\"row\">delay 50ms, limiter codel</th>"
                + "<td class=\"number less-2\">\u25bc \u221211."),
        table);
    assertFalse(table.matches("(?s).*less-\\d\">\u25b2.*"), "a sign beside the other's colour");
    assertTrue(heat.matches("(?s).*<details><summary>In \\d+ sentences</summary>.*"), "sentences");
  }

  @Test
  void whatThePaperPrintsOfItsOwnSetUpIsHeldAgainstTheBaselineAlone() {
    SweepReportInput sweep = SampleSweep.delays();
    var shared = SampleSweep.labels("through.n1", "53.5%");
    var own = SampleSweep.labels("through.n1", "40%");
    var input =
        new SweepReportInput(
            sweep.subject(),
            sweep.variables(),
            sweep.baseline(),
            sweep.plots(),
            sweep.expected(),
            List.of(
                new PaperValues(new LinkedHashMap<>(), shared),
                new PaperValues(SampleSweep.labels("limiter", "codel"), own)),
            sweep.provenance(),
            sweep.rows());
    var variants = new SweepVariants(input);

    assertEquals(shared, variants.printed(SampleSweep.labels("delay", "50ms", "limiter", "lgc")));
    assertEquals(
        Map.of(), variants.printed(SampleSweep.labels("delay", "50ms", "limiter", "none")));
    assertEquals(own, variants.printed(SampleSweep.labels("delay", "50ms", "limiter", "codel")));
  }

  @Test
  void harmIsWhatIsLostOfTheBaselinesWithTheSameSeed() throws IOException {
    SweepReportInput sweep = SampleSweep.delays();
    var variants = new SweepVariants(sweep);
    var codel = SampleSweep.labels("delay", "50ms", "limiter", "codel");
    double[] relative = variants.values(codel, "relative.through.n1");
    double[] harm = variants.values(codel, "harm.through.n1");

    assertEquals(20, harm.length);
    for (int i = 0; i < harm.length; i++) {
      assertEquals(1 - relative[i], harm[i], 1e-12);
    }
    assertEquals("harm to throughput of n1", PaperNumbers.inWords("harm.through.n1"));
    assertEquals(Figures.Unit.SHARE, Figures.Unit.of("harm.delay.n1.p95"));
  }

  @Test
  void aRelativeMetricIsOverThatOfTheBaselineWithTheSameSeed() throws IOException {
    SweepReportInput sweep = SampleSweep.delays();
    var variants = new SweepVariants(sweep);
    var codel = SampleSweep.labels("delay", "50ms", "limiter", "codel");
    var lgc = SampleSweep.labels("delay", "50ms", "limiter", "lgc");
    double[] own = variants.values(codel, "through.n1");
    double[] other = variants.values(lgc, "through.n1");
    double[] relative = variants.values(codel, "relative.through.n1");

    assertEquals(own.length, relative.length);
    for (int i = 0; i < own.length; i++) {
      assertEquals(own[i] / other[i], relative[i], 1e-12);
    }
    assertEquals(0, variants.values(lgc, "relative.through.n1").length);
    assertEquals(
        "throughput of n1, relative to the baseline", PaperNumbers.inWords("relative.through.n1"));
  }

  @Test
  void thePageOfALiveSweepSaysWhatWasRunAgain() throws IOException {
    assertTrue(
        page(withRuns(1, 0)).contains("No trial was run again. None is doubtful."), "undisturbed");
    assertTrue(page(withRuns(3, 1)).contains("could not be believed and were run again"), "again");
    assertTrue(page(withRuns(3, 1)).contains("may not be believed even so."), "doubtful");
  }

  private static SweepReportInput withRuns(double runs, double doubtful) {
    SweepReportInput sweep = SampleSweep.delays();
    return new SweepReportInput(
        sweep.subject(),
        sweep.variables(),
        sweep.baseline(),
        sweep.plots(),
        sweep.expected(),
        sweep.paper(),
        sweep.provenance(),
        sweep.rows().stream().map(row -> withRuns(row, runs, doubtful)).toList());
  }

  private static SweepReportInput.Row withRuns(
      SweepReportInput.Row row, double runs, double doubtful) {
    var metrics = new LinkedHashMap<>(row.metrics());
    metrics.put("live.runs", runs);
    metrics.put("live.doubtful", doubtful);
    return new SweepReportInput.Row(
        row.parameters(),
        row.repetition(),
        row.seed(),
        row.passed(),
        row.failure(),
        row.expectations(),
        metrics,
        row.replay());
  }

  @Test
  void variantsAreComparedWithTheBaselineSeedBySeed() throws IOException {
    String page = page(SampleSweep.delays());

    assertTrue(page.contains("At delay 10ms, codel lets 12"), "less than lgc");
    assertTrue(
        page.contains("percentage points less of n1 through than lgc; on 20 common seeds."),
        "less");
    assertTrue(
        page.contains(
            "All variants give the same 95th percentile of the delay of packets of n2, seed by"
                + " seed."),
        "the same");
  }

  @Test
  void eachDifferenceInATableLeadsToItsReasonOrToTheWordsThatThereIsNone() throws IOException {
    for (String page :
        List.of(
            page(SampleSweep.delays()),
            Files.readString(Report.write(SampleRun.severalTrials(SampleRun.walked()), folder)))) {
      List<String> links =
          Pattern.compile("<td class=\"differs\"><a href=\"#([^\"]+)\">")
              .matcher(page)
              .results()
              .map(found -> found.group(1))
              .toList();

      assertFalse(links.isEmpty(), "a difference");
      for (String link : links) {
        int reason = page.indexOf("<li id=\"" + link + "\">");
        assertTrue(reason > 0, link);
        String words = page.substring(reason, page.indexOf("</li>", reason));
        assertTrue(words.contains(PaperVerdict.NO_REASON), words);
        assertEquals(reason, page.lastIndexOf("<li id=\"" + link + "\">"), "once");
      }
    }
  }

  /** Survivors: those that never got through have no delay. */
  @Test
  void trialsWithoutAMetricAreCountedInTableAndChart() throws IOException {
    SweepReportInput sweep = SampleSweep.delays();
    List<Row> some =
        sweep.rows().stream()
            .map(row -> row.repetition() < 12 ? row : without("delay.n2.p95", row))
            .toList();
    String page = page(SampleSweep.with(sweep, some));

    assertTrue(page.contains(">12 of 20</td>"), "the table");
    assertTrue(page.contains("Only 144 of 240 trials have it."), "the caption");
    assertTrue(PageData.all(page).contains("(12 of 20 trials have it)"), "the point");
    assertFalse(page(sweep).contains("trials have it"), "all have it");
  }

  private static Row without(String metric, Row row) {
    SequencedMap<String, Double> metrics = new LinkedHashMap<>(row.metrics());
    metrics.remove(metric);
    return new Row(
        row.parameters(),
        row.repetition(),
        row.seed(),
        row.passed(),
        row.failure(),
        row.expectations(),
        metrics,
        row.replay());
  }

  @Test
  void aDifferenceThatChanceMayHaveMadeIsNone() {
    var none = new PairedDifference(20, 0.003, 0.02, 0.011, 0.51, 0.51, 1);
    var among = new PairedDifference(20, 0.02, 0.02, 0.011, 0.0003, 0.06, 200);
    var one = new PairedDifference(1, 0.1, Double.NaN, Double.NaN, Double.NaN, Double.NaN, 200);
    var codel = SampleSweep.labels("limiter", "codel");
    var lgc = SampleSweep.labels("limiter", "lgc");

    assertEquals(
        "no difference seen between codel and lgc in throughput of n1: 0.3 \u00b1 1.1 percentage"
            + " points more; on 20 common seeds.",
        PairedWords.sentence("through.n1", codel, lgc, none));
    assertEquals("no difference seen", PairedWords.cell("through.n1", among));
    assertTrue(
        PairedWords.sentence("through.n1", codel, lgc, one).contains("does not tell what chance"));
  }

  @Test
  void eachChartNamesExperimentSeedsVersionAndCommand() throws IOException {
    SweepReportInput sweep = SampleSweep.delays();
    for (var plot : sweep.plots()) {
      JsonNode title = spec(sweep, plot.metrics().getFirst()).get("title");

      assertEquals(plot.title() + ": lgc-1-compare", title.get("text").asString());
      assertEquals(
          "virtual time \u00b7 seeds 1\u201320 \u00b7 240 trials \u00b7 rani 0.1.0-SNAPSHOT",
          title.get("subtitle").get(0).asString());
      assertEquals(sweep.provenance().command(), title.get("subtitle").get(1).asString());
    }
  }

  @Test
  void aChartHasMeansWithIntervalsLinesByVariantAndThePapersPoints() throws IOException {
    JsonNode spec = spec(SampleSweep.delays(), "through.n1");
    JsonNode mean = values(spec, "mean").getFirst().get(0);
    JsonNode interval = values(spec, "band").getFirst().get(0);

    assertEquals(
        12, values(spec, "mean").stream().mapToInt(JsonNode::size).sum(), "of each variant");
    assertEquals(10, mean.get("x").asInt(), "milliseconds");
    assertEquals("delay in ms", spec.at("/encoding/x/title").asString());
    assertTrue(interval.get("low").asDouble() < mean.get("y").asDouble(), mean + " in " + interval);
    assertTrue(
        mean.get("y").asDouble() < interval.get("high").asDouble(), mean + " in " + interval);
    assertEquals(
        "[\"lgc\",\"none\",\"codel\"]", spec.at("/encoding/color/scale/domain").toString());
    assertEquals(1, values(spec, "paper").getFirst().size());
    assertEquals(53.5, values(spec, "paper").getFirst().get(0).get("y").asDouble(), "percent");
  }

  /** Returns the data of each layer of a kind. */
  private static List<JsonNode> values(JsonNode spec, String kind) {
    List<JsonNode> values = new ArrayList<>();
    for (JsonNode layer : spec.path("layer")) {
      if (layer.path("name").asString("").startsWith(kind + "-")) {
        values.add(layer.at("/data/values"));
      }
    }
    return values;
  }

  @Test
  void withoutPlotsTheMetricsOfExpectationsThatVaryAreDrawn() {
    SweepReportInput sweep = SampleSweep.delays();
    var input =
        new SweepReportInput(
            sweep.subject(),
            sweep.variables(),
            sweep.baseline(),
            List.of(),
            List.of("through.n2", "through.n1"),
            sweep.paper(),
            sweep.provenance(),
            sweep.rows());
    var plots = new SweepCharts(input, new SweepVariants(input)).plots();

    assertEquals(1, plots.size(), "all of n2 always goes through");
    assertEquals("through.n1", plots.getFirst().metrics().getFirst());
    assertEquals("delay", plots.getFirst().x());
    assertEquals("limiter", plots.getFirst().by().getFirst());
  }

  @Test
  void theOrderOfTheRowsDoesNotMatter() throws IOException {
    List<Row> rows = new ArrayList<>(SampleSweep.delays().rows());
    byte[] before = bytes(SampleSweep.delays());
    Collections.shuffle(rows, new Random(1));

    assertArrayEquals(before, bytes(SampleSweep.with(SampleSweep.delays(), rows)));
  }

  private byte[] bytes(SweepReportInput input) throws IOException {
    return Files.readAllBytes(new ReportFile.Sweep(input).write(folder));
  }

  @Test
  void trialsOfOneVariantAreShownAsASpreadBesideThePaper() throws IOException {
    String page = page(SampleSweep.single());

    assertEquals(1, page.split("<figure", -1).length - 1, "only n1's throughput varies");
    assertTrue(page.contains("\"text\":\"paper 53.5\u202f%\""), "the paper's mark");
    assertFalse(page.contains("What was varied"), "nothing was");
  }

  @Test
  void aNameWithMarkupIsEscaped() throws IOException {
    String page = page(SampleSweep.named("</script><b title='x\"'>&"));

    assertFalse(page.contains("<b title"), "markup out of a name");
    assertEquals(
        page.split("<script", -1).length, page.split("</script>", -1).length, "balanced scripts");
  }

  @Test
  void aReportIsMadeAgainFromItsFileToTheByte() throws Exception {
    List<ThrowingWrite> writes =
        List.of(
            to -> new ReportFile.Sweep(SampleSweep.delays()).write(to),
            to -> Report.write(SampleRun.greedy(), to),
            to -> Report.write(SampleRun.severalTrials(SampleRun.greedy()), to),
            to -> Report.write(SampleRun.connected(SampleConnections.sawTooth(3)), to));
    for (ThrowingWrite write : writes) {
      Path place = Files.createTempDirectory(folder, "report");
      write.into(place);
      Map<String, String> before = contents(place);
      for (String name : before.keySet()) {
        if (!name.equals(ReportFile.NAME)) {
          Files.delete(place.resolve(name));
        }
      }
      ReportFile.read(place).write(place);

      assertEquals(before, contents(place));
    }
  }

  private interface ThrowingWrite {
    void into(Path folder) throws IOException;
  }

  private static Map<String, String> contents(Path folder) throws IOException {
    Map<String, String> contents = new LinkedHashMap<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.sorted().toList()) {
        contents.put(file.getFileName().toString(), Files.readString(file));
      }
    }
    return contents;
  }

  @Test
  void aFolderWithoutAReportIsRefusedWithAReason() throws IOException {
    assertTrue(failure(folder).contains("has no report.json"), failure(folder));
    assertTrue(failure(folder.resolve("no")).contains("there is no folder"));
    for (String text : List.of("", "{", "[]", "{}", "{\"run\":null}", "{\"run\":{\"x\":1}}")) {
      Files.writeString(folder.resolve(ReportFile.NAME), text);
      assertTrue(failure(folder).contains("report.json is no report: "), text);
    }
  }

  private static String failure(Path folder) {
    return String.valueOf(
        assertThrows(LabFailure.class, () -> ReportFile.read(folder)).getMessage());
  }

  private String page(SweepReportInput input) throws IOException {
    return Files.readString(new ReportFile.Sweep(input).write(folder));
  }

  private static JsonNode spec(SweepReportInput input, String metric) throws IOException {
    var plot =
        input.plots().stream()
            .filter(one -> one.metrics().equals(List.of(metric)))
            .findFirst()
            .orElseThrow();
    var drawing = new SweepCharts(input, new SweepVariants(input)).draw(plot);
    return JsonMapper.builder().build().readTree(drawing.spec());
  }
}
