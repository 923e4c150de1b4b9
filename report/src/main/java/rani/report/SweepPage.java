// SPDX-License-Identifier: Apache-2.0
package rani.report;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import rani.report.SweepReportInput.Expected;
import rani.report.SweepReportInput.Row;
import rani.report.html.Html;
import rani.report.html.PageFrame;
import rani.report.paper.Figures;
import rani.report.paper.PaperNumbers;
import rani.study.experiment.Plot;
import rani.study.observe.LiveMetrics;
import rani.study.statistics.Family;
import rani.study.sweep.SweepFolder;

/** The page of a sweep, from its headline to its footer. */
final class SweepPage {
  /** Failing trials that are listed. */
  static final int FAILURES_MAX = 20;

  /** Charts on the page. */
  static final int PLOTS_MAX = 24;

  /** Sentences about the baseline. */
  static final int SENTENCES_MAX = 24;

  private final SweepReportInput input;
  private final SweepFindings findings;
  private final SweepVariants variants;
  private final SweepCharts charts;
  private final List<Plot> plots;
  private final Html page = new Html();

  private final @Nullable Sensitivity sensitivity;

  /**
   * A page.
   *
   * @param sensitivity what is known of the file's choices; null for nothing
   */
  SweepPage(SweepReportInput input, @Nullable Sensitivity sensitivity) {
    this.input = input;
    this.sensitivity = sensitivity;
    this.findings = new SweepFindings(input, sensitivity);
    this.variants = findings.variants();
    this.charts = findings.charts();
    this.plots = charts.plots();
  }

  String html() throws IOException {
    String experiment = input.subject().experiment();
    page.raw("<main>\n");
    headline();
    varied();
    charts();
    baseline();
    failures();
    new SweepTables(input, findings, page).write();
    footer();
    page.raw("</main>\n");
    return PageFrame.html(experiment + " \u00b7 rani sweep", page);
  }

  private void headline() {
    boolean passed = input.rows().stream().allMatch(Row::passed);
    long passes = input.rows().stream().filter(Row::passed).count();
    page.raw("<header>\n<p class=\"kicker\">rani \u00b7 sweep of <code>");
    page.text(input.subject().experiment()).raw("</code></p>\n");
    page.element("h1", input.subject().title()).raw("\n<p class=\"lead\">");
    page.text(Lead.of(input.subject(), input.provenance().mode(), "run"));
    page.raw("</p>\n<p class=\"verdicts\"><span class=\"verdict " + (passed ? "good" : "bad"));
    page.raw(passed ? "\">\u2713 passed" : "\">\u2717 failed").raw("</span> <span>");
    page.text(passes + " of " + Figures.counted(input.rows().size(), "trial") + " passed");
    page.raw(passed ? "" : "; those that failed are <a href=\"#failed\">listed below</a>");
    page.raw("</span> <span class=\"verdict plain\">");
    page.text(input.provenance().mode().equals("virtual") ? "trust: exact" : "live");
    page.raw("</span></p>\n");
    repeated();
    new PaperVerdict(findings.comparisons(), sensitivity).write(page);
    page.raw("</header>\n");
  }

  /** What was done about live runs that may not be believed. */
  private void repeated() {
    long known =
        input.rows().stream().filter(row -> row.metrics().containsKey(LiveMetrics.RUNS)).count();
    if (known == 0) {
      return;
    }
    double runs = 0;
    long again = 0;
    long doubtful = 0;
    for (Row row : input.rows()) {
      double times = row.metrics().getOrDefault(LiveMetrics.RUNS, 1.0);
      runs += times - 1;
      again += times > 1 ? 1 : 0;
      doubtful += row.metrics().getOrDefault(LiveMetrics.DOUBTFUL, 0.0) > 0 ? 1 : 0;
    }
    page.raw("<p>");
    page.text(
        again == 0
            ? "No trial was run again."
            : Figures.counted((int) again, "trial")
                + " could not be believed and "
                + (again == 1 ? "was" : "were")
                + " run again, "
                + Figures.counted((int) runs, "time")
                + " in all.");
    page.text(
        doubtful == 0
            ? " None is doubtful."
            : " " + doubtful + " of " + known + " may not be believed even so.");
    page.raw("</p>\n");
  }

  private void varied() {
    if (input.variables().isEmpty()) {
      return;
    }
    page.raw("<section>\n<h2>What was varied</h2>\n<dl class=\"pairs\">\n");
    for (Map.Entry<String, List<String>> variable : input.variables().entrySet()) {
      page.element("dt", variable.getKey());
      page.element("dd", listed(variable.getValue())).raw("\n");
    }
    page.element("dt", "variants");
    page.element("dd", Integer.toString(variants.all().size())).raw("\n");
    page.element("dt", "trials of each");
    page.element("dd", trialsOfEach() + ", " + input.provenance().seeds()).raw("\n");
    if (!input.baseline().isEmpty()) {
      page.element("dt", "compared with");
      page.element("dd", SweepVariants.name(input.baseline())).raw("\n");
    }
    page.raw("</dl>\n</section>\n");
  }

  private static String listed(List<String> values) {
    int shown = 24;
    return values.size() <= shown
        ? String.join(", ", values)
        : String.join(", ", values.subList(0, shown))
            + ", \u2026, "
            + values.getLast()
            + " ("
            + values.size()
            + " values)";
  }

  private String trialsOfEach() {
    var counts = variants.all().stream().mapToInt(v -> variants.rows(v).size()).summaryStatistics();
    return counts.getMin() == counts.getMax()
        ? Integer.toString(counts.getMax())
        : counts.getMin() + " to " + counts.getMax();
  }

  private void failures() {
    List<Row> failed = new ArrayList<>();
    for (SequencedMap<String, String> labels : variants.all()) {
      variants.rows(labels).stream().filter(row -> !row.passed()).forEach(failed::add);
    }
    if (failed.isEmpty()) {
      return;
    }
    page.raw("<section id=\"failed\">\n");
    page.element("h2", Figures.counted(failed.size(), "trial") + " failed");
    page.raw("\n<div class=\"wide\"><table>\n<thead><tr>");
    page.headings("Variant", "Seed", "Why", "Run it again");
    page.raw("</tr></thead>\n<tbody>\n");
    failed.stream().limit(FAILURES_MAX).forEach(this::failed);
    page.raw("</tbody></table></div>\n");
    if (failed.size() > FAILURES_MAX) {
      page.raw("<p class=\"note\">");
      page.text("The first " + FAILURES_MAX + "; results.jsonl has them all.").raw("</p>\n");
    }
    page.raw("</section>\n");
  }

  private void failed(Row row) {
    page.raw("<tr>").element("th scope=\"row\"", SweepVariants.name(row.parameters()));
    page.element("td", Long.toString(row.seed())).element("td", reason(row)).raw("<td>");
    page.element("code", row.replay()).raw("</td></tr>\n");
  }

  private static String reason(Row row) {
    if (row.failure() != null) {
      return row.failure();
    }
    List<String> broken =
        row.expectations().stream().filter(e -> !e.passed()).map(SweepPage::broken).toList();
    return String.join("; ", broken);
  }

  private static String broken(Expected expected) {
    Double value = expected.value();
    return expected.name()
        + ": "
        + (value == null ? "not measured" : shown(value, expected.bound()))
        + ", expected "
        + expected.bound();
  }

  /** An expectation does not tell its metric, but its bound the unit of a share. */
  private static String shown(double value, String bound) {
    return bound.contains("%") ? Figures.share(value) : Figures.number(value);
  }

  private void charts() throws IOException {
    if (input.variables().isEmpty()) {
      spreads();
      return;
    }
    if (plots.isEmpty()) {
      return;
    }
    page.raw("<section>\n<h2>Charts</h2>\n");
    int number = 0;
    for (Plot plot : plots.stream().limit(PLOTS_MAX).toList()) {
      number++;
      SweepCharts.Drawing drawing = charts.draw(plot);
      if (drawing.isEmpty()) {
        page.raw("<p>").text(plot.title() + ": no trial has the metric ");
        page.element("code", plot.metric()).raw(".</p>\n");
      } else {
        String id = "plot-" + number;
        page.figure(id, input.subject().experiment() + "-" + id, drawing.caption(), drawing.spec());
      }
    }
    if (plots.size() > PLOTS_MAX) {
      page.raw("<p class=\"note\">").text("The first " + PLOTS_MAX + " of " + plots.size());
      page.raw(" charts.</p>\n");
    }
    page.raw("</section>\n");
  }

  /** Without variables: how the trials are spread. */
  private void spreads() throws IOException {
    for (SequencedMap<String, String> only : variants.all()) {
      page.raw("<section>\n<h2>Over the trials</h2>\n");
      int number = 0;
      for (String metric : findings.metrics()) {
        double[] values = variants.values(only, metric);
        if (variants.isConstant(metric) || values.length == 0) {
          continue;
        }
        if (++number > SweepCharts.DEFAULT_PLOTS_MAX) {
          break;
        }
        String title =
            Figures.capitalised(PaperNumbers.inWords(metric)) + ": " + input.subject().experiment();
        String spec =
            TrialCharts.draw(
                ChartSpec.of(TrialCharts.DRAWING, title, input.provenance()),
                metric,
                values,
                variants.rows(only).size(),
                variants.printed(only).get(metric));
        String id = "spread-" + number;
        page.figure(id, input.subject().experiment() + "-" + id, TrialSection.CAPTION, spec);
      }
      if (number == 0) {
        page.raw("<p>Every trial gave the same.</p>\n");
      }
      page.raw("</section>\n");
    }
  }

  private void baseline() {
    List<String> sentences = findings.sentences();
    if (sentences.isEmpty()) {
      return;
    }
    page.raw("<section>\n");
    page.element("h2", "Compared with " + SweepVariants.name(input.baseline()));
    page.raw(
        "\n<p>Seed by seed, so that what chance does to both falls out; \u00b1 is the 95\u202f%");
    page.raw(" interval of the difference. ");
    page.text(corrected()).raw("</p>\n<ul class=\"sentences\">\n");
    sentences.stream()
        .limit(SENTENCES_MAX)
        .forEach(sentence -> page.element("li", sentence).raw("\n"));
    page.raw("</ul>\n");
    if (sentences.size() > SENTENCES_MAX) {
      page.raw("<p class=\"note\">");
      page.text("The first " + SENTENCES_MAX + " of " + sentences.size());
      page.raw("; the tables have them all.</p>\n");
    }
    page.raw("</section>\n");
  }

  /** When a difference counts as one. */
  private String corrected() {
    return "A difference is seen if its p-value (paired t test), corrected by Holm\u2019s method"
        + " for the "
        + Figures.counted((int) findings.family().size(), "comparison")
        + " on this page, is below "
        + Figures.share(Family.LEVEL)
        + "; "
        + SweepFolder.SUMMARY_CSV
        + " has both.";
  }

  private void footer() {
    SweepReportInput.Provenance provenance = input.provenance();
    page.raw("<footer>\n<dl class=\"pairs\">\n");
    pair("experiment", input.subject().experiment());
    pair("mode", ReportInput.Provenance.world(provenance.mode()));
    pair("seeds", provenance.seeds());
    pair("trials", Long.toString(provenance.trials()));
    pair("version", "rani " + provenance.version());
    pair("command", provenance.command());
    pair("beside this page", SweepFolder.SUMMARY_CSV + ", " + ReportFile.NAME);
    page.raw("</dl>\n</footer>\n");
  }

  private void pair(String key, String value) {
    page.element("dt", key).raw("<dd>").element("code", value).raw("</dd>\n");
  }
}
