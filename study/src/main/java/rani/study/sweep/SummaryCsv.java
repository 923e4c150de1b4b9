// SPDX-License-Identifier: Apache-2.0
package rani.study.sweep;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.Writer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import rani.model.file.CsvField;
import rani.study.statistics.PairedDifference;
import rani.study.statistics.Summary;

/**
 * {@code summary.csv}: a row per variant and metric, by RFC 4180 but for its line feeds. Numbers
 * are the shortest that read back to the same; what a single trial cannot say is empty.
 */
public final class SummaryCsv implements AutoCloseable {
  private static final List<String> COLUMNS =
      List.of(
          "metric",
          "trials",
          "mean",
          "standard_deviation",
          "half_width_95",
          "min",
          "p50",
          "p90",
          "p99",
          "max",
          "pairs",
          "difference",
          "difference_standard_deviation",
          "difference_half_width_95",
          "trials_without",
          "p",
          "p_holm",
          "family",
          "harm_pairs",
          "harm",
          "harm_half_width_95");

  private final Writer out;

  /** Begins the file; the one who opened the channel closes it. */
  public SummaryCsv(FileChannel channel, Collection<String> variables) throws IOException {
    out = new BufferedWriter(Channels.newWriter(channel, StandardCharsets.UTF_8));
    List<String> header = new ArrayList<>(variables);
    header.addAll(COLUMNS);
    line(header);
  }

  public void write(VariantSummary variant) throws IOException {
    for (var metric : variant.metrics().entrySet()) {
      List<String> cells = new ArrayList<>(variant.labels().values());
      cells.add(metric.getKey());
      add(cells, metric.getValue().summary());
      PairedDifference difference = metric.getValue().difference();
      add(cells, difference);
      cells.add(Integer.toString(variant.trials() - metric.getValue().summary().count()));
      addTest(cells, difference);
      addHarm(cells, metric.getValue().harm());
      line(cells);
    }
  }

  private static void add(List<String> cells, Summary summary) {
    cells.add(Integer.toString(summary.count()));
    for (double number :
        new double[] {
          summary.mean(),
          summary.standardDeviation(),
          summary.halfWidth95(),
          summary.min(),
          summary.p50(),
          summary.p90(),
          summary.p99(),
          summary.max()
        }) {
      cells.add(text(number));
    }
  }

  private static void add(List<String> cells, @Nullable PairedDifference difference) {
    if (difference == null) {
      cells.addAll(List.of("", "", "", ""));
      return;
    }
    cells.add(Integer.toString(difference.pairs()));
    cells.add(text(difference.mean()));
    cells.add(text(difference.standardDeviation()));
    cells.add(text(difference.halfWidth95()));
  }

  private static void addTest(List<String> cells, @Nullable PairedDifference difference) {
    if (difference == null) {
      cells.addAll(List.of("", "", ""));
      return;
    }
    cells.add(text(difference.p()));
    cells.add(text(difference.correctedP()));
    cells.add(Long.toString(difference.family()));
  }

  private static void addHarm(List<String> cells, @Nullable Summary harm) {
    if (harm == null) {
      cells.addAll(List.of("", "", ""));
      return;
    }
    cells.add(Integer.toString(harm.count()));
    cells.add(text(harm.mean()));
    cells.add(text(harm.halfWidth95()));
  }

  private static String text(double number) {
    return Double.isNaN(number) ? "" : Double.toString(number);
  }

  private void line(List<String> cells) throws IOException {
    out.write(cells.stream().map(CsvField::of).collect(Collectors.joining(",")) + "\n");
  }

  @Override
  public void close() throws IOException {
    out.flush();
  }
}
