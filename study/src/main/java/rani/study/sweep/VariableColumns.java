// SPDX-License-Identifier: Apache-2.0
package rani.study.sweep;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import rani.model.file.Amount;
import rani.service.metric.MetricUnit;

/**
 * The columns of a sweep's variables in its tables: each variable as the file writes its values
 * and, if these are quantities of one kind, beside it as numbers in SI units, which sort.
 */
final class VariableColumns {
  /** Units by the words of {@link Amount#kind}; plain numbers are numbers as they are written. */
  private static final Map<String, MetricUnit> UNITS =
      Map.of(
          "a duration", MetricUnit.SECONDS,
          "a size", MetricUnit.BYTES,
          "a percentage", MetricUnit.SHARE,
          "a number of packets", MetricUnit.PACKETS,
          "a rate in bit/s", MetricUnit.BITS_PER_SECOND,
          "a rate in packet/s", MetricUnit.PER_SECOND);

  /** The unit of each variable's quantities; empty if it has a single column. */
  private final SequencedMap<String, Optional<MetricUnit>> units = new LinkedHashMap<>();

  /** Creates the columns of variables with the values of each as written. */
  VariableColumns(SequencedMap<String, List<String>> variables) {
    variables.forEach((name, values) -> units.put(name, unit(name, values)));
  }

  private static Optional<MetricUnit> unit(String name, List<String> values) {
    List<MetricUnit> found =
        values.stream().flatMap(value -> unit(value).stream()).distinct().toList();
    return Optional.of(found)
        .filter(units -> units.size() == 1)
        .map(List::getFirst)
        .filter(unit -> !unit.column(name).equals(name));
  }

  private static Optional<MetricUnit> unit(String value) {
    return Amount.parse(value).flatMap(amount -> Optional.ofNullable(UNITS.get(amount.kind())));
  }

  List<Field> fields() {
    List<Field> fields = new ArrayList<>();
    units.forEach(
        (name, unit) -> {
          fields.add(new Field(name, "", "the variable " + name + " as the file writes it"));
          unit.ifPresent(
              si ->
                  fields.add(
                      new Field(
                          si.column(name), si.text(), "the variable " + name + " as a number")));
        });
    return fields;
  }

  /** Adds the cells of a variant; a value that is no quantity, such as a name, has no number. */
  void addCells(Map<String, String> labels, List<String> cells) {
    units.forEach(
        (name, unit) -> {
          String value = labels.getOrDefault(name, "");
          cells.add(value);
          if (unit.isPresent()) {
            cells.add(unit(value).equals(unit) ? number(value) : "");
          }
        });
  }

  private static String number(String value) {
    return Amount.parse(value)
        .map(amount -> amount.inMetrics().stripTrailingZeros().toPlainString())
        .orElse("");
  }
}
