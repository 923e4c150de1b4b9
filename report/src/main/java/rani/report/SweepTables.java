// SPDX-License-Identifier: Apache-2.0
package rani.report;

import java.util.ArrayList;
import java.util.List;
import java.util.SequencedMap;
import java.util.SequencedSet;
import rani.report.html.Html;
import rani.report.paper.Figures;
import rani.report.paper.Figures.Unit;
import rani.report.paper.PaperNumbers;
import rani.study.expectation.MetricNames;
import rani.study.statistics.PairedDifference;
import rani.study.statistics.Summary;
import rani.study.sweep.SweepFolder;

/** Writes a table for each compared metric, with a row for each variant. */
final class SweepTables {
  /** The identifier of the section. */
  static final String SECTION = "means";

  /** The most rows of a table; {@code summary.csv} has all. */
  static final int ROWS_MAX = 200;

  /** The most tables on the page; {@code summary.csv} has all. */
  static final int TABLES_MAX = 40;

  /** The most rows of the tables that are open when the page opens. */
  static final int ROWS_OPEN_MAX = 2 * Html.ROWS_OPEN_MAX;

  private final SweepReportInput input;
  private final SweepFindings findings;
  private final SweepVariants variants;
  private final SequencedSet<String> metrics;
  private final Html page;

  SweepTables(SweepReportInput input, SweepFindings findings, Html page) {
    this.input = input;
    this.findings = findings;
    this.variants = findings.variants();
    this.metrics = findings.metrics();
    this.page = page;
  }

  void write() {
    if (metrics.isEmpty()) {
      return;
    }
    page.section(SECTION, "Means");
    page.add(
        "<p>Mean and half the width of its 95\u202f% interval, by Student\u2019s t; from the least"
            + " to the greatest trial. A trial that has no such number is in none of these.</p>\n");
    List<String> varying = metrics.stream().filter(m -> !variants.isConstant(m)).toList();
    List<String> constant =
        metrics.stream()
            .filter(variants::isConstant)
            .filter(metric -> !MetricNames.isRelative(metric))
            .toList();
    int open = 0;
    for (String metric : varying.stream().limit(TABLES_MAX).toList()) {
      int rows = rows(metric).size();
      boolean isOpen = open + rows <= ROWS_OPEN_MAX;
      open += isOpen ? rows : ROWS_OPEN_MAX; // none is open behind one that is not
      table(metric, isOpen);
    }
    if (varying.size() > TABLES_MAX) {
      page.note(
          ("The first " + TABLES_MAX + " of " + varying.size() + " tables; ")
              + (SweepFolder.SUMMARY_CSV + " has every metric."));
    }
    constants(constant);
    page.add("</section>\n");
  }

  private void table(String metric, boolean open) {
    boolean paper = variants.all().stream().anyMatch(v -> variants.printed(v).containsKey(metric));
    boolean relative = MetricNames.isRelative(metric);
    boolean pairs = !input.baseline().isEmpty() && !relative;
    page.add(open ? "<details class=\"means\" open>" : "<details class=\"means\">");
    page.add("<summary>{} <code>{}</code></summary>\n", PaperNumbers.inWords(metric), metric);
    List<String> heads = new ArrayList<>(input.variables().sequencedKeySet());
    heads.addAll(List.of("#Trials", "#Mean", "#Least", "#Greatest"));
    if (paper) {
      heads.addAll(List.of("#Paper", "Beside the paper"));
    }
    if (pairs) {
      heads.add("Against the baseline");
    }
    page.table(heads.toArray(String[]::new));
    rows(metric).forEach(v -> row(metric, v, paper, pairs));
    page.endTable();
    if (variants.all().size() > ROWS_MAX) {
      page.note(
          ("The first " + ROWS_MAX + " of " + variants.all().size() + " variants; ")
              + (SweepFolder.SUMMARY_CSV + " has all."));
    }
    page.add("</details>\n");
  }

  private List<SequencedMap<String, String>> rows(String metric) {
    boolean relative = MetricNames.isRelative(metric);
    return variants.all().stream()
        .filter(v -> !relative || variants.baselineOf(v) != null)
        .limit(ROWS_MAX)
        .toList();
  }

  private void row(
      String metric, SequencedMap<String, String> labels, boolean paper, boolean pairs) {
    page.add("<tr>");
    for (String variable : input.variables().sequencedKeySet()) {
      page.add("<th scope=\"row\">{}</th>", labels.getOrDefault(variable, ""));
    }
    double[] values = variants.values(labels, metric);
    int trials = variants.rows(labels).size();
    page.number(values.length == trials ? trials : values.length + " of " + trials);
    spread(page, metric, values, values.length);
    if (paper) {
      PaperVerdict.cells(
          page,
          SweepFindings.what(metric, labels),
          metric,
          variants.printed(labels).get(metric),
          values);
    }
    if (pairs) {
      page.cells(against(metric, labels));
    }
    page.endRow();
  }

  /** Writes mean, least and greatest value; the mean's cell notes trials without a value. */
  static void spread(Html page, String metric, double[] values, int trials) {
    if (values.length == 0) {
      page.number("not measured", "\u2013", "\u2013");
    } else {
      Summary summary = Summary.of(values);
      Unit unit = Unit.of(metric);
      page.number(
          Figures.mean(metric, summary, trials),
          Figures.value(unit, summary.min()),
          Figures.value(unit, summary.max()));
    }
  }

  private String against(String metric, SequencedMap<String, String> labels) {
    if (variants.baselineOf(labels) == null) {
      return "\u2013";
    }
    PairedDifference difference = findings.difference(labels, metric);
    return difference == null ? "no common seed" : PairedWords.cell(metric, difference);
  }

  /** Writes the metrics that are the same in every trial of every variant. */
  private void constants(List<String> constant) {
    if (constant.isEmpty()) {
      return;
    }
    page.add("<details class=\"means\"><summary>{} more that every trial", constant.size());
    page.add(" gave alike</summary>\n<div class=\"wide\"><table>\n<tbody>\n");
    for (String metric : constant) {
      Double value = input.rows().isEmpty() ? null : input.rows().getFirst().metrics().get(metric);
      page.row(PaperNumbers.inWords(metric)).add("<td><code>{}</code></td>", metric);
      page.number(Figures.metric(metric, value)).endRow();
    }
    page.endTable().add("</details>\n");
  }
}
