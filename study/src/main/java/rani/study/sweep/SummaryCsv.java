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
import rani.model.file.CsvField;
import rani.study.statistics.PairedDifference;
import rani.study.statistics.Summary;

/**
 * Writes {@code summary.csv}, with a row per variant and metric, by RFC 4180 but with line feeds
 * only. A number is the shortest text that reads back to the same value; values that a single trial
 * cannot have are empty.
 */
public final class SummaryCsv implements AutoCloseable {
  private static final String COLUMNS =
      "metric,trials,mean,standard_deviation,half_width_95,min,p50,p90,p99,max"
          + ",pairs,difference,difference_standard_deviation,difference_half_width_95"
          + ",trials_without,p,p_holm,family,harm_pairs,harm,harm_half_width_95";

  private final Writer out;

  /** Begins the file with its header. The caller closes the channel. */
  public SummaryCsv(FileChannel channel, Collection<String> variables) throws IOException {
    out = new BufferedWriter(Channels.newWriter(channel, StandardCharsets.UTF_8));
    List<String> header = new ArrayList<>(variables);
    header.addAll(List.of(COLUMNS.split(",", -1)));
    line(header);
  }

  public void write(VariantSummary variant) throws IOException {
    for (var metric : variant.metrics().entrySet()) {
      Summary all = metric.getValue().summary();
      PairedDifference paired = metric.getValue().difference();
      Summary harm = metric.getValue().harm();
      List<String> cells = new ArrayList<>(variant.labels().values());
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
      line(cells);
    }
  }

  private static void add(List<String> cells, Object... values) {
    for (Object value : values) {
      cells.add(value instanceof Double number && number.isNaN() ? "" : value.toString());
    }
  }

  private void line(List<String> cells) throws IOException {
    out.write(cells.stream().map(CsvField::of).collect(Collectors.joining(",")) + "\n");
  }

  @Override
  public void close() throws IOException {
    out.flush();
  }
}
