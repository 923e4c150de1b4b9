// SPDX-License-Identifier: Apache-2.0
package rani.report.compare;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import rani.model.file.CsvField;
import rani.model.file.Units;
import rani.service.metric.MetricUnit;
import rani.study.compare.RunComparison;
import rani.study.compare.RunComparison.OfMetric;
import rani.study.compare.RunComparison.OfVariant;
import rani.study.observe.MetricSheet;
import rani.study.statistics.MeanDifference;

/** A comparison as comma-separated values, in SI units: a row for each variant and metric. */
public final class CompareCsv {
  private static final List<String> COLUMNS =
      List.of(
          "metric",
          "unit",
          "trials_before",
          "mean_before",
          "half_width_95_before",
          "trials_after",
          "mean_after",
          "half_width_95_after",
          "difference",
          "difference_half_width_95",
          "test",
          "p",
          "p_holm",
          "family");

  private CompareCsv() {}

  /** Returns the table, each line with a line feed. */
  public static String of(RunComparison comparison) {
    List<String> header = new ArrayList<>(List.of("run"));
    header.addAll(comparison.others().getFirst().variants().getFirst().labels().keySet());
    header.addAll(COLUMNS);
    StringBuilder csv = new StringBuilder(line(header));
    for (RunComparison.WithOther other : comparison.others()) {
      for (OfVariant variant : other.variants()) {
        variant
            .metrics()
            .forEach(
                (metric, of) -> {
                  List<String> cells = new ArrayList<>(List.of(other.after().folder().toString()));
                  cells.addAll(variant.labels().values());
                  cells.addAll(cells(metric, of));
                  csv.append(line(cells));
                });
      }
    }
    return csv.toString();
  }

  private static List<String> cells(String metric, OfMetric of) {
    MeanDifference difference = of.difference();
    List<String> cells = new ArrayList<>();
    cells.add(metric);
    cells.add(
        MetricSheet.find(metric).map(named -> named.row().unit()).orElse(MetricUnit.COUNT).text());
    cells.add(Integer.toString(of.before().count()));
    add(cells, of.before().mean(), of.before().halfWidth95());
    cells.add(Integer.toString(of.after().count()));
    add(cells, of.after().mean(), of.after().halfWidth95());
    add(cells, difference.mean(), difference.halfWidth95());
    cells.add(difference.test().text());
    add(cells, difference.p(), difference.correctedP());
    cells.add(Long.toString(difference.family()));
    return cells;
  }

  private static void add(List<String> cells, double... values) {
    Arrays.stream(values)
        .forEach(value -> cells.add(Double.isFinite(value) ? Units.printNumber(value) : ""));
  }

  private static String line(List<String> cells) {
    return CsvField.row(cells);
  }
}
