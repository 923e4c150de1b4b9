// SPDX-License-Identifier: Apache-2.0
package rani.report;

import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.SequencedSet;
import rani.report.SweepReportInput.Row;
import rani.report.html.Html;
import rani.report.paper.Comparison;
import rani.report.paper.Figures;
import rani.report.paper.Figures.Unit;
import rani.report.paper.PaperNumbers;
import rani.study.statistics.Summary;

/** The part of a run's page about all its trials, where there were several. */
final class TrialSection {
  /** Spreads that are drawn. */
  static final int CHARTS_MAX = 2;

  /** Failing trials that are listed. */
  static final int FAILURES_MAX = 20;

  static final String CAPTION =
      "How many trials gave which value. The upright line is their mean, the band around it its"
          + " 95\u202f% interval; dashed, where there is one, the paper\u2019s value.";

  private final ReportInput input;
  private final Html page;

  TrialSection(ReportInput input, Html page) {
    this.input = input;
    this.page = page;
  }

  void write() throws IOException {
    if (input.trials().isEmpty()) {
      return;
    }
    page.raw("<section>\n").element("h2", "Over " + input.trials().size() + " trials").raw("\n");
    failures();
    page.raw("<div class=\"wide\"><table>\n<thead><tr>");
    page.headings("Quantity", "#Mean \u00b1 95\u202f%", "#Least", "#Greatest");
    if (!input.printed().isEmpty()) {
      page.headings("#Paper", "Difference");
    }
    page.raw("</tr></thead>\n<tbody>\n");
    SequencedSet<String> metrics = new LinkedHashSet<>(input.printed().sequencedKeySet());
    input.expectations().forEach(expectation -> metrics.add(expectation.metric()));
    metrics.forEach(this::row);
    page.raw("</tbody></table></div>\n<p class=\"note\">");
    page.text(Report.TRIALS_CSV + " has every metric of every trial. ");
    page.text(tellsOf()).raw("</p>\n");
    charts(metrics);
    page.raw("</section>\n");
  }

  private String tellsOf() {
    boolean failed = input.trials().stream().anyMatch(row -> !row.passed());
    return "The rest of this page is about one of them, "
        + (failed ? "the first that failed" : "the first")
        + ", seed "
        + input.provenance().telling()
        + ".";
  }

  private void failures() {
    List<Row> failed = input.trials().stream().filter(row -> !row.passed()).toList();
    if (failed.isEmpty()) {
      return;
    }
    page.raw("<p>").text(Figures.counted(failed.size(), "trial") + " failed:").raw("</p>\n<ul>\n");
    for (Row row : failed.stream().limit(FAILURES_MAX).toList()) {
      page.raw("<li>").text("seed " + row.seed() + ": ").element("code", row.replay());
      page.raw("</li>\n");
    }
    page.raw("</ul>\n");
    if (failed.size() > FAILURES_MAX) {
      page.raw("<p class=\"note\">").text("The first " + FAILURES_MAX + ".").raw("</p>\n");
    }
  }

  private void row(String metric) {
    double[] values = values(metric);
    String printed = input.printed().get(metric);
    page.raw("<tr>").element("th scope=\"row\"", PaperNumbers.inWords(metric));
    if (values.length == 0) {
      page.number("not measured").number("\u2013").number("\u2013");
    } else {
      Summary summary = Summary.of(values);
      Unit unit = Unit.of(metric);
      page.number(Figures.mean(metric, summary, input.trials().size()));
      page.number(Figures.value(unit, summary.min()));
      page.number(Figures.value(unit, summary.max()));
    }
    if (input.printed().isEmpty()) {
      page.raw("</tr>\n");
      return;
    }
    if (printed == null) {
      page.number("\u2013").element("td", "\u2013");
    } else {
      Comparison comparison = Comparison.ofAll("", metric, printed, values, input.trials().size());
      page.number(comparison.paper());
      page.element(comparison.disagrees() ? "td class=\"differs\"" : "td", comparison.difference());
    }
    page.raw("</tr>\n");
  }

  private void charts(SequencedSet<String> metrics) throws IOException {
    int number = 0;
    for (String metric : metrics) {
      double[] values = values(metric);
      if (values.length < 2 || Summary.of(values).min() == Summary.of(values).max()) {
        continue;
      }
      if (++number > CHARTS_MAX) {
        return;
      }
      String experiment = input.subject().experiment();
      String title =
          Figures.capitalised(PaperNumbers.inWords(metric)) + " over the trials: " + experiment;
      String spec =
          TrialCharts.draw(
              ChartSpec.ofAll(TrialCharts.DRAWING, title, input.provenance()),
              metric,
              values,
              input.trials().size(),
              input.printed().get(metric));
      String id = "spread-" + number;
      page.figure(id, experiment + "-" + id, CAPTION, spec);
    }
  }

  private double[] values(String metric) {
    return input.trials().stream()
        .map(row -> row.metrics().get(metric))
        .filter(Objects::nonNull)
        .filter(Double::isFinite)
        .mapToDouble(Double::doubleValue)
        .toArray();
  }
}
