// SPDX-License-Identifier: Apache-2.0
package rani.tools.network;

import static java.util.stream.Collectors.joining;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import rani.ground.LabFailure;
import rani.json.Json;
import rani.model.file.FileError;
import rani.model.file.Location;
import rani.model.file.Problems;
import rani.nodehost.folder.RunDirectory;
import rani.service.metric.MetricRow;
import rani.study.expectation.MetricNames;
import rani.study.observe.MetricSheet;
import rani.testbed.RunningLab;
import rani.tools.api.PrometheusTargets;
import rani.tools.option.RunningCommand;
import rani.tools.screen.VerbGroup;

@VerbGroup.Of(VerbGroup.NETWORKS)
@Command(
    name = "metrics",
    description = {
      "Prints a prometheus.yml that scrapes every node.",
      "While `rani serve --port` serves the network, its port is the one target. The token that is"
          + " asked for is put into the run's folder, for its owner alone."
    },
    footer = {
      "  rani metrics --explain throughput.n1   # formula, unit, interval",
      "  rani metrics > prometheus.yml && prometheus --config.file=prometheus.yml",
      "  rani metrics --json > targets.json     # for file_sd_configs"
    })
public final class MetricsCommand extends RunningCommand {
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
    RunDirectory directory = directory();
    RunningLab lab = RunningLab.of(directory);
    PrometheusTargets targets = PrometheusTargets.of(lab);
    if (json) {
      printJson(targets.entries(lab.name()));
      return OK;
    }
    Path token = directory.writeSecret("metrics-token", lab.token());
    String file =
        """
        # scrapes %1$s
        global: {scrape_interval: 1s}
        scrape_configs:
          - job_name: rani
            metrics_path: %4$s
            authorization: {credentials_file: '%2$s'}
            static_configs:
              - labels: {run: '%1$s'}
                targets: [%3$s]
        """;
    String quoted =
        targets.addresses().stream().map(address -> "'" + address + "'").collect(joining(", "));
    printWhole(file.formatted(lab.name(), token, quoted, targets.path()));
    return OK;
  }

  private Integer explain(String metric) throws FileError {
    Problems problems = new Problems();
    MetricNames.check(metric, Location.ofFile("--explain"), problems);
    problems.throwIfAny();
    List<MetricRow> rows =
        metric.isEmpty()
            ? MetricSheet.rows()
            : List.of(MetricSheet.find(MetricNames.bare(metric)).orElseThrow().row());
    for (MetricRow row : rows) {
      printWhole(json ? Json.print(row.shown()) + "\n" : inWords(row));
    }
    return OK;
  }

  private static String inWords(MetricRow row) {
    return """
    %s, %s: %s
      %s
      over %s
      from: %s
    %s  over trials: %s
    """
        .formatted(
            row.pattern(),
            row.unit().text(),
            row.words(),
            row.formula(),
            row.interval().explanation(),
            row.events(),
            row.overNodes().isEmpty() ? "" : "  over nodes: " + row.overNodes() + "\n",
            MetricRow.OVER_TRIALS);
  }
}
