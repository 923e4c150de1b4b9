// SPDX-License-Identifier: Apache-2.0
package rani.tools.measure;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import rani.bench.BenchCases;
import rani.bench.harness.BenchCase;
import rani.bench.harness.BenchOptions;
import rani.bench.harness.Finding;
import rani.bench.harness.Machine;
import rani.ground.LabFailure;
import rani.json.Json;
import rani.model.file.Nearest;
import rani.model.file.Quoted;
import rani.model.file.UnitError;
import rani.model.file.Units;
import rani.tools.option.RaniCommand;
import rani.tools.screen.VerbGroup;

@VerbGroup.Of(VerbGroup.HOSTS)
@Command(
    name = "bench",
    description = {
      "Measures how fast rani is, each case beside its peers.",
      "Cases and peers take turns in the same run."
    },
    footer = {
      "  rani bench",
      "  rani bench forward --rounds 2",
      "  rani bench forward --json > forward.json"
    })
public final class BenchCommand extends RaniCommand {
  private static final Duration WINDOW_MIN = Duration.ofMillis(10);
  private static final Duration WINDOW_MAX = Duration.ofMinutes(1);
  private static final int WINDOWS_OF_WARM_UP = 4;

  @Parameters(
      arity = "0..*",
      paramLabel = "CASE",
      completionCandidates = Names.class,
      description = "One of ${COMPLETION-CANDIDATES}.")
  private List<String> names = List.of();

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "" + BenchOptions.ROUNDS,
      description = "Rounds of windows; fewer than ${DEFAULT-VALUE} are for a first look.")
  private int rounds;

  @Option(
      names = "--window",
      paramLabel = "TIME",
      defaultValue = "200ms",
      description = "How long each contender works at a time. Default: ${DEFAULT-VALUE}.")
  private String window;

  @Option(
      names = "--only",
      paramLabel = "TEXT",
      defaultValue = "",
      description = "Measures the variants of a case whose name has this in it.")
  private String only;

  @Option(
      names = "--wide",
      description = "Measures every combination of a case, not a choice: takes far longer.")
  private boolean wide;

  @Option(
      names = "--json",
      description = "Prints one JSON object for the machine and one a variant, nothing else.")
  private boolean json;

  static final class Names extends ArrayList<String> {
    private static final long serialVersionUID = 1;

    Names() {
      super(BenchCases.names());
    }
  }

  @Override
  public Integer call() throws LabFailure, IOException, InterruptedException {
    List<BenchCase> cases = cases(spec, names, BenchCases.names(), BenchCases::named);
    BenchOptions options = options(this::progress);
    if (json) {
      printJson(Machine.here());
    } else {
      Machine.here().byKey().forEach((name, value) -> print("%-10s %s", name, value));
    }
    List<Finding> found = new ArrayList<>();
    List<LabFailure> leftOut = new ArrayList<>();
    for (BenchCase each : cases) {
      try {
        each.run(
            options,
            finding -> {
              found.add(finding);
              printWhole(json ? Json.print(finding) + "\n" : FindingText.print(finding));
            });
      } catch (LabFailure e) {
        leftOut.add(e);
        progress(each.name() + " was left out: " + e.getMessage());
      }
    }
    if (found.isEmpty() && !leftOut.isEmpty()) {
      throw leftOut.getFirst();
    }
    return exitCode(leftOut.isEmpty() && found.stream().noneMatch(Finding::isVoid));
  }

  /** Returns the requested cases, each once; all if none is given. */
  static <T> List<T> cases(
      CommandSpec spec,
      List<String> asked,
      List<String> names,
      Function<String, Optional<T>> named) {
    List<T> cases = new ArrayList<>();
    for (String name : new LinkedHashSet<>(asked.isEmpty() ? names : asked)) {
      String message = "there is no case " + Quoted.of(name) + "; " + Nearest.hint(name, names);
      cases.add(
          named.apply(name).orElseThrow(() -> new ParameterException(spec.commandLine(), message)));
    }
    return cases;
  }

  private BenchOptions options(Consumer<String> progress) {
    if (rounds < 1 || rounds > BenchOptions.ROUNDS_MAX) {
      throw wrong("--rounds is 1…" + BenchOptions.ROUNDS_MAX + ", not " + rounds);
    }
    Duration length;
    try {
      length = Duration.ofNanos(Units.durationNanos(window));
    } catch (UnitError e) {
      throw wrong("--window: " + e.getMessage());
    }
    if (length.compareTo(WINDOW_MIN) < 0 || length.compareTo(WINDOW_MAX) > 0) {
      throw wrong("--window is 10ms…1min, not " + window);
    }
    return new BenchOptions(
        rounds, length, length.multipliedBy(WINDOWS_OF_WARM_UP), only, wide, progress);
  }
}
