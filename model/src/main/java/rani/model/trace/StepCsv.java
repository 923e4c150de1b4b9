// SPDX-License-Identifier: Apache-2.0
package rani.model.trace;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import rani.link.LinkTrace;
import rani.link.StepTrace;
import rani.model.file.FileError;
import rani.model.file.Location;
import rani.model.file.Quoted;

/**
 * Reads steps from CSV: a header that names the columns {@code time} and {@code rate}, {@code
 * delay} or {@code loss}, and a row for each step. A column's unit stands in the header, {@code
 * rate (Mbit/s)}, or in each cell, {@code 5Mbit/s}; that of times is the second unless one is
 * given. Times count from that of the first row. Columns of other names are left out, unless {@link
 * TraceColumns} say which they are.
 */
final class StepCsv {
  private static final int LINE_CHARS_MAX = 1000;
  private static final Pattern HEADING =
      Pattern.compile("(.+?)\\s*(?:[\\[(]\\s*([\\p{L}%/]{1,8})\\s*[\\])])?");
  private static final Pattern CELL =
      Pattern.compile("(\\d{1,18}(?:\\.\\d{1,18})?(?:[eE][+-]?\\d{1,2})?)\\s*([\\p{L}%/]{0,8})");

  /** Where a column stands, and its unit; empty if the cells have one. */
  private record Place(int cell, String unit) {}

  private final String file;
  private final TraceColumns columns;
  private final Map<StepColumn, Place> places = new EnumMap<>(StepColumn.class);
  private final Map<StepColumn, List<BigDecimal>> values = new EnumMap<>(StepColumn.class);
  private int line;

  private StepCsv(String file, TraceColumns columns) {
    this.file = file;
    this.columns = columns;
    for (StepColumn column : StepColumn.values()) {
      values.put(column, new ArrayList<>());
    }
  }

  /**
   * Reads a file's text.
   *
   * @param columns what is said of its headings
   */
  static StepTrace parse(String file, String text, TraceColumns columns) throws FileError {
    StepCsv csv = new StepCsv(file, columns);
    for (String each : (Iterable<String>) text.lines()::iterator) {
      csv.line++;
      if (each.isBlank() || each.stripLeading().startsWith("#")) {
        continue;
      }
      if (each.length() > LINE_CHARS_MAX) {
        throw csv.error("this line is longer than " + LINE_CHARS_MAX + " characters", "");
      }
      List<String> cells = Arrays.stream(each.split(",", -1)).map(StepCsv::unquoted).toList();
      if (csv.places.isEmpty()) {
        csv.header(cells);
      } else {
        csv.row(cells);
      }
    }
    return csv.trace();
  }

  private static String unquoted(String cell) {
    String text = cell.strip();
    boolean quoted = text.length() > 1 && text.startsWith("\"") && text.endsWith("\"");
    return quoted ? text.substring(1, text.length() - 1).strip() : text;
  }

  private FileError error(String message, String hint) {
    return new FileError(here(), message, hint);
  }

  private Location here() {
    return new Location(file, line, 1);
  }

  /** Reads the names of columns. Messages omit the text: the file may be any, and private. */
  private void header(List<String> cells) throws FileError {
    for (int i = 0; i < cells.size(); i++) {
      Optional<StepColumn> said = said(cells.get(i));
      Optional<StepColumn> column = said.isPresent() ? said : usual(cells.get(i));
      if (column.isPresent()
          && places.put(column.get(), new Place(i, unit(column.get(), cells.get(i)))) != null) {
        throw error("two columns are called " + heading(column.get()), "");
      }
    }
    for (Map.Entry<StepColumn, TraceColumns.Said> each : columns.said().entrySet()) {
      if (!places.containsKey(each.getKey())) {
        throw new FileError(
            each.getValue().at(),
            "no column is called %s in the header, %s:%d"
                .formatted(heading(each.getKey()), file, line),
            "");
      }
    }
    if (!places.containsKey(StepColumn.TIME) || places.size() == 1) {
      throw error(
          "no trace: neither a number of milliseconds, nor a header with `time` and one of `rate`,"
              + " `delay` and `loss`",
          "such as `time (s),rate (Mbit/s),delay (ms),loss (%)`; `columns` of a trace names"
              + " others");
    }
  }

  /** Returns the column of which `columns` says that it has this heading, or this and a unit. */
  private Optional<StepColumn> said(String cell) {
    String name = name(cell);
    return columns.said().entrySet().stream()
        .filter(each -> List.of(cell, name).contains(each.getValue().heading()))
        .map(Map.Entry::getKey)
        .findFirst();
  }

  private Optional<StepColumn> usual(String cell) {
    return StepColumn.named(name(cell)).filter(column -> !columns.said().containsKey(column));
  }

  private static String name(String cell) {
    Matcher heading = HEADING.matcher(cell);
    return heading.matches() ? heading.group(1) : cell;
  }

  /** Returns a column's unit: that of `columns`, or that of the header; empty if cells have it. */
  private String unit(StepColumn column, String cell) throws FileError {
    Matcher heading = HEADING.matcher(cell);
    String unit = heading.matches() ? Optional.ofNullable(heading.group(2)).orElse("") : "";
    TraceColumns.Said said = columns.said().get(column);
    if (said != null) {
      return said.unit().isEmpty() && column.hasUnit(unit) ? unit : said.unit();
    }
    if (!unit.isEmpty()) {
      var _ = column.factor(unit, here());
    }
    return unit;
  }

  /** Returns how the file calls a column, as far as that is known. */
  private String heading(StepColumn column) {
    TraceColumns.Said said = columns.said().get(column);
    return Quoted.of(said == null ? column.text() : said.heading());
  }

  private void row(List<String> cells) throws FileError {
    if (values(StepColumn.TIME).size() == StepTrace.STEPS_MAX) {
      throw error("a trace has at most " + StepTrace.STEPS_MAX + " rows", "");
    }
    for (Map.Entry<StepColumn, Place> entry : places.entrySet()) {
      StepColumn column = entry.getKey();
      Place place = entry.getValue();
      if (place.cell >= cells.size()) {
        throw error("this row has no " + Quoted.of(column.text()), "");
      }
      values(column).add(value(column, place, cells.get(place.cell)));
    }
    check();
  }

  private BigDecimal value(StepColumn column, Place place, String text) throws FileError {
    Matcher cell = CELL.matcher(text);
    if (!cell.matches()) {
      // Under a heading that the topology chose, any private file could be quoted.
      throw error(
          (columns.said().containsKey(column) ? "this cell" : Quoted.of(text))
              + " is no "
              + column.text()
              + ", which is a number of 0 or more",
          "");
    }
    String unit = cell.group(2);
    if (unit.isEmpty()) {
      unit = place.unit.isEmpty() ? column.usualUnit() : place.unit;
    }
    if (unit.isEmpty()) {
      throw error(
          Quoted.of(text) + " has no unit",
          "write it here, in the header, as `%s (%s)`, or in `columns` of the trace"
              .formatted(column.text(), column.units().getLast()));
    }
    BigDecimal value = new BigDecimal(cell.group(1)).multiply(column.factor(unit, here()));
    return column == StepColumn.LOSS ? value : value.setScale(0, RoundingMode.HALF_EVEN);
  }

  private List<BigDecimal> values(StepColumn column) {
    return values.getOrDefault(column, List.of());
  }

  /** Checks the row just read, so that errors name it. */
  private void check() throws FileError {
    List<BigDecimal> times = values(StepColumn.TIME);
    BigDecimal time = times.getLast();
    if (times.size() > 1 && time.compareTo(times.get(times.size() - 2)) <= 0) {
      throw error("this time is not after the one above it", "");
    }
    if (time.subtract(times.getFirst()).compareTo(BigDecimal.valueOf(LinkTrace.NANOS_MAX)) > 0) {
      throw error("a trace lasts at most a day", "");
    }
    checkMost(StepColumn.RATE, StepTrace.BITS_PER_SECOND_MAX, "1000Gbit/s");
    checkMost(StepColumn.DELAY, LinkTrace.NANOS_MAX, "a day");
    checkMost(StepColumn.LOSS, 1, "100%");
  }

  private void checkMost(StepColumn column, long most, String text) throws FileError {
    List<BigDecimal> list = values(column);
    if (!list.isEmpty() && list.getLast().compareTo(BigDecimal.valueOf(most)) > 0) {
      throw error("the most that " + Quoted.of(column.text()) + " may be is " + text, "");
    }
  }

  private StepTrace trace() throws FileError {
    List<BigDecimal> times = values(StepColumn.TIME);
    if (times.isEmpty()) {
      throw new FileError(
          Location.ofFile(file),
          places.isEmpty() ? "there is nothing in it" : "there are no rows below its header",
          "");
    }
    BigDecimal first = times.getFirst();
    try {
      return new StepTrace(
          times.stream().mapToLong(time -> time.subtract(first).longValueExact()).toArray(),
          values(StepColumn.RATE).stream().mapToLong(BigDecimal::longValueExact).toArray(),
          values(StepColumn.DELAY).stream().mapToLong(BigDecimal::longValueExact).toArray(),
          values(StepColumn.LOSS).stream().mapToDouble(BigDecimal::doubleValue).toArray());
    } catch (IllegalArgumentException e) {
      throw new FileError(Location.ofFile(file), String.valueOf(e.getMessage()), "");
    }
  }
}
