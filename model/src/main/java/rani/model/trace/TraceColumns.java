// SPDX-License-Identifier: Apache-2.0
package rani.model.trace;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import rani.model.file.FileError;
import rani.model.file.Form;
import rani.model.file.LocatedMap;
import rani.model.file.LocatedScalar;
import rani.model.file.LocatedValue;
import rani.model.file.Location;
import rani.model.file.MapReader;
import rani.model.file.Problems;
import rani.model.file.Property;
import rani.model.file.Quoted;
import rani.model.file.Vocabulary;

/**
 * What {@code columns} of a trace says: under which headings its CSV file has time, rate, delay and
 * loss, and in which units. A column that is not named has the heading that it usually has.
 *
 * @param at its place; that of the trace if it says nothing
 */
record TraceColumns(Location at, Map<StepColumn, Said> said) {
  static final String KEY = "columns";

  private static final String HEADING = "heading";
  private static final String UNIT = "unit";

  /**
   * What is said of one column.
   *
   * @param unit empty if the file has it
   */
  record Said(Location at, String heading, String unit) {}

  /** All columns have their usual headings. */
  static final TraceColumns USUAL = new TraceColumns(Location.ofFile(""), Map.of());

  static final Property PROPERTY =
      Property.mapping(
          KEY,
          Vocabulary.of(
              Arrays.stream(StepColumn.values())
                  .map(TraceColumns::property)
                  .toArray(Property[]::new)),
          "Headings of a CSV file that calls its columns otherwise.");

  private static Property property(StepColumn column) {
    Form named =
        Form.of(
            Vocabulary.of(
                new Property(HEADING, Form.TEXT, "The heading, without its unit if it has one.")
                    .required(),
                new Property(
                    UNIT,
                    new Form.Words(column.units()),
                    "The unit of its numbers, where neither heading nor cells have one.")));
    return new Property(
        column.text(),
        new Form.Either(List.of(Form.TEXT, named)),
        "The heading of the column with the " + column.text() + ", or that and its unit.");
  }

  /** Reads what a trace says of its columns. */
  static TraceColumns read(LocatedMap trace) throws FileError {
    Map<StepColumn, Said> said = new EnumMap<>(StepColumn.class);
    Problems problems = new Problems();
    MapReader columns = new MapReader(new MapReader(trace, problems).mapping(KEY), problems);
    for (StepColumn column : StepColumn.values()) {
      columns.value(column.text()).ifPresent(value -> read(column, value, said, problems));
    }
    columns.finish();
    Set<String> headings = new HashSet<>();
    for (Said each : said.values()) {
      if (!headings.add(each.heading)) {
        problems.report(each.at, "a second column with the heading " + Quoted.of(each.heading));
      }
    }
    problems.throwIfAny();
    return new TraceColumns(trace.keyAt(KEY), said);
  }

  private static void read(
      StepColumn column, LocatedValue value, Map<StepColumn, Said> said, Problems problems) {
    if (value instanceof LocatedScalar scalar) {
      said.put(column, new Said(value.at(), scalar.text().strip(), ""));
      return;
    }
    Optional<LocatedMap> map = MapReader.mapOf(value, Quoted.of(column.text()), problems);
    if (map.isEmpty()) {
      return;
    }
    MapReader reader = new MapReader(map.get(), problems);
    reader.require(HEADING);
    String heading = reader.text(HEADING).orElse("");
    String unit = reader.text(UNIT).orElse("");
    reader.finish();
    if (!unit.isEmpty() && !column.hasUnit(unit)) {
      problems.addAll(column.wrongUnit(unit, reader.at(UNIT)));
    }
    said.put(column, new Said(map.get().at(), heading.strip(), unit));
  }
}
