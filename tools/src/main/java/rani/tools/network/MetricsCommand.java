// SPDX-License-Identifier: Apache-2.0
package rani.tools.network;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import rani.ground.LabFailure;
import rani.model.file.FileError;
import rani.model.file.Location;
import rani.model.file.Problems;
import rani.nodehost.folder.RunDirectory;
import rani.study.expectation.MetricNames;
import rani.study.metric.MetricRow;
import rani.study.observe.MetricSheet;
import rani.testbed.RunningLab;
import rani.tools.option.Runs;
import rani.tools.screen.ExitCodes;
import rani.tools.screen.JsonLines;
import rani.tools.screen.Screen;

/** {@code rani metrics}. */
@Command(
    name = "metrics",
    description =
        "Prints a prometheus.yml that scrapes every node of a network that is up; the token that"
            + " they ask for is put into the run's folder, for its owner alone.",
    mixinStandardHelpOptions = true,
    footerHeading = "%nExamples:%n",
    footer = {
      "  rani metrics --explain throughput.n1   # formula, unit, interval",
      "  rani metrics > prometheus.yml && prometheus --config.file=prometheus.yml",
      "  rani metrics --json > targets.json     # for file_sd_configs"
    })
public final class MetricsCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(names = "--run", paramLabel = "RUN", description = "Default: the only one that is up.")
  private @Nullable String run;

  @Option(names = "--json", description = "Prints the targets as Prometheus's file_sd has them.")
  private boolean json;

  @Option(
      names = "--explain",
      arity = "0..1",
      fallbackValue = "",
      paramLabel = "METRIC",
      description =
          "Prints instead what a metric of an experiment is computed from and over, such as"
              + " throughput.n1; without one, of all that there are. With --json for programs.")
  private @Nullable String explain;

  @Override
  public Integer call() throws LabFailure, FileError {
    if (explain != null) {
      return explain(explain);
    }
    RunDirectory directory = Runs.chosen(spec, run);
    RunningLab lab = RunningLab.of(directory);
    Screen screen = new Screen(spec);
    SequencedMap<String, String> targets = lab.metricsTargets();
    if (json) {
      screen.printWhole("[" + String.join(",", targets(lab, targets)) + "]\n");
      return ExitCodes.OK;
    }
    Path token = directory.writeSecret("metrics-token", lab.token());
    StringBuilder file = new StringBuilder();
    file.append("# scrapes ").append(lab.name()).append("\n");
    file.append("global: {scrape_interval: 1s}\n");
    file.append("scrape_configs:\n");
    file.append("  - job_name: rani\n");
    file.append("    authorization: {credentials_file: '").append(token).append("'}\n");
    file.append("    static_configs:\n");
    file.append("      - labels: {run: '").append(lab.name()).append("'}\n");
    file.append("        targets: [").append(String.join(", ", quoted(targets))).append("]\n");
    screen.printWhole(file.toString());
    return ExitCodes.OK;
  }

  private Integer explain(String metric) throws FileError {
    Problems problems = new Problems();
    MetricNames.check(metric, Location.ofFile("--explain"), problems);
    problems.throwIfAny();
    List<MetricRow> rows =
        metric.isEmpty()
            ? MetricSheet.rows()
            : List.of(MetricSheet.find(MetricNames.bare(metric)).orElseThrow().row());
    StringBuilder text = new StringBuilder();
    for (MetricRow row : rows) {
      text.append(json ? JsonLines.print(row.facts()) : inWords(row));
    }
    new Screen(spec).printWhole(text.toString());
    return ExitCodes.OK;
  }

  private static String inWords(MetricRow row) {
    String overNodes = row.overNodes().isEmpty() ? "" : "  over nodes: " + row.overNodes() + "\n";
    return row.pattern()
        + ", "
        + row.unit().text()
        + ": "
        + row.words()
        + "\n  "
        + row.formula()
        + "\n  over "
        + row.interval().explanation()
        + "\n  from: "
        + row.events()
        + "\n"
        + overNodes
        + "  over trials: "
        + MetricRow.OVER_TRIALS
        + "\n";
  }

  private static List<String> quoted(SequencedMap<String, String> targets) {
    return targets.values().stream().map(address -> "'" + address + "'").toList();
  }

  private static List<String> targets(RunningLab lab, SequencedMap<String, String> targets) {
    return targets.entrySet().stream()
        .map(
            entry -> {
              SequencedMap<String, Object> labels = new LinkedHashMap<>();
              labels.put("run", lab.name());
              SequencedMap<String, Object> target = new LinkedHashMap<>();
              target.put("targets", List.of(entry.getValue()));
              target.put("labels", labels);
              return JsonLines.print(target).strip();
            })
        .toList();
  }
}
