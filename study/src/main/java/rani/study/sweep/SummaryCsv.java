// SPDX-License-Identifier: Apache-2.0
package rani.study.sweep;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.Writer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SequencedMap;
import java.util.stream.Stream;
import rani.model.file.CsvField;
import rani.study.statistics.PairedDifference;
import rani.study.statistics.Summary;

/**
 * Writes {@code summary.csv}, with a row per variant and metric, by RFC 4180 but with line feeds
 * only. A number is the shortest text that reads back to the same value; values that a single trial
 * cannot have are empty.
 */
public final class SummaryCsv implements AutoCloseable {
  private static final String OF_METRIC = "of the metric";
  private static final List<Field> FIELDS =
      List.of(
          new Field("metric", "", "name of the metric, described under trials.csv"),
          new Field("trials", "number", "trials that have the metric"),
          new Field("mean", OF_METRIC, "mean over these trials"),
          new Field("standard_deviation", OF_METRIC, "of a sample (n - 1)"),
          new Field("half_width_95", OF_METRIC, "half the mean's 95 % interval, by Student's t"),
          new Field("min", OF_METRIC, "least value"),
          new Field("p50", OF_METRIC, "median, by nearest rank"),
          new Field("p90", OF_METRIC, "90th percentile, by nearest rank"),
          new Field("p99", OF_METRIC, "99th percentile, by nearest rank"),
          new Field("max", OF_METRIC, "greatest value"),
          new Field("pairs", "number", "seeds that this variant and the baseline have in common"),
          new Field("difference", OF_METRIC, "mean difference from the baseline over the pairs"),
          new Field("difference_standard_deviation", OF_METRIC, "of the differences"),
          new Field("difference_half_width_95", OF_METRIC, "half the difference's 95 % interval"),
          new Field("trials_without", "number", "trials without the metric"),
          new Field("p", "share", "p-value of the paired t test, two-sided"),
          new Field("p_holm", "share", "p-value corrected for the family by Holm's method"),
          new Field("family", "number", "differences that are tested together"),
          new Field("harm_pairs", "number", "pairs of which harm is known"),
          new Field("harm", "share", "mean harm by what is beside the baseline"),
          new Field("harm_half_width_95", "share", "half the harm's 95 % interval"),
          new Field("unit", "", "unit of the metric"));

  private final VariableColumns variables;
  private final Writer out;

  /**
   * Begins the file with its header. The caller closes the channel.
   *
   * @param variables with the values of each as written
   */
  public SummaryCsv(FileChannel channel, SequencedMap<String, List<String>> variables)
      throws IOException {
    this.variables = new VariableColumns(variables);
    out = new BufferedWriter(Channels.newWriter(channel, StandardCharsets.UTF_8));
    line(fields(variables).stream().map(Field::column).toList());
  }

  /** Returns descriptions of the columns. */
  static List<Field> fields(SequencedMap<String, List<String>> variables) {
    return Stream.concat(new VariableColumns(variables).fields().stream(), FIELDS.stream())
        .toList();
  }

  public void write(VariantSummary variant) throws IOException {
    for (var metric : variant.metrics().entrySet()) {
      Summary all = metric.getValue().summary();
      PairedDifference paired = metric.getValue().difference();
      Summary harm = metric.getValue().harm();
      List<String> cells = new ArrayList<>();
      variables.addCells(variant.labels(), cells);
      cells.add(metric.getKey());
      add(cells, all.count(), all.mean(), all.standardDeviation(), all.halfWidth95());
      add(cells, all.min(), all.p50(), all.p90(), all.p99(), all.max());
      if (paired == null) {
        add(cells, "", "", "", "", variant.trials() - all.count(), "", "", "");
      } else {
        add(cells, paired.pairs(), paired.mean());
        add(cells, paired.standardDeviation(), paired.halfWidth95());
        add(cells, variant.trials() - all.count());
        add(cells, paired.p(), paired.correctedP(), paired.family());
      }
      if (harm == null) {
        add(cells, "", "", "");
      } else {
        add(cells, harm.count(), harm.mean(), harm.halfWidth95());
      }
      cells.add(Field.ofMetric(metric.getKey()).unit());
      line(cells);
    }
  }

  private static void add(List<String> cells, Object... values) {
    for (Object value : values) {
      cells.add(value instanceof Double number && number.isNaN() ? "" : value.toString());
    }
  }

  private void line(List<String> cells) throws IOException {
    out.write(CsvField.row(cells));
  }

  @Override
  public void close() throws IOException {
    out.flush();
  }
}
