// SPDX-License-Identifier: Apache-2.0
package rani.report;

import java.util.List;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import rani.model.file.UnitError;
import rani.model.file.Units;

/**
 * The x axis of a chart over a variable: numeric if all values are of one kind, else a list of
 * names. The unit is {@code ms} for durations in several units, and empty for plain numbers.
 */
record Axis(String title, String unit, boolean isNumber) {
  private static final Pattern QUANTITY =
      Pattern.compile("([+-]?\\d+(?:\\.\\d+)?(?:[eE][+-]?\\d+)?)\\s*([A-Za-z/%]*)");
  private static final String MILLISECONDS = "ms";
  private static final double NANOS_PER_MILLISECOND = 1e6;

  static Axis of(String variable, List<String> values) {
    List<String> units = values.stream().map(Axis::unitOf).distinct().toList();
    if (values.size() > 1 && units.size() == 1 && !units.getFirst().equals("?")) {
      String unit = units.getFirst();
      return new Axis(unit.isEmpty() ? variable : variable + " in " + unit, unit, true);
    }
    if (values.size() > 1 && values.stream().allMatch(value -> milliseconds(value).isPresent())) {
      return new Axis(variable + " in " + MILLISECONDS, MILLISECONDS, true);
    }
    return new Axis(variable, "", false);
  }

  /** Returns the position of a value on a numeric axis. */
  double number(String value) {
    Matcher quantity = QUANTITY.matcher(value.strip());
    if (quantity.matches() && quantity.group(2).equals(unit)) {
      return Double.parseDouble(quantity.group(1));
    }
    return milliseconds(value).orElseThrow();
  }

  private static String unitOf(String value) {
    Matcher quantity = QUANTITY.matcher(value.strip());
    return quantity.matches() ? quantity.group(2) : "?";
  }

  private static OptionalDouble milliseconds(String value) {
    try {
      return OptionalDouble.of(Units.durationNanos(value.strip()) / NANOS_PER_MILLISECOND);
    } catch (UnitError e) {
      return OptionalDouble.empty();
    }
  }
}
