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
import org.jspecify.annotations.Nullable;
import rani.link.LinkTrace;
import rani.link.StepTrace;
import rani.model.file.FileError;
import rani.model.file.Location;
import rani.model.file.MapReader;
import rani.model.file.Nearest;
import rani.model.file.Quoted;
import rani.model.file.Units;

/**
 * Reads steps from CSV: a header that names the columns {@code time} and {@code rate}, {@code
 * delay} or {@code loss}, and a row for each step. A column's unit stands in the header, {@code
 * rate (Mbit/s)}, or in each cell, {@code 5Mbit/s}; that of times is the second unless one is
 * given. Times count from that of the first row. Columns of other names are left out.
 */
final class StepCsv {
  private static final int LINE_CHARS_MAX = 1000;
  private static final Pattern HEADING =
      Pattern.compile("([\\p{L}_-]+)\\s*(?:[\\[(]\\s*([\\p{L}%/]{1,8})\\s*[\\])])?");
  private static final Pattern CELL =
      Pattern.compile("(\\d{1,18}(?:\\.\\d{1,18})?(?:[eE][+-]?\\d{1,2})?)\\s*([\\p{L}%/]{0,8})");
  private static final BigDecimal NANOS_PER_SECOND = BigDecimal.valueOf(1_000_000_000);

  private enum Column {
    TIME("a duration", "s", NANOS_PER_SECOND),
    RATE("a rate in bit/s", "", BigDecimal.ONE),
    DELAY("a duration", "", NANOS_PER_SECOND),
    LOSS("a percentage", "", BigDecimal.ONE);

    /** What its unit measures, as {@link Units.Scale} calls it. */
    private final String kind;

    private final String usualUnit;

    /** What one metric unit, such as a second, is here. */
    private final BigDecimal scale;

    Column(String kind, String usualUnit, BigDecimal scale) {
      this.kind = kind;
      this.usualUnit = usualUnit;
      this.scale = scale;
    }

    String text() {
      return MapReader.nameOf(this);
    }
  }

  /** Where a column stands, and its unit; empty if the cells have one. */
  private record Place(int cell, String unit) {}

  private final String file;
  private final Map<Column, Place> places = new EnumMap<>(Column.class);
  private final Map<Column, List<BigDecimal>> values = new EnumMap<>(Column.class);
  private int line;

  private StepCsv(String file) {
    this.file = file;
    for (Column column : Column.values()) {
      values.put(column, new ArrayList<>());
    }
  }

  static StepTrace parse(String file, String text) throws FileError {
    StepCsv csv = new StepCsv(file);
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
    return new FileError(new Location(file, line, 1), message, hint);
  }

  /** Reads the names of columns. Messages omit the text: the file may be any, and private. */
  private void header(List<String> cells) throws FileError {
    for (int i = 0; i < cells.size(); i++) {
      Matcher heading = HEADING.matcher(cells.get(i));
      Column column = heading.matches() ? column(heading.group(1)) : null;
      if (column == null) {
        continue;
      }
      String unit = Optional.ofNullable(heading.group(2)).orElse("");
      if (!unit.isEmpty()) {
        var _ = factor(column, unit);
      }
      if (places.put(column, new Place(i, unit)) != null) {
        throw error("two columns are called " + Quoted.of(column.text()), "");
      }
    }
    if (!places.containsKey(Column.TIME) || places.size() == 1) {
      throw error(
          "no trace: neither a number of milliseconds, nor a header with `time` and one of `rate`,"
              + " `delay` and `loss`",
          "such as `time (s),rate (Mbit/s),delay (ms),loss (%)`");
    }
  }

  private static @Nullable Column column(String name) {
    return Arrays.stream(Column.values())
        .filter(column -> column.text().equalsIgnoreCase(name))
        .findFirst()
        .orElse(null);
  }

  private BigDecimal factor(Column column, String unit) throws FileError {
    return Units.scale(unit)
        .filter(scale -> scale.kind().equals(column.kind))
        .map(scale -> scale.inMetrics().multiply(column.scale))
        .orElseThrow(
            () -> {
              List<String> units = Units.unitsOf(column.kind);
              return error(
                  Quoted.of(unit)
                      + " is no unit of "
                      + Quoted.of(column.text())
                      + "; units are "
                      + String.join(", ", units),
                  Nearest.to(unit, units)
                      .map(near -> "did you mean " + Quoted.of(near) + "?")
                      .orElse(""));
            });
  }

  private void row(List<String> cells) throws FileError {
    if (values(Column.TIME).size() == StepTrace.STEPS_MAX) {
      throw error("a trace has at most " + StepTrace.STEPS_MAX + " rows", "");
    }
    for (Map.Entry<Column, Place> entry : places.entrySet()) {
      Column column = entry.getKey();
      Place place = entry.getValue();
      if (place.cell >= cells.size()) {
        throw error("this row has no " + Quoted.of(column.text()), "");
      }
      values(column).add(value(column, place, cells.get(place.cell)));
    }
    check();
  }

  private BigDecimal value(Column column, Place place, String text) throws FileError {
    Matcher cell = CELL.matcher(text);
    if (!cell.matches()) {
      throw error(
          Quoted.of(text) + " is no " + column.text() + ", which is a number of 0 or more", "");
    }
    String unit = cell.group(2);
    if (unit.isEmpty()) {
      unit = place.unit.isEmpty() ? column.usualUnit : place.unit;
    }
    if (unit.isEmpty()) {
      throw error(
          Quoted.of(text) + " has no unit",
          "write it here, or in the header: `"
              + column.text()
              + " ("
              + Units.unitsOf(column.kind).getLast()
              + ")`");
    }
    BigDecimal value = new BigDecimal(cell.group(1)).multiply(factor(column, unit));
    return column == Column.LOSS ? value : value.setScale(0, RoundingMode.HALF_EVEN);
  }

  private List<BigDecimal> values(Column column) {
    return values.getOrDefault(column, List.of());
  }

  /** Checks the row just read, so that errors name it. */
  private void check() throws FileError {
    List<BigDecimal> times = values(Column.TIME);
    BigDecimal time = times.getLast();
    if (times.size() > 1 && time.compareTo(times.get(times.size() - 2)) <= 0) {
      throw error("this time is not after the one above it", "");
    }
    if (time.subtract(times.getFirst()).compareTo(BigDecimal.valueOf(LinkTrace.NANOS_MAX)) > 0) {
      throw error("a trace lasts at most a day", "");
    }
    checkMost(Column.RATE, StepTrace.BITS_PER_SECOND_MAX, "1000Gbit/s");
    checkMost(Column.DELAY, LinkTrace.NANOS_MAX, "a day");
    checkMost(Column.LOSS, 1, "100%");
  }

  private void checkMost(Column column, long most, String text) throws FileError {
    List<BigDecimal> list = values(column);
    if (!list.isEmpty() && list.getLast().compareTo(BigDecimal.valueOf(most)) > 0) {
      throw error("the most that " + Quoted.of(column.text()) + " may be is " + text, "");
    }
  }

  private StepTrace trace() throws FileError {
    List<BigDecimal> times = values(Column.TIME);
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
          values(Column.RATE).stream().mapToLong(BigDecimal::longValueExact).toArray(),
          values(Column.DELAY).stream().mapToLong(BigDecimal::longValueExact).toArray(),
          values(Column.LOSS).stream().mapToDouble(BigDecimal::doubleValue).toArray());
    } catch (IllegalArgumentException e) {
      throw new FileError(Location.ofFile(file), String.valueOf(e.getMessage()), "");
    }
  }
}
