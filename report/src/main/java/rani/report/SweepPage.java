// SPDX-License-Identifier: Apache-2.0
package rani.report;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import rani.report.ReportInput.Trust;
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

/** Writes the HTML page of a sweep. */
final class SweepPage {
  static final int FAILURES_MAX = 20;

  static final int PLOTS_MAX = 24;

  /** More sentences about the baseline are folded. */
  static final int SENTENCES_OPEN_MAX = 3;

  private final SweepReportInput input;
  private final SweepFindings findings;
  private final SweepVariants variants;
  private final SweepCharts charts;
  private final List<Plot> plots;
  private final Html page = new Html();

  private final @Nullable Sensitivity sensitivity;

  /** Creates a page; {@code sensitivity} is null if there is no analysis of the file. */
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
    page.add("<main>\n");
    headline();
    varied();
    charts();
    baseline();
    failures();
    new SweepTables(input, findings, page).write();
    String beside = SweepFolder.SUMMARY_CSV + ", " + ReportFile.NAME;
    Lead.end(page, input.subject(), input.provenance(), beside);
    page.add("</main>\n");
    return PageFrame.html(experiment + " \u00b7 rani sweep", page);
  }

  private void headline() {
    long passes = input.rows().stream().filter(Row::passed).count();
    boolean passed = passes == input.rows().size();
    String lead = Lead.of(input.subject(), input.provenance().mode(), "run");
    Lead.begin(page, "sweep of", input.subject(), lead);
    String outcome =
        "%s of %s passed".formatted(passes, Figures.counted(input.rows().size(), "trial"));
    String link = passed ? "" : "failed";
    new Answers(page, trust(), List.of())
        .write(
            Answers.expected(passed, outcome, link),
            new PaperVerdict(findings.comparisons(), sensitivity),
            input.provenance().command(),
            findings.metrics().isEmpty() ? "" : SweepTables.SECTION);
    page.add("</header>\n").contents();
  }

  /** Returns the trust, and how many live trials were repeated on a machine that was too slow. */
  private Trust trust() {
    long known =
        input.rows().stream().filter(row -> row.metrics().containsKey(LiveMetrics.RUNS)).count();
    if (known == 0) {
      String mode = input.provenance().mode();
      return new Trust(mode.equals("virtual") ? "exact" : mode, List.of());
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
    String repeated =
        again == 0
            ? "No trial was run again."
            : "%s could not be believed and %s run again, %s in all."
                .formatted(
                    Figures.counted((int) again, "trial"),
                    again == 1 ? "was" : "were",
                    Figures.counted((int) runs, "time"));
    return doubtful == 0
        ? new Trust("good", List.of(repeated + " None is doubtful."))
        : new Trust(
            "doubtful",
            List.of(repeated + " " + doubtful + " of " + known + " may not be believed even so."));
  }

  private void varied() {
    if (input.variables().isEmpty()) {
      return;
    }
    page.section("What was varied").add("<dl class=\"pairs\">\n");
    input.variables().forEach((name, values) -> pair(name, listed(values)));
    pair("variants", Integer.toString(variants.all().size()));
    pair("trials of each", trialsOfEach() + ", " + input.provenance().seeds());
    if (!input.baseline().isEmpty()) {
      pair("compared with", SweepVariants.name(input.baseline()));
    }
    page.add("</dl>\n</section>\n");
  }

  private void pair(String key, String value) {
    page.add("<dt>{}</dt><dd>{}</dd>\n", key, value);
  }

  private static String listed(List<String> values) {
    int shown = 24;
    return values.size() <= shown
        ? String.join(", ", values)
        : "%s, \u2026, %s (%s values)"
            .formatted(
                String.join(", ", values.subList(0, shown)), values.getLast(), values.size());
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
    page.section("failed", Figures.counted(failed.size(), "trial") + " failed");
    page.table("Variant", "Seed", "Why", "Run it again");
    for (Row row : failed.stream().limit(FAILURES_MAX).toList()) {
      page.row(SweepVariants.name(row.parameters())).cells(row.seed(), reason(row));
      page.add("<td><code>{}</code></td></tr>\n", row.replay());
    }
    page.endTable();
    if (failed.size() > FAILURES_MAX) {
      page.note("The first " + FAILURES_MAX + "; results.jsonl has them all.");
    }
    page.add("</section>\n");
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
    String measured = value == null ? "not measured" : shown(value, expected.bound());
    return expected.name() + ": " + measured + ", expected " + expected.bound();
  }

  /** Formats a value, in percent if its bound is, because the metric is unknown. */
  private static String shown(double value, String bound) {
    return bound.contains("%") ? Figures.share(value) : Figures.number(value);
  }

  private void charts() {
    if (input.variables().isEmpty()) {
      spreads();
      return;
    }
    if (plots.isEmpty()) {
      return;
    }
    page.section("Charts");
    int all = Math.min(PLOTS_MAX, plots.size());
    int number = 0;
    for (Plot plot : plots.subList(0, all)) {
      page.foldCharts(number++, Html.CHARTS_OPEN_MAX, all);
      SweepCharts.Drawing drawing = charts.draw(plot);
      if (drawing.isEmpty()) {
        page.add(
            "<p>{}: {} <code>{}</code>.</p>\n",
            plot.title(),
            plot.showsSeries() ? "rani plot draws" : "no trial has",
            String.join(", ", plot.metrics()));
      } else {
        String id = "plot-" + number;
        page.figure(id, input.subject().experiment() + "-" + id, drawing.caption(), drawing.spec());
      }
    }
    page.endCharts(Html.CHARTS_OPEN_MAX, all);
    if (plots.size() > PLOTS_MAX) {
      page.note("The first " + PLOTS_MAX + " of " + plots.size() + " charts.");
    }
    page.add("</section>\n");
  }

  /** Writes distributions over the trials of a sweep without variables. */
  private void spreads() {
    for (SequencedMap<String, String> only : variants.all()) {
      page.section("Over the trials");
      int number = 0;
      for (String metric : findings.metrics()) {
        double[] values = variants.values(only, metric);
        if (variants.isConstant(metric) || values.length == 0) {
          continue;
        }
        if (++number > SweepCharts.DEFAULT_PLOTS_MAX) {
          break;
        }
        String title = Figures.capitalised(PaperNumbers.inWords(metric));
        SweepCharts.Drawing drawing = charts.draw(Plot.distribution(title, metric));
        String id = "spread-" + number;
        page.figure(id, input.subject().experiment() + "-" + id, drawing.caption(), drawing.spec());
      }
      if (number == 0) {
        page.add("<p>Every trial gave the same.</p>\n");
      }
      page.add("</section>\n");
    }
  }

  private void baseline() {
    List<String> sentences = findings.sentences();
    if (sentences.isEmpty()) {
      return;
    }
    page.section("Compared with " + SweepVariants.name(input.baseline()));
    page.add(
        "<p>Seed by seed, so that what chance does to both falls out; \u00b1 is the 95\u202f%"
            + " interval of the difference. {}</p>\n",
        corrected());
    new HeatTable(input, findings, page).write();
    boolean few = sentences.size() <= SENTENCES_OPEN_MAX;
    if (!few) {
      page.add("<details><summary>In {} sentences</summary>\n", sentences.size());
    }
    page.list("ul class=\"sentences\"", sentences);
    page.add(few ? "</section>\n" : "</details>\n</section>\n");
  }

  /** Explains to the user when a difference counts as significant. */
  private String corrected() {
    if (findings.family().size() == 0) {
      return "A single pair of each has neither interval nor test.";
    }
    return """
    A difference is seen if its p-value (paired t test), corrected by Holm\u2019s method for the \
    %s on this page, is below %s; %s has both.\
    """
        .formatted(
            Figures.counted((int) findings.family().size(), "comparison"),
            Figures.share(Family.LEVEL),
            SweepFolder.SUMMARY_CSV);
  }
}
