// SPDX-License-Identifier: Apache-2.0
package rani.report;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedSet;
import rani.report.SweepReportInput.Row;
import rani.report.html.Html;
import rani.report.paper.Figures;
import rani.report.paper.PaperNumbers;
import rani.study.experiment.Plot;
import rani.study.statistics.Summary;

/** The section of a run's page that compares several trials. */
record TrialSection(ReportInput input, Html page) {
  /** The identifier of the section. */
  static final String ID = "trials";

  static final int CHARTS_MAX = 2;

  static final int FAILURES_MAX = 20;

  void write() {
    if (input.trials().isEmpty()) {
      return;
    }
    page.section(ID, "Over " + input.trials().size() + " trials");
    failures();
    List<String> heads =
        new ArrayList<>(List.of("Quantity", "#Mean \u00b1 95\u202f%", "#Least", "#Greatest"));
    if (!input.printed().isEmpty()) {
      heads.addAll(List.of("#Paper", "Difference"));
    }
    page.table(heads.toArray(String[]::new));
    SequencedSet<String> metrics = new LinkedHashSet<>(input.printed().sequencedKeySet());
    input.expectations().forEach(expectation -> metrics.add(expectation.metric()));
    metrics.forEach(this::row);
    page.endTable();
    boolean failed = input.trials().stream().anyMatch(row -> !row.passed());
    page.note(
        """
        %s has every metric of every trial. The rest of this page is about one of them, %s, \
        seed %s.\
        """
            .formatted(
                Report.TRIALS_CSV,
                failed ? "the first that failed" : "the first",
                input.provenance().representative()));
    charts(metrics);
    page.add("</section>\n");
  }

  private void failures() {
    List<Row> failed = input.trials().stream().filter(row -> !row.passed()).toList();
    if (failed.isEmpty()) {
      return;
    }
    page.add("<p>{} failed:</p>\n<ul>\n", Figures.counted(failed.size(), "trial"));
    for (Row row : failed.stream().limit(FAILURES_MAX).toList()) {
      page.add("<li>seed {}: <code>{}</code></li>\n", row.seed(), row.replay());
    }
    page.add("</ul>\n");
    if (failed.size() > FAILURES_MAX) {
      page.note("The first " + FAILURES_MAX + ".");
    }
  }

  private void row(String metric) {
    double[] values = SweepVariants.values(input.trials(), metric);
    page.row(PaperNumbers.inWords(metric));
    SweepTables.spread(page, metric, values, input.trials().size());
    if (!input.printed().isEmpty()) {
      PaperVerdict.cells(
          page, PaperNumbers.inWords(metric), metric, input.printed().get(metric), values);
    }
    page.endRow();
  }

  private void charts(SequencedSet<String> metrics) {
    SweepReportInput variant = input.asVariant(List.of());
    SweepCharts charts = new SweepCharts(variant, new SweepVariants(variant));
    int number = 0;
    for (String metric : metrics) {
      double[] values = SweepVariants.values(input.trials(), metric);
      if (values.length < 2 || Summary.of(values).min() == Summary.of(values).max()) {
        continue;
      }
      if (++number > CHARTS_MAX) {
        return;
      }
      String experiment = input.subject().experiment();
      String title = Figures.capitalised(PaperNumbers.inWords(metric)) + " over the trials";
      SweepCharts.Drawing drawing = charts.draw(Plot.distribution(title, metric));
      String id = "spread-" + number;
      page.figure(id, experiment + "-" + id, drawing.caption(), drawing.spec());
    }
  }
}
