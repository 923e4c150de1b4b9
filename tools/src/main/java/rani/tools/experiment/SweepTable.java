// SPDX-License-Identifier: Apache-2.0
package rani.tools.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import rani.ground.ExitCodes;
import rani.report.paper.Figures;
import rani.study.expectation.MetricNames;
import rani.study.statistics.PairedDifference;
import rani.study.sweep.SweepOutcome;
import rani.study.sweep.TrialRow;
import rani.study.sweep.VariantSummary;
import rani.tools.screen.Quantity;
import rani.tools.screen.Screen;
import rani.tools.screen.Table;
import rani.tools.screen.TerminalColours;

final class SweepTable {
  /** Largest number of metrics that have a column. */
  private static final int METRICS_MAX = 6;

  private final SweepOutcome outcome;
  private final List<String> measured;
  private final List<String> metrics;

  private SweepTable(SweepOutcome outcome) {
    this.outcome = outcome;
    // Metrics relative to the baseline are left out, because the second table shows differences.
    this.measured =
        outcome.metrics().stream().filter(metric -> !MetricNames.isRelative(metric)).toList();
    this.metrics = measured.stream().limit(METRICS_MAX).toList();
  }

  /** Prints the outcome of a sweep, and returns the exit code. */
  static int print(SweepOutcome outcome, boolean json, Screen screen) {
    if (json) {
      screen.printWhole(outcome.json());
    } else {
      new SweepTable(outcome).print(screen);
    }
    return outcome.passed() ? ExitCodes.OK : ExitCodes.FAILED;
  }

  private void print(Screen screen) {
    if (!outcome.variants().isEmpty()) {
      table(screen, true, "", SweepTable::value);
      if (differences().findAny().isPresent()) {
        screen.print(
            "%ndifference from %s, trial by trial on the same seeds, corrected for %s:",
            baseline(), Quantity.count(family(), "comparison", "comparisons"));
        table(screen, false, "Δ ", SweepTable::difference);
      }
      more(screen);
      screen.print("");
    }
    failures(screen);
    outcome.doubts().forEach(doubt -> screen.print("doubtful  %s", doubt));
    screen.print("results %s", outcome.folder().results());
    if (!outcome.identity().part().isWhole()) {
      screen.print(
          "shard %s is done; `rani sweep merge` joins it with the others",
          outcome.identity().part());
    } else {
      screen.print("summary %s", outcome.folder().summary());
      outcome
          .report()
          .ifPresentOrElse(
              report -> screen.print("report  %s", report),
              () -> screen.print("no report: a page cannot hold so many trials"));
    }
    screen.print(
        outcome.passed() ? "passed: %s" : "failed: %2$d of %1$s",
        Quantity.count(outcome.trials(), "trial", "trials"),
        outcome.failed());
  }

  /** Formats a metric of a variant. */
  private interface MetricCell {
    String of(VariantSummary variant, String name, VariantSummary.@Nullable OfMetric metric);
  }

  private void table(Screen screen, boolean withPassed, String prefix, MetricCell cell) {
    List<String> head = new ArrayList<>(outcome.variants().getFirst().labels().keySet());
    if (withPassed) {
      head.add("passed");
    }
    metrics.forEach(metric -> head.add(prefix + metric));
    Table table = new Table(head);
    for (VariantSummary variant : outcome.variants()) {
      List<String> cells = new ArrayList<>(variant.labels().values());
      if (withPassed) {
        cells.add(variant.passed() + "/" + variant.trials());
      }
      metrics.forEach(metric -> cells.add(cell.of(variant, metric, variant.metrics().get(metric))));
      table.row(cells);
    }
    screen.printWhole(table.text(TerminalColours.NONE));
  }

  private String baseline() {
    return outcome.baseline().entrySet().stream()
        .map(label -> label.getKey() + "=" + label.getValue())
        .collect(Collectors.joining(", "));
  }

  /** Returns the number of differences that are tested together. */
  private long family() {
    return differences().mapToLong(PairedDifference::family).max().orElse(0);
  }

  private Stream<PairedDifference> differences() {
    return outcome.variants().stream()
        .flatMap(variant -> variant.metrics().values().stream())
        .map(VariantSummary.OfMetric::difference)
        .filter(Objects::nonNull);
  }

  private static String value(
      VariantSummary variant, String name, VariantSummary.@Nullable OfMetric metric) {
    return metric == null ? "–" : Figures.mean(name, metric.summary(), variant.trials());
  }

  private static String difference(
      VariantSummary variant, String name, VariantSummary.@Nullable OfMetric metric) {
    PairedDifference difference = metric == null ? null : metric.difference();
    if (difference == null) {
      return "";
    }
    return difference.pairs() > 1 && !difference.isSignificant()
        ? "no difference seen"
        : Figures.difference(name, difference.mean(), difference.halfWidth95());
  }

  private void more(Screen screen) {
    if (outcome.moreVariants() > 0) {
      screen.print("and %d more variants", outcome.moreVariants());
    }
    if (measured.size() > METRICS_MAX) {
      screen.print("and %s", measured.stream().skip(METRICS_MAX).collect(Collectors.joining(", ")));
    }
  }

  private void failures(Screen screen) {
    for (TrialRow row : outcome.failures()) {
      screen.print("FAILED  %s", SweepOutcome.why(row));
      screen.print("        %s", row.replay());
    }
    long more = outcome.failed() - outcome.failures().size();
    if (more > 0) {
      screen.print("        and %d more", more);
    }
    if (outcome.failed() > 0) {
      screen.print("        (to be run in %s)", outcome.folder().path());
    }
  }
}
