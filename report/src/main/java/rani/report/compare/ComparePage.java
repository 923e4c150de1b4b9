// SPDX-License-Identifier: Apache-2.0
package rani.report.compare;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SequencedSet;
import org.jspecify.annotations.Nullable;
import rani.ground.LabFailure;
import rani.report.ReportFile;
import rani.report.html.Html;
import rani.report.html.PageFrame;
import rani.report.paper.Figures;
import rani.report.paper.Figures.Unit;
import rani.report.paper.PaperNumbers;
import rani.report.plot.Chart;
import rani.report.plot.VegaLite;
import rani.study.compare.FinishedRun;
import rani.study.compare.RunComparison;
import rani.study.compare.RunComparison.OfMetric;
import rani.study.compare.RunComparison.OfVariant;
import rani.study.compare.RunComparison.WithOther;

/** Writes the HTML page of a comparison. */
public final class ComparePage {
  /** The most sentences about one run. */
  static final int SENTENCES_MAX = 12;

  /** The most rows of a table that is not folded, and of one that is. */
  static final int ROWS_MAX = Html.ROWS_OPEN_MAX;

  static final int FOLDED_ROWS_MAX = 1000;

  private final RunComparison comparison;
  private final SequencedSet<String> named;
  private final String command;
  private final Html page = new Html();
  private int figures;

  private ComparePage(RunComparison comparison, String command) {
    this.comparison = comparison;
    this.named = comparison.named();
    this.command = command;
  }

  /** Returns the page; {@code command} is what the user typed. */
  public static String html(RunComparison comparison, String command) throws IOException {
    return new ComparePage(comparison, command).html();
  }

  private String html() throws IOException {
    page.add("<main>\n<header>\n<p class=\"kicker\">rani · comparison</p>\n<h1>{}</h1>\n", title());
    page.add("<dl class=\"pairs\">\n");
    run(0, comparison.before());
    for (int k = 0; k < comparison.others().size(); k++) {
      run(k + 1, comparison.others().get(k).after());
    }
    page.add("</dl>\n</header>\n");
    for (int k = 0; k < comparison.others().size(); k++) {
      other(comparison.others().get(k), CompareWords.letter(k + 1));
    }
    page.add("<footer>\n<dl class=\"pairs\">\n").pair("command", command);
    page.add("</dl>\n</footer>\n</main>\n");
    return PageFrame.html(title() + " · rani compare", page);
  }

  private String title() {
    List<String> names = new ArrayList<>(List.of(name(comparison.before())));
    comparison.others().forEach(other -> names.add(name(other.after())));
    return String.join(" beside ", names);
  }

  private static String name(FinishedRun run) {
    return String.valueOf(run.folder().toAbsolutePath().normalize().getFileName());
  }

  private void run(int index, FinishedRun run) {
    page.add(
        "<dt>{}</dt><dd><code>{}</code> {}</dd>\n",
        CompareWords.letter(index),
        run.folder(),
        CompareWords.run(run));
  }

  private void other(WithOther other, String letter) {
    page.section(letter + " beside A").add("<p>{}.</p>\n", CompareWords.counts(other));
    page.list("ul class=\"sentences\"", CompareWords.about(other, letter));
    List<String> sentences = sentences(other, letter);
    if (!sentences.isEmpty()) {
      page.list("ul class=\"sentences\"", sentences.stream().limit(SENTENCES_MAX).toList());
    }
    List<Row> rows = rows(other);
    List<Row> first =
        rows.stream()
            .filter(row -> named.contains(row.metric) || CompareWords.isSeen(row.of.difference()))
            .sorted(Comparator.comparing(row -> !named.contains(row.metric)))
            .toList();
    charts(first, other, letter);
    if (first.size() > ROWS_MAX) {
      folded(first.size() + " numbers that the files name or that differ", first, letter);
    } else {
      table(first, letter);
    }
    if (rows.size() > first.size()) {
      folded("all " + rows.size() + " numbers", rows, letter);
    }
    page.add("</section>\n");
  }

  private void folded(String summary, List<Row> rows, String letter) {
    page.add("<details><summary>{}</summary>\n", summary);
    table(rows.stream().limit(FOLDED_ROWS_MAX).toList(), letter);
    if (rows.size() > FOLDED_ROWS_MAX) {
      page.note("The first " + FOLDED_ROWS_MAX + "; rani compare --csv has all.");
    }
    page.add("</details>\n");
  }

  private void charts(List<Row> rows, WithOther other, String letter) {
    List<String> notes =
        List.of("A " + origin(comparison.before()), letter + " " + origin(other.after()));
    List<Chart> charts = new ArrayList<>();
    charts.add(DifferenceChart.of(rows, letter, letter + " beside A", notes));
    if (report(comparison.before()) instanceof ReportFile.Run before
        && report(other.after()) instanceof ReportFile.Run after) {
      charts.addAll(new ChartsBeside(before.input(), after.input(), letter, notes).charts());
    }
    if (report(comparison.before()) instanceof ReportFile.Sweep before
        && report(other.after()) instanceof ReportFile.Sweep after
        && before.input().rows().size() == comparison.before().trials().size()
        && after.input().rows().size() == other.after().trials().size()) { // none was picked
      charts.addAll(ChartsBeside.ofSweeps(before.input(), after.input(), letter, notes));
    }
    for (Chart chart : charts) {
      if (!chart.isEmpty()) {
        String id = letter + "-" + ++figures;
        page.figure(id, "compare-" + chart.name(), chart.caption(), VegaLite.text(chart));
      }
    }
  }

  private static String origin(FinishedRun run) {
    return run.folder() + " \u00b7 " + CompareWords.run(run);
  }

  /** Returns a report, or null if another version of rani wrote it. */
  private static @Nullable ReportFile report(FinishedRun run) {
    try {
      return ReportFile.read(run.folder());
    } catch (LabFailure e) {
      return null;
    }
  }

  private List<String> sentences(WithOther other, String letter) {
    List<String> sentences = new ArrayList<>();
    for (OfVariant variant : other.variants()) {
      variant
          .metrics()
          .forEach(
              (metric, of) -> {
                if (named.contains(metric) && CompareWords.isSeen(of.difference())) {
                  sentences.add(
                      CompareWords.sentence(variant.labels(), metric, of.difference(), letter));
                }
              });
    }
    return sentences;
  }

  /** A number of a variant. */
  record Row(Map<String, String> labels, String metric, OfMetric of) {}

  private static List<Row> rows(WithOther other) {
    List<Row> rows = new ArrayList<>();
    for (OfVariant variant : other.variants()) {
      variant.metrics().forEach((metric, of) -> rows.add(new Row(variant.labels(), metric, of)));
    }
    return rows;
  }

  private void table(List<Row> rows, String letter) {
    if (rows.isEmpty()) {
      return;
    }
    List<String> heads = new ArrayList<>(rows.getFirst().labels.keySet());
    heads.addAll(List.of("Quantity", "#A", "#" + letter, letter + " beside A"));
    page.table(heads.toArray(String[]::new));
    for (Row row : rows) {
      Unit unit = Unit.inRow(row.metric);
      page.add("<tr>");
      row.labels.values().forEach(label -> page.add("<th scope=\"row\">{}</th>", label));
      page.add(
          "<th scope=\"row\">{} <code>{}</code></th>",
          PaperNumbers.inWords(row.metric),
          row.metric);
      page.number(
          Figures.mean(unit, row.of.before(), row.of.before().count()),
          Figures.mean(unit, row.of.after(), row.of.after().count()));
      page.cells(CompareWords.cell(row.metric, row.of.difference())).endRow();
    }
    page.endTable();
  }
}
