// SPDX-License-Identifier: Apache-2.0
package rani.lab.report;

import java.util.List;
import java.util.SequencedMap;
import rani.lab.report.SweepReportInput.Row;
import rani.lab.statistics.Summary;

/** Trials and their statistics as comma-separated values. */
final class TrialCsv {
  private TrialCsv() {}

  /** One row per metric of each trial. */
  static String trials(Iterable<Row> trials) {
    var csv = new StringBuilder("repetition,seed,passed,metric,value\n");
    for (Row row : trials) {
      row.metrics()
          .forEach(
              (metric, value) -> {
                csv.append(row.repetition()).append(',').append(row.seed()).append(',');
                csv.append(row.passed()).append(',').append(Csv.field(metric)).append(',');
                csv.append(number(value)).append('\n');
              });
    }
    return csv.toString();
  }

  /** One row per metric of each variant. */
  static String summary(SweepReportInput input) {
    var variants = new SweepVariants(input);
    var csv = new StringBuilder();
    List<String> variables = List.copyOf(input.variables().sequencedKeySet());
    variables.forEach(variable -> csv.append(Csv.field(variable)).append(','));
    csv.append("metric,trials,mean,standard_deviation,half_width_95,min,p50,p90,p99,max\n");
    for (SequencedMap<String, String> labels : variants.all()) {
      var before = new StringBuilder();
      variables.forEach(v -> before.append(Csv.field(labels.getOrDefault(v, ""))).append(','));
      for (String metric : variants.metrics()) {
        double[] values = variants.values(labels, metric);
        if (values.length > 0) {
          csv.append(before).append(Csv.field(metric)).append(',');
          csv.append(row(Summary.of(values))).append('\n');
        }
      }
    }
    return csv.toString();
  }

  private static String row(Summary summary) {
    return summary.count()
        + ","
        + String.join(
            ",",
            List.of(
                number(summary.mean()),
                number(summary.standardDeviation()),
                number(summary.halfWidth95()),
                number(summary.min()),
                number(summary.p50()),
                number(summary.p90()),
                number(summary.p99()),
                number(summary.max())));
  }

  /** Empty where there is none. */
  private static String number(double value) {
    return Double.isFinite(value) ? Csv.plain(value) : "";
  }
}
