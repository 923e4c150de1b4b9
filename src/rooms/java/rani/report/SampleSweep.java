// SPDX-License-Identifier: Apache-2.0
package rani.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.SequencedMap;
import rani.report.SweepReportInput.Expected;
import rani.report.SweepReportInput.Row;
import rani.study.experiment.Plot;
import rani.study.sweep.PaperValues;

/** A sweep over delays and limiters, twenty trials each, whose numbers are made up. */
public final class SampleSweep {
  static final List<String> DELAYS = List.of("10ms", "50ms", "100ms", "150ms");
  static final List<String> LIMITERS = List.of("lgc", "none", "codel");
  private static final int TRIALS = 20;

  private SampleSweep() {}

  /** With a baseline, plots, a paper's points, and three trials that fail. */
  public static SweepReportInput delays() {
    return input("lgc-1-compare", "LGC beside no limiter and beside CoDel", DELAYS, LIMITERS);
  }

  /** A chart over numbers, and one over names. */
  static SweepReportInput numbersAndNames() {
    SweepReportInput sweep = delays();
    Plot names = new Plot("By limiter", "limiter", "through.n1", Optional.of("delay"));
    return new SweepReportInput(
        sweep.subject(),
        sweep.variables(),
        sweep.baseline(),
        List.of(sweep.plots().getLast(), names),
        sweep.expected(),
        sweep.paper(),
        sweep.provenance(),
        sweep.rows());
  }

  /** Names out of a file that does not mean well. */
  public static SweepReportInput named(String name) {
    SweepReportInput sweep = input(name, name, DELAYS, List.of("lgc", name));
    return new SweepReportInput(
        new ReportInput.Subject(name, name, name, name, name, name),
        sweep.variables(),
        sweep.baseline(),
        List.of(new Plot(name, "delay", "through.n1", Optional.of("limiter"))),
        sweep.expected(),
        sweep.paper(),
        new SweepReportInput.Provenance("virtual", name, 8, name, name),
        sweep.rows());
  }

  /** Trials of one variant. */
  static SweepReportInput single() {
    SweepReportInput sweep = input("lgc-1-basic", "One variant", List.of("50ms"), List.of("lgc"));
    return new SweepReportInput(
        sweep.subject(),
        new LinkedHashMap<>(),
        new LinkedHashMap<>(),
        List.of(),
        sweep.expected(),
        List.of(new PaperValues(new LinkedHashMap<>(), labels("through.n1", "53.5%"))),
        sweep.provenance(),
        sweep.rows().stream()
            .map(
                row ->
                    new Row(
                        new LinkedHashMap<>(),
                        row.repetition(),
                        row.seed(),
                        row.passed(),
                        row.failure(),
                        row.expectations(),
                        row.metrics(),
                        row.replay()))
            .toList());
  }

  /** The sweep with other rows. */
  static SweepReportInput with(SweepReportInput sweep, List<Row> rows) {
    return new SweepReportInput(
        sweep.subject(),
        sweep.variables(),
        sweep.baseline(),
        sweep.plots(),
        sweep.expected(),
        sweep.paper(),
        sweep.provenance(),
        rows);
  }

  static SequencedMap<String, String> labels(String... namesAndValues) {
    SequencedMap<String, String> labels = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      labels.put(namesAndValues[i], namesAndValues[i + 1]);
    }
    return labels;
  }

  private static SweepReportInput input(
      String experiment, String title, List<String> delays, List<String> limiters) {
    SequencedMap<String, List<String>> variables = new LinkedHashMap<>();
    variables.put("delay", delays);
    variables.put("limiter", limiters);
    List<Row> rows = new ArrayList<>();
    for (String delay : delays) {
      for (String limiter : limiters) {
        for (int k = 0; k < TRIALS; k++) {
          rows.add(row(experiment, delay, limiter, k));
        }
      }
    }
    return new SweepReportInput(
        new ReportInput.Subject(
            experiment,
            title,
            null,
            "Prabhavalkar and Parashar, Controlling Unresponsive Connections",
            "5.1",
            null),
        variables,
        labels("limiter", "lgc"),
        List.of(
            new Plot("What the greedy source gets", "delay", "through.n1", Optional.of("limiter")),
            new Plot("How long packets take", "delay", "delay.n2.p95", Optional.of("limiter"))),
        List.of("through.n1", "lgc.triggers"),
        List.of(
            new PaperValues(
                labels("limiter", "lgc", "delay", "50ms"), labels("through.n1", "53.5%")),
            new PaperValues(labels("limiter", "none"), labels("lgc.triggers", "0"))),
        new SweepReportInput.Provenance(
            "virtual",
            "seeds 1\u201320",
            rows.size(),
            "0.1.0-SNAPSHOT",
            "rani sweep config/experiments/" + experiment + ".yaml --jobs 2"),
        rows);
  }

  private static Row row(String experiment, String delay, String limiter, int k) {
    int place = DELAYS.indexOf(delay);
    double both = new Random(k).nextGaussian() * 0.01;
    double own = new Random(k * 1000L + limiter.hashCode()).nextGaussian() * 0.002;
    double through =
        switch (limiter) {
          case "lgc" -> 0.55 + 0.01 * place;
          case "none" -> 0.97 - 0.01 * place;
          default -> 0.43 + 0.02 * place;
        };
    boolean passed = !limiter.equals("none") || k < 17 || place > 0;
    SequencedMap<String, Double> metrics = new LinkedHashMap<>();
    metrics.put("through.n1", through + both + own);
    metrics.put("lgc.triggers", limiter.equals("lgc") ? 1.0 : 0.0);
    metrics.put("delay.n2.p95", 0.2 + 0.05 * place + both);
    metrics.put("through.n2", 1.0);
    return new Row(
        labels("delay", delay, "limiter", limiter),
        k,
        k + 1,
        passed,
        null,
        List.of(new Expected("greedy share", passed, through, "below 99%")),
        metrics,
        "rani run experiment.yaml --mode virtual --pick delay="
            + delay
            + " --trials 1 --seed "
            + (k + 1));
  }
}
