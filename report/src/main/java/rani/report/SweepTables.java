// SPDX-License-Identifier: Apache-2.0
package rani.report;

import java.util.ArrayList;
import java.util.List;
import java.util.SequencedMap;
import java.util.SequencedSet;
import rani.report.html.Html;
import rani.report.paper.Comparison;
import rani.report.paper.Figures;
import rani.report.paper.Figures.Unit;
import rani.report.paper.PaperNumbers;
import rani.study.expectation.MetricNames;
import rani.study.statistics.PairedDifference;
import rani.study.statistics.Summary;
import rani.study.sweep.SweepFolder;

/** For each metric that someone asks about a table: a row for each variant. */
final class SweepTables {
  /** Rows of one table; {@code summary.csv} has all. */
  static final int ROWS_MAX = 200;

  /** Tables on the page; {@code summary.csv} has all. */
  static final int TABLES_MAX = 40;

  /** Tables that stand open. */
  static final int OPEN_MAX = 4;

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
    page.raw("<section>\n<h2>Means</h2>\n<p>Mean and half the width of its 95\u202f% interval, by");
    page.raw(" Student\u2019s t; from the least to the greatest trial. A");
    page.raw(" trial that has no such number is in none of these.</p>\n");
    List<String> varying = metrics.stream().filter(m -> !variants.isConstant(m)).toList();
    List<String> constant =
        metrics.stream()
            .filter(variants::isConstant)
            .filter(metric -> !MetricNames.isRelative(metric))
            .toList();
    int number = 0;
    for (String metric : varying.stream().limit(TABLES_MAX).toList()) {
      table(metric, number++ < OPEN_MAX);
    }
    if (varying.size() > TABLES_MAX) {
      page.raw("<p class=\"note\">").text("The first " + TABLES_MAX + " of " + varying.size());
      page.text(" tables; " + SweepFolder.SUMMARY_CSV + " has every metric.").raw("</p>\n");
    }
    constants(constant);
    page.raw("</section>\n");
  }

  private void table(String metric, boolean open) {
    boolean paper = variants.all().stream().anyMatch(v -> variants.printed(v).containsKey(metric));
    boolean relative = MetricNames.isRelative(metric);
    boolean pairs = !input.baseline().isEmpty() && !relative;
    page.raw(open ? "<details class=\"means\" open>" : "<details class=\"means\">");
    page.raw("<summary>").text(PaperNumbers.inWords(metric)).raw(" ");
    page.element("code", metric).raw("</summary>\n<div class=\"wide\"><table>\n<thead><tr>");
    List<String> heads = new ArrayList<>(input.variables().sequencedKeySet());
    heads.addAll(List.of("#Trials", "#Mean", "#Least", "#Greatest"));
    if (paper) {
      heads.addAll(List.of("#Paper", "Beside the paper"));
    }
    if (pairs) {
      heads.add("Against the baseline");
    }
    page.headings(heads.toArray(String[]::new)).raw("</tr></thead>\n<tbody>\n");
    variants.all().stream()
        .filter(v -> !relative || variants.baselineOf(v) != null)
        .limit(ROWS_MAX)
        .forEach(v -> row(metric, v, paper, pairs));
    page.raw("</tbody></table></div>\n");
    if (variants.all().size() > ROWS_MAX) {
      page.raw("<p class=\"note\">The first ").text(ROWS_MAX + " of " + variants.all().size());
      page.text(" variants; " + SweepFolder.SUMMARY_CSV + " has all.").raw("</p>\n");
    }
    page.raw("</details>\n");
  }

  private void row(
      String metric, SequencedMap<String, String> labels, boolean paper, boolean pairs) {
    page.raw("<tr>");
    for (String variable : input.variables().sequencedKeySet()) {
      page.element("th scope=\"row\"", labels.getOrDefault(variable, ""));
    }
    double[] values = variants.values(labels, metric);
    Unit unit = Unit.of(metric);
    int trials = variants.rows(labels).size();
    page.number(values.length == trials ? "" + trials : values.length + " of " + trials);
    if (values.length == 0) {
      page.number("not measured").number("\u2013").number("\u2013");
    } else {
      Summary summary = Summary.of(values);
      page.number(Figures.interval(unit, summary.mean(), summary.halfWidth95()));
      page.number(Figures.value(unit, summary.min()));
      page.number(Figures.value(unit, summary.max()));
    }
    if (paper) {
      String printed = variants.printed(labels).get(metric);
      if (printed == null) {
        page.number("\u2013").element("td", "\u2013");
      } else {
        Comparison comparison = Comparison.ofAll("", metric, printed, values, trials);
        page.number(comparison.paper());
        page.element(
            comparison.disagrees() ? "td class=\"differs\"" : "td", comparison.difference());
      }
    }
    if (pairs) {
      page.element("td", against(metric, labels));
    }
    page.raw("</tr>\n");
  }

  private String against(String metric, SequencedMap<String, String> labels) {
    if (variants.baselineOf(labels) == null) {
      return "\u2013";
    }
    PairedDifference difference = findings.difference(labels, metric);
    return difference == null ? "no common seed" : PairedWords.cell(metric, difference);
  }

  /** What came out the same in every trial of every variant. */
  private void constants(List<String> constant) {
    if (constant.isEmpty()) {
      return;
    }
    page.raw("<details class=\"means\"><summary>").text(constant.size() + " more");
    page.raw(" that every trial gave alike</summary>\n<div class=\"wide\"><table>\n<tbody>\n");
    for (String metric : constant) {
      Double value = input.rows().isEmpty() ? null : input.rows().getFirst().metrics().get(metric);
      page.raw("<tr>").element("th scope=\"row\"", PaperNumbers.inWords(metric)).raw("<td>");
      page.element("code", metric).raw("</td>").number(Figures.metric(metric, value));
      page.raw("</tr>\n");
    }
    page.raw("</tbody></table></div>\n</details>\n");
  }
}
