// SPDX-License-Identifier: Apache-2.0
package rani.report.publish;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import rani.ground.LabFailure;
import rani.model.file.CsvField;
import rani.model.file.InputFile;
import rani.model.file.WholeFile;

/**
 * Results from which tables are made, in the repository's format: comma-separated values behind
 * lines that say where they come from.
 *
 * <pre>
 * # command: ./rani sweep config/experiments/red-beyond.yaml
 * # made: 2026-11-23
 * delay,control,seed,rdp.goodput.total
 * 10ms,red,1,1471200.25
 * </pre>
 *
 * Labels stand before the seed, metrics behind it; a trial without a metric leaves its place empty.
 * Numbers are the shortest that read back to the same double.
 *
 * @param head their attributes, by {@link #COMMAND} and the other words
 * @param labels the names of the labels of variants
 * @param metrics the names of the metrics
 * @param rows one for each trial
 */
public record ResultFile(
    SequencedMap<String, String> head, List<String> labels, List<String> metrics, List<Row> rows) {
  /** Attribute: the command that produces such results. */
  public static final String COMMAND = "command";

  /** Attribute: the digest of the experiment file that was run. */
  public static final String EXPERIMENT = "experiment";

  /** Attribute: the day of the run. */
  public static final String MADE = "made";

  /** Attribute: the machine of a measurement in real time. */
  public static final String MACHINE = "machine";

  /** Attribute: the reason why the command would give other results today. */
  public static final String STALE = "stale";

  /** Attribute: the source of figures that were copied without recorded results. */
  public static final String WRITTEN = "written";

  /** Attribute: a caveat of results measured in real time. */
  public static final String NOTE = "note";

  private static final String SEED = "seed";
  private static final String HEAD = "# ";
  private static final Pattern HEAD_LINE = Pattern.compile("# ([a-z]+): (.*)");
  private static final Pattern FIELD = Pattern.compile("(?:\"((?:[^\"]|\"\")*)\"|([^,\"]*))(,|$)");

  /** A trial: its variant's labels, its seed, 0 if there is none, and the metrics that it has. */
  public record Row(
      SequencedMap<String, String> labels, long seed, SequencedMap<String, Double> metrics) {}

  /** Reads a file; fails if it is missing or malformed. */
  static ResultFile read(Path file) throws LabFailure {
    try {
      return parse(file.toString(), InputFile.lines(file));
    } catch (IOException e) {
      throw new LabFailure("cannot read " + file + ": " + e, e);
    }
  }

  private static ResultFile parse(String name, List<String> lines) throws LabFailure {
    SequencedMap<String, String> head = new LinkedHashMap<>();
    int at = 0;
    for (; at < lines.size() && lines.get(at).startsWith(HEAD); at++) {
      Matcher line = HEAD_LINE.matcher(lines.get(at));
      if (!line.matches()) {
        throw damaged(name, at, "`# WORD: what is said` was expected");
      }
      head.put(line.group(1), line.group(2));
    }
    List<String> columns = at < lines.size() ? fields(lines.get(at)) : List.of();
    int seedAt = columns.indexOf(SEED);
    if (seedAt < 0) {
      throw damaged(name, at, "no column is called `" + SEED + "`");
    }
    List<Row> rows = new ArrayList<>();
    for (int k = at + 1; k < lines.size(); k++) {
      List<String> fields = fields(lines.get(k));
      if (fields.size() != columns.size()) {
        throw damaged(name, k, fields.size() + " values in " + columns.size() + " columns");
      }
      try {
        rows.add(row(columns, seedAt, fields));
      } catch (NumberFormatException e) {
        throw damaged(name, k, e.getMessage() + " is no number");
      }
    }
    return new ResultFile(
        head, columns.subList(0, seedAt), columns.subList(seedAt + 1, columns.size()), rows);
  }

  private static LabFailure damaged(String name, int line, String what) {
    return new LabFailure(name + ":" + (line + 1) + ": " + what);
  }

  private static Row row(List<String> columns, int seedAt, List<String> fields) {
    SequencedMap<String, String> labels = new LinkedHashMap<>();
    SequencedMap<String, Double> metrics = new LinkedHashMap<>();
    for (int k = 0; k < columns.size(); k++) {
      if (k < seedAt) {
        labels.put(columns.get(k), fields.get(k));
      } else if (k > seedAt && !fields.get(k).isEmpty()) {
        metrics.put(columns.get(k), Double.valueOf(fields.get(k)));
      }
    }
    return new Row(labels, Long.parseLong(fields.get(seedAt)), metrics);
  }

  private static List<String> fields(String line) {
    List<String> fields = new ArrayList<>();
    Matcher field = FIELD.matcher(line);
    while (field.lookingAt()) {
      String quoted = field.group(1);
      fields.add(CsvField.textOf(quoted == null ? field.group(2) : quoted.replace("\"\"", "\"")));
      if (field.group(3).isEmpty()) {
        break;
      }
      field.region(field.end(), line.length());
    }
    return fields;
  }

  String text() {
    StringBuilder text = new StringBuilder();
    head.forEach((word, said) -> text.append(HEAD + word + ": " + said + "\n"));
    text.append(line(Stream.of(labels, List.of(SEED), metrics).flatMap(List::stream).toList()));
    for (Row row : rows) {
      List<String> fields = new ArrayList<>(row.labels.sequencedValues());
      fields.add(Long.toString(row.seed));
      metrics.forEach(name -> fields.add(shortest(row.metrics.get(name))));
      text.append(line(fields));
    }
    return text.toString();
  }

  private static String shortest(@Nullable Double value) {
    String text = value == null ? "" : Double.toString(value);
    return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
  }

  private static String line(List<String> fields) {
    return CsvField.row(fields);
  }

  void write(Path file) throws LabFailure {
    try {
      Files.createDirectories(file.toAbsolutePath().resolveSibling(""));
      WholeFile.write(file, text());
    } catch (IOException e) {
      throw new LabFailure("cannot write " + file + ": " + e, e);
    }
  }

  /** Returns whether both files have the same rows, command and experiment. */
  boolean agreesWith(ResultFile other) {
    return rows.equals(other.rows)
        && metrics.equals(other.metrics)
        && sameHead(other, COMMAND)
        && sameHead(other, EXPERIMENT)
        && sameHead(other, STALE);
  }

  private boolean sameHead(ResultFile other, String word) {
    return head.getOrDefault(word, "").equals(other.head.getOrDefault(word, ""));
  }

  /** Describes metrics that have changed, each with the largest change, a line each. */
  List<String> moved(ResultFile before) {
    SequencedMap<String, Row> known = new LinkedHashMap<>();
    before.rows.forEach(row -> known.put(row.labels + " " + row.seed, row));
    List<String> moved = new ArrayList<>();
    for (String metric : metrics) {
      Moves moves = new Moves();
      for (Row row : rows) {
        Row was = known.get(row.labels + " " + row.seed);
        if (was != null) {
          moves.add(row, was.metrics.get(metric), row.metrics.get(metric));
        }
      }
      moves.say(metric, moved);
    }
    return moved;
  }

  /** The changes of one metric. */
  private static final class Moves {
    private int trials;
    private int others;
    private double furthest = -1;
    private String example = "";

    void add(Row row, @Nullable Double was, @Nullable Double is) {
      trials++;
      if (Objects.equals(was, is)) {
        return;
      }
      others++;
      double far = was == null || is == null ? Double.MAX_VALUE : Math.abs(is - was);
      if (far > furthest) {
        furthest = far;
        example = "%s seed %d was %s, is %s".formatted(row.labels, row.seed, was, is);
      }
    }

    void say(String metric, List<String> lines) {
      if (others > 0) {
        lines.add(
            "%s moved in %d of %d trials; furthest: %s".formatted(metric, others, trials, example));
      }
    }
  }
}
