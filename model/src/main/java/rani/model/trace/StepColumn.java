// SPDX-License-Identifier: Apache-2.0
package rani.model.trace;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import rani.model.file.FileError;
import rani.model.file.Location;
import rani.model.file.MapReader;
import rani.model.file.Nearest;
import rani.model.file.Quoted;
import rani.model.file.Units;

/** A column of steps in CSV, and what its numbers count. */
enum StepColumn {
  TIME("a duration", "s", 1_000_000_000),
  RATE("a rate in bit/s", "", 1),
  DELAY("a duration", "", 1_000_000_000),
  LOSS("a percentage", "", 1);

  /** What its unit measures, as {@link Units.Scale} calls it. */
  private final String kind;

  private final String usualUnit;

  /** What one metric unit, such as a second, is here. */
  private final BigDecimal scale;

  StepColumn(String kind, String usualUnit, long scale) {
    this.kind = kind;
    this.usualUnit = usualUnit;
    this.scale = BigDecimal.valueOf(scale);
  }

  String text() {
    return MapReader.nameOf(this);
  }

  /** Returns the unit of numbers that have none; empty if there is no such unit. */
  String usualUnit() {
    return usualUnit;
  }

  static Optional<StepColumn> named(String name) {
    return Arrays.stream(values())
        .filter(column -> column.text().equalsIgnoreCase(name))
        .findFirst();
  }

  List<String> units() {
    return Units.unitsOf(kind);
  }

  boolean hasUnit(String unit) {
    return Units.scale(unit).filter(scale -> scale.kind().equals(kind)).isPresent();
  }

  /** Returns what a number of this unit is multiplied by; a wrong unit is at {@code at}. */
  BigDecimal factor(String unit, Location at) throws FileError {
    return Units.scale(unit)
        .filter(each -> each.kind().equals(kind))
        .map(each -> each.inMetrics().multiply(scale))
        .orElseThrow(() -> wrongUnit(unit, at));
  }

  FileError wrongUnit(String unit, Location at) {
    return new FileError(
        at,
        Quoted.of(unit)
            + " is no unit of "
            + Quoted.of(text())
            + "; units are "
            + String.join(", ", units()),
        Nearest.to(unit, units()).map(near -> "did you mean " + Quoted.of(near) + "?").orElse(""));
  }
}
