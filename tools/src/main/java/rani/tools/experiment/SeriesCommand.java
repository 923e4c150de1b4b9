// SPDX-License-Identifier: Apache-2.0
package rani.tools.experiment;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedSet;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import rani.ground.LabFailure;
import rani.json.JsonObject;
import rani.model.file.CsvField;
import rani.model.file.FileError;
import rani.model.file.Nearest;
import rani.model.file.Quoted;
import rani.model.file.UnitError;
import rani.model.file.Units;
import rani.study.series.Series;
import rani.study.series.SeriesName;
import rani.study.trace.TracedSeries;
import rani.tools.option.RaniCommand;
import rani.tools.screen.VerbGroup;

@VerbGroup.Of(VerbGroup.RESULTS)
@Command(
    name = "series",
    description = {
      "Prints series of a finished run, such as each packet's delay.",
      "As CSV: series, connection, time_seconds (since go), until_seconds, value (in the SI unit "
          + "that docs/plots.md names), state. Without SERIES it lists those that the run may "
          + "have. A live run's traces are read; a virtual one is run once more."
    },
    footer = {
      "  rani series runs/hello-20261120-101500",
      "  rani series runs/hello-20261120-101500 delay.n1 > delay.csv",
      "  rani series runs/my-sweep-20261120-101500 'queue.n1->n2' --trial 3fa9 --json"
    })
public final class SeriesCommand extends RaniCommand {
  private static final String BIN = "100ms";
  private static final String HEAD = "series,connection,time_seconds,until_seconds,value,state\n";

  /** Lines that are printed at a time. */
  private static final int LINES = 10_000;

  @Parameters(
      index = "0",
      paramLabel = "DIR",
      description = "The folder of a run, of a sweep or of a live trial.")
  private Path path;

  @Parameters(
      index = "1..*",
      arity = "0..*",
      paramLabel = "SERIES",
      description = "Series, such as delay.n1.")
  private List<String> names = List.of();

  @Option(
      names = "--trial",
      paramLabel = "K|HASH",
      description =
          "Which trial: of a run its number, of a sweep the beginning of its hash in"
              + " results.jsonl. Default: the first.")
  private @Nullable String trial;

  @Option(
      names = "--bin",
      paramLabel = "TIME",
      defaultValue = BIN,
      description =
          "The time over which throughput and utilisation are means. Default: ${DEFAULT-VALUE}.")
  private String bin = BIN;

  @Option(
      names = "--json",
      description = "Prints one JSON object with the values of each series as a list.")
  private boolean json;

  @Override
  public Integer call() throws LabFailure, FileError {
    long binNanos = binNanos();
    TracedSeries of = TracedSeries.of(path, Optional.ofNullable(trial));
    SequencedSet<String> known = of.names();
    if (names.isEmpty()) {
      if (json) {
        printJson(JsonObject.of(Map.of("series", List.copyOf(known))));
      } else {
        known.forEach(name -> print("%s", name));
      }
      return OK;
    }
    SequencedSet<SeriesName> wanted = new LinkedHashSet<>();
    for (String name : names) {
      if (!known.contains(name)) {
        throw wrong("there is no series " + Quoted.of(name) + "; " + Nearest.hint(name, known));
      }
      SeriesName.of(name).ifPresent(wanted::add);
    }
    TracedSeries.Result result = of.record(wanted, binNanos);
    result.remarks().forEach(this::progress);
    for (Series one : result.series()) {
      if (one.left() > 0) {
        progress("%s: %,d values had no room".formatted(one.name(), one.left()));
      }
    }
    if (json) {
      var object = new LinkedHashMap<>();
      object.put("folder", path.toString());
      object.put("as-recorded", result.asRecorded());
      object.put("series", result.series().stream().map(SeriesCommand::columns).toList());
      printJson(JsonObject.of(object));
    } else {
      printWhole(HEAD);
      result.series().forEach(this::printRows);
    }
    return exitCode(result.asRecorded());
  }

  private long binNanos() {
    try {
      long nanos = Units.durationNanos(bin);
      if (nanos <= 0) {
        throw wrong("--bin is more than 0s, not " + bin);
      }
      return nanos;
    } catch (UnitError e) {
      throw wrong("--bin: ", e);
    }
  }

  private static JsonObject columns(Series series) {
    var object = new LinkedHashMap<>();
    object.put("series", series.name().toString());
    object.put("connection", series.connection());
    object.put("unit", series.name().quantity().unit().text());
    object.put("meaning", series.name().quantity().meaning());
    if (series.name().quantity().shape() == SeriesName.Shape.STATES) {
      object.put("time-seconds", series.states().stream().map(Series.State::from).toList());
      object.put("until-seconds", series.states().stream().map(Series.State::until).toList());
      object.put("state", series.states().stream().map(Series.State::text).toList());
    } else {
      object.put("time-seconds", Arrays.stream(series.times()).boxed().toList());
      object.put("value", Arrays.stream(series.values()).boxed().toList());
    }
    object.put("without-room", series.left());
    return JsonObject.of(object);
  }

  private void printRows(Series series) {
    String name = series.name().toString();
    List<String> rows = new ArrayList<>();
    for (Series.State state : series.states()) {
      rows.add(
          CsvField.row(
              List.of(
                  name,
                  series.connection(),
                  Units.printNumber(state.from()),
                  Units.printNumber(state.until()),
                  "",
                  state.text())));
    }
    for (int k = 0; k < series.size(); k++) {
      rows.add(
          CsvField.row(
              List.of(
                  name,
                  series.connection(),
                  Units.printNumber(series.times()[k]),
                  "",
                  Units.printNumber(series.values()[k]),
                  "")));
      if (rows.size() == LINES) {
        printWhole(String.join("", rows));
        rows.clear();
      }
    }
    printWhole(String.join("", rows));
  }
}
