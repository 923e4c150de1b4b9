// SPDX-License-Identifier: Apache-2.0
package rani.tools.experiment;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import rani.ground.LabFailure;
import rani.json.JsonObject;
import rani.report.ReportFile;
import rani.service.metric.MetricRow;
import rani.study.observe.MetricSheet;
import rani.study.series.SeriesName;
import rani.tools.option.RaniCommand;
import rani.tools.screen.Table;
import rani.tools.screen.TerminalColours;
import rani.tools.screen.VerbGroup;

@VerbGroup.Of(VerbGroup.RESULTS)
@Command(
    name = "fields",
    description = {
      "Prints what metrics and series mean, with their units.",
      "Of a run those that it has; without one all, with words in capitals for what differs "
          + "(docs/metrics.md)."
    },
    footer = {"  rani fields --json", "  rani fields runs/hello-20261120-101500"})
public final class FieldsCommand extends RaniCommand {
  @Parameters(arity = "0..1", paramLabel = "DIR", description = "The folder of a run.")
  private @Nullable Path path;

  @Option(names = "--json", description = "Prints one JSON object, nothing else.")
  private boolean json;

  /** What is known of a metric or series. */
  private record Field(String name, String unit, String meaning, String computed) {
    static Field of(MetricRow row) {
      return new Field(row.pattern(), row.unit().text(), row.words(), row.formula());
    }

    static Field of(String metric) {
      return MetricSheet.find(metric)
          .map(
              named ->
                  new Field(
                      metric, named.row().unit().text(), named.inWords(), named.row().formula()))
          .orElseGet(() -> new Field(metric, "number", metric, ""));
    }

    static Field of(SeriesName.Quantity quantity) {
      String unit = quantity.shape() == SeriesName.Shape.STATES ? "" : quantity.unit().text();
      return new Field(quantity.pattern(), unit, quantity.words(), quantity.meaning());
    }

    JsonObject facts(String key) {
      var object = new LinkedHashMap<>();
      object.put(key, name);
      object.put("unit", unit);
      object.put("meaning", meaning);
      object.put("computed", computed);
      return JsonObject.of(object);
    }
  }

  @Override
  public Integer call() throws LabFailure {
    Path of = path;
    List<Field> metrics =
        of == null
            ? MetricSheet.rows().stream().map(Field::of).toList()
            : names(of).stream().map(Field::of).toList();
    List<Field> series =
        of == null ? Stream.of(SeriesName.Quantity.values()).map(Field::of).toList() : List.of();
    if (json) {
      var object = new LinkedHashMap<>();
      object.put("metrics", metrics.stream().map(field -> field.facts("metric")).toList());
      if (of == null) {
        object.put("series", series.stream().map(field -> field.facts("series")).toList());
      }
      printJson(JsonObject.of(object));
      return OK;
    }
    Table table = new Table("name, unit, meaning");
    List<Field> all = new ArrayList<>(metrics);
    all.addAll(series);
    all.forEach(field -> table.row(field.name(), field.unit(), field.meaning()));
    printWhole(table.text(TerminalColours.ofStandardOutput()));
    return OK;
  }

  private static SequencedSet<String> names(Path path) throws LabFailure {
    return switch (ReportFile.read(path)) {
      case ReportFile.Run run -> new LinkedHashSet<>(run.input().metrics().keySet());
      case ReportFile.Sweep sweep -> {
        SequencedSet<String> names = new LinkedHashSet<>();
        sweep.input().rows().forEach(row -> names.addAll(row.metrics().keySet()));
        yield names;
      }
      case ReportFile.OfChoices _ ->
          throw new LabFailure(path + " is of rani sensitivity, whose numbers are in its tables");
    };
  }
}
