// SPDX-License-Identifier: Apache-2.0
package rani.report;

import java.util.ArrayList;
import java.util.List;
import java.util.SequencedMap;
import rani.report.html.Html;
import rani.report.paper.Figures;
import rani.report.paper.Figures.Unit;
import rani.report.paper.PaperNumbers;
import rani.study.statistics.PairedDifference;

/**
 * The differences from the baseline, a row for each metric and a column for each variant. A cell
 * has the difference, a sign that shows without colour, too, and is the darker the greater the
 * difference is beside the greatest of its row. What Holm's method does not call significant stays
 * blank of colour.
 */
record HeatTable(SweepReportInput input, SweepFindings findings, Html page) {
  /** With more variants than this, metrics are columns, and variants rows. */
  static final int COLUMNS_MAX = 4;

  /** With more variants than this, the table is folded at first. */
  static final int ROWS_OPEN_MAX = 40;

  private static final int SHADES = 4;

  void write() {
    List<SequencedMap<String, String>> compared =
        findings.variants().all().stream()
            .filter(labels -> findings.variants().baselineOf(labels) != null)
            .toList();
    List<String> metrics =
        findings.told().stream()
            .filter(m -> compared.stream().anyMatch(v -> findings.difference(v, m) != null))
            .toList();
    if (compared.isEmpty() || metrics.isEmpty()) {
      return;
    }
    boolean turned = compared.size() > COLUMNS_MAX;
    List<String> heads = new ArrayList<>(List.of(turned ? "Variant" : "Difference in"));
    compared.forEach(labels -> heads.add("#" + SweepVariants.name(labels)));
    if (turned) {
      heads.subList(1, heads.size()).clear();
      metrics.forEach(metric -> heads.add("#" + PaperNumbers.inWords(metric)));
    }
    page.add("<div class=\"heat\">\n");
    boolean isLong = turned && compared.size() > Html.ROWS_OPEN_MAX;
    if (isLong) { // it is what the reader came for, so its fold is open
      String open = compared.size() <= ROWS_OPEN_MAX ? " open" : "";
      page.add("<details" + open + "><summary>{} variants</summary>\n", compared.size());
    }
    page.table(heads.toArray(String[]::new));
    if (turned) {
      for (SequencedMap<String, String> labels : compared) {
        page.row(SweepVariants.name(labels));
        metrics.forEach(metric -> cell(metric, labels, greatest(metric, compared)));
        page.endRow();
      }
    } else {
      for (String metric : metrics) {
        double greatest = greatest(metric, compared);
        page.row(PaperNumbers.inWords(metric));
        compared.forEach(labels -> cell(metric, labels, greatest));
        page.endRow();
      }
    }
    page.endTable().add(isLong ? "</details>\n</div>\n" : "</div>\n");
    boolean hasShare = metrics.stream().anyMatch(metric -> Unit.of(metric) == Unit.SHARE);
    page.note(
        "\u25b2 more and \u25bc less than the baseline, the darker the further; n.s.: not"
            + " significant; without either, a single pair."
            + (hasShare ? " pp: percentage points." : ""));
  }

  /** Returns the greatest significant difference of a metric from the baseline, or 0. */
  private double greatest(String metric, List<SequencedMap<String, String>> compared) {
    return compared.stream()
        .map(labels -> findings.difference(labels, metric))
        .filter(one -> one != null && one.isSignificant())
        .mapToDouble(one -> Math.abs(one.mean()))
        .max()
        .orElse(0);
  }

  private void cell(String metric, SequencedMap<String, String> labels, double greatest) {
    PairedDifference difference = findings.difference(labels, metric);
    if (difference == null) {
      page.number("\u2013");
      return;
    }
    String amount = Figures.shortDifference(metric, difference.mean(), difference.halfWidth95());
    if (PairedWords.isSame(difference)) {
      page.number("= the same");
    } else if (!difference.isSignificant()) {
      page.number(amount + (difference.pairs() == 1 ? "" : ", n.s."));
    } else {
      int shade = (int) Math.ceil(SHADES * Math.abs(difference.mean()) / greatest);
      String tone = (difference.mean() > 0 ? "more-" : "less-") + Math.clamp(shade, 1, SHADES);
      String sign = difference.mean() > 0 ? "\u25b2 " : "\u25bc ";
      page.add("<td class=\"number {}\">{}</td>", tone, sign + amount);
    }
  }
}
