// SPDX-License-Identifier: Apache-2.0
package rani.report;

import rani.model.file.CsvField;
import rani.report.SweepReportInput.Row;

/** Trials as comma-separated values. */
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
                csv.append(row.passed()).append(',').append(CsvField.of(metric)).append(',');
                csv.append(number(value)).append('\n');
              });
    }
    return csv.toString();
  }

  /** Empty where there is none. */
  private static String number(double value) {
    return Double.isFinite(value) ? Csv.plain(value) : "";
  }
}
