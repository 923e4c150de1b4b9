// SPDX-License-Identifier: Apache-2.0
package rani.report.run;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.SequencedSet;
import rani.ground.LabFailure;
import rani.model.file.WholeFile;
import rani.study.observe.MetricOrder;
import rani.study.sweep.JournalRows;
import rani.study.sweep.NamedMetrics;
import rani.study.sweep.Rows;
import rani.study.sweep.Statistics;
import rani.study.sweep.SummaryCsv;
import rani.study.sweep.SweepFolder;
import rani.study.sweep.SweepOutcome;
import rani.study.sweep.SweepPlan;
import rani.study.sweep.TrialRow;
import rani.study.sweep.TrialsCsv;
import rani.study.sweep.VariantSummary;

/** Writes the result files of a sweep after all its trials are in its journal. */
final class Results {
  private static final int BUFFER_BYTES = 1 << 18;

  private final SweepPlan plan;
  private final SweepFolder folder;
  private long failed;
  private final List<TrialRow> failures = new ArrayList<>();
  private final List<VariantSummary> variants = new ArrayList<>();
  private long moreVariants;

  private Results(SweepPlan plan, SweepFolder folder) {
    this.plan = plan;
    this.folder = folder;
  }

  /** Writes the files, each whole or not at all; {@code command} is what the user typed. */
  static SweepOutcome write(SweepPlan plan, SweepFolder folder, String command)
      throws IOException, LabFailure {
    try (Rows rows = JournalRows.of(folder)) {
      if (rows.count() != plan.ownTrials()) {
        throw new LabFailure(
            "%s holds %s of %s trials, although all were run: %s"
                .formatted(
                    folder.journal(),
                    rows.count(),
                    plan.ownTrials(),
                    String.join("; ", rows.remarks())));
      }
      return new Results(plan, folder).write(rows, command);
    }
  }

  private SweepOutcome write(Rows rows, String command) throws IOException, LabFailure {
    sort(rows, folder.results());
    List<String> metrics = NamedMetrics.of(plan.sweep());
    Optional<Path> report = Optional.empty();
    if (plan.shard().isWhole()) {
      SequencedSet<String> measured = new LinkedHashSet<>();
      Statistics statistics =
          new Statistics(
              plan,
              rows,
              row -> {
                note(row);
                measured.addAll(row.metrics().sequencedKeySet());
              });
      WholeFile.write(
          folder.summary(),
          channel -> {
            try (SummaryCsv csv = new SummaryCsv(channel, plan.sweep().variables())) {
              statistics.each(
                  variant -> {
                    csv.write(variant);
                    keep(variant.with(metrics));
                  });
            }
          });
      writeTrials(rows, statistics.order(), measured);
      report = SweepReports.write(plan, rows, folder, command, metrics);
    } else {
      for (Rows.Place place : rows.byIndex()) {
        note(rows.row(place));
      }
    }
    return new SweepOutcome(
        plan.identity(),
        folder,
        rows.count(),
        failed,
        failures,
        metrics,
        plan.sweep().baseline(),
        variants,
        moreVariants,
        List.of(),
        report);
  }

  private void writeTrials(Rows rows, MetricOrder order, Collection<String> metrics)
      throws IOException, LabFailure {
    TrialsCsv table = new TrialsCsv(plan.sweep().variables(), order, metrics);
    WholeFile.<LabFailure>write(
        folder.trials(),
        channel ->
            table.<LabFailure>write(
                channel,
                sink -> {
                  for (Rows.Place place : rows.byIndex()) {
                    sink.accept(TrialsCsv.Trial.of(rows.row(place)));
                  }
                }));
    WholeFile.write(folder.fields(), table.jsonBeside(plan.sweep().variables()));
  }

  private void note(TrialRow row) {
    if (!row.passed()) {
      failed++;
      if (failures.size() < SweepOutcome.FAILURES_MAX) {
        failures.add(row);
      }
    }
  }

  private void keep(VariantSummary variant) {
    if (variants.size() < SweepOutcome.VARIANTS_MAX) {
      variants.add(variant);
    } else {
      moreVariants++;
    }
  }

  /** Writes rows in the order of their trials' hashes, whatever the order of execution. */
  static void sort(Rows rows, Path file) throws IOException {
    WholeFile.write(
        file,
        channel -> {
          OutputStream out =
              new BufferedOutputStream(Channels.newOutputStream(channel), BUFFER_BYTES);
          for (Rows.Place place : rows.byHash()) {
            out.write(rows.bytes(place));
            out.write('\n');
          }
          out.flush();
        });
  }
}
