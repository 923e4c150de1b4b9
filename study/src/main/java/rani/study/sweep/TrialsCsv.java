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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import rani.model.file.CsvField;
import rani.model.file.Units;
import rani.study.observe.MetricOrder;

/**
 * {@code trials.csv} of a run or sweep: a row for each trial, a column for each variable and each
 * metric, by RFC 4180 but with line feeds only. Numbers are in SI units, and the headings say in
 * which. {@code fields.json} beside it describes each column, and those of {@code summary.csv}.
 */
public final class TrialsCsv {
  public static final String FILE = "trials.csv";
  public static final String FIELDS = "fields.json";

  /** The most columns, which are as many as common spreadsheets have; the least relevant go. */
  public static final int COLUMNS_MAX = 16_384;

  private static final List<Field> OF_TRIAL =
      List.of(
          new Field("repetition", "number", "the trial among those of its variant, from 0"),
          new Field("seed", "number", "its seed"),
          new Field("passed", "", "whether every expectation holds: true or false"),
          new Field("failure", "", "why it broke off, if it did"));
  private static final Field TRIAL =
      new Field("trial", "", "what --trial calls it: of a sweep its hash, of a run its number");

  private final VariableColumns variables;
  private final List<String> metrics;
  private final List<Field> fields;

  /**
   * Creates a table.
   *
   * @param variables with the values of each as written; empty for a run
   * @param metrics of all trials, in any order
   */
  public TrialsCsv(
      SequencedMap<String, List<String>> variables, MetricOrder order, Collection<String> metrics) {
    this.variables = new VariableColumns(variables);
    List<Field> first =
        Stream.of(Stream.of(TRIAL), this.variables.fields().stream(), OF_TRIAL.stream())
            .flatMap(each -> each)
            .toList();
    this.metrics =
        order.sorted(metrics).stream().limit(Math.max(0, COLUMNS_MAX - first.size())).toList();
    this.fields =
        Stream.concat(first.stream(), this.metrics.stream().map(Field::ofMetric)).toList();
  }

  /** A row: the trial as {@code --trial} names it, and what came of it. */
  public record Trial(
      String name,
      Map<String, String> parameters,
      int repetition,
      long seed,
      boolean passed,
      @Nullable String failure,
      Map<String, Double> metrics) {
    public static Trial of(TrialRow row) {
      return new Trial(
          row.trial(),
          row.parameters(),
          row.repetition(),
          row.seed(),
          row.passed(),
          row.failure(),
          row.metrics());
    }
  }

  /** Receiver of rows. */
  @FunctionalInterface
  public interface Sink {
    void accept(Trial trial) throws IOException;
  }

  /** Source of rows, which passes each to the receiver. */
  @FunctionalInterface
  public interface Rows<E extends Exception> {
    void each(Sink sink) throws IOException, E;
  }

  /** Writes the table. The caller closes the channel. */
  public <E extends Exception> void write(FileChannel channel, Rows<E> rows) throws IOException, E {
    Writer out = new BufferedWriter(Channels.newWriter(channel, StandardCharsets.UTF_8));
    line(out, fields.stream().map(Field::column).toList());
    rows.each(trial -> line(out, cells(trial)));
    out.flush();
  }

  private List<String> cells(Trial trial) {
    List<String> cells = new ArrayList<>(fields.size());
    cells.add(trial.name());
    variables.addCells(trial.parameters(), cells);
    cells.add(Integer.toString(trial.repetition()));
    cells.add(Long.toString(trial.seed()));
    cells.add(Boolean.toString(trial.passed()));
    String failure = trial.failure();
    cells.add(failure == null ? "" : failure);
    for (String metric : metrics) {
      Double value = trial.metrics().get(metric);
      cells.add(value == null || !Double.isFinite(value) ? "" : Units.printNumber(value));
    }
    return cells;
  }

  private static void line(Writer out, List<String> cells) throws IOException {
    out.write(CsvField.row(cells));
  }

  /** Returns {@code fields.json} of a run's folder, which has no {@code summary.csv}. */
  public String json() {
    return JsonText.page(Map.of(FILE, described(fields)));
  }

  /** Returns {@code fields.json} of the folder of a sweep with these variables. */
  public String jsonBeside(SequencedMap<String, List<String>> ofSummary) {
    var files = new LinkedHashMap<>();
    files.put(FILE, described(fields));
    files.put(SweepFolder.SUMMARY_CSV, described(SummaryCsv.fields(ofSummary)));
    return JsonText.page(files);
  }

  private static List<?> described(List<Field> fields) {
    return fields.stream().map(Field::byKey).toList();
  }
}
