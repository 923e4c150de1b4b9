// SPDX-License-Identifier: Apache-2.0
package rani.report.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import rani.ground.LabFailure;
import rani.ground.Version;
import rani.model.choice.Choice;
import rani.model.file.FileError;
import rani.report.ReportFile;
import rani.report.ReportInput;
import rani.report.SensitivityInput;
import rani.report.SweepReportInput;
import rani.report.plot.Chart;
import rani.study.experiment.Experiment;
import rani.study.experiment.Paper;
import rani.study.experiment.Sweep;
import rani.study.experiment.Tried;
import rani.study.observe.MetricOrder;
import rani.study.sweep.NamedMetrics;
import rani.study.sweep.PaperValues;
import rani.study.sweep.Rows;
import rani.study.sweep.SweepFolder;
import rani.study.sweep.SweepPlan;
import rani.study.sweep.TrialRow;

/** Collects the content of a sweep's report. */
final class SweepReports {
  /** With more trials, a report has only the metrics of the file's charts and expectations. */
  static final int WHOLE_ROWS_MAX = 10_000;

  /** With more trials, no page is written, because it would contain them all. */
  static final int ROWS_MAX = 100_000;

  private SweepReports() {}

  /** Writes the page; returns nothing if there are too many trials. */
  static Optional<Path> write(
      SweepPlan plan, Rows rows, SweepFolder folder, String command, List<String> metrics)
      throws IOException, LabFailure {
    if (rows.count() == 0 || rows.count() > ROWS_MAX) {
      return Optional.empty();
    }
    Sweep sweep = plan.sweep();
    Optional<Experiment> any = anyVariant(sweep);
    if (any.isEmpty()) {
      return Optional.empty();
    }
    ReportInput.Subject subject = subject(any.get(), lastVariant(sweep).orElse(any.get()));
    SweepReportInput.Provenance provenance =
        new SweepReportInput.Provenance(
            plan.mode().text(), plan.seeds(), plan.trials(), Version.TEXT, command);
    if (sweep.tried().isPresent()) {
      return Optional.of(
          new ReportFile.OfChoices(
                  choices(sweep.tried().get(), subject, provenance, rows(rows, metrics, true)))
              .write(folder.path()));
    }
    SweepReportInput input =
        new SweepReportInput(
            subject,
            sweep.variables(),
            sweep.baseline(),
            sweep.plots(),
            List.copyOf(NamedMetrics.expected(sweep)),
            PaperValues.of(sweep),
            provenance,
            rows(rows, metrics, rows.count() > WHOLE_ROWS_MAX));
    List<Chart> charts = RunFolder.ofSeries(folder, sweep, input);
    return Optional.of(new ReportFile.Sweep(input.with(charts)).write(folder.path()));
  }

  static SensitivityInput choices(
      Tried tried,
      ReportInput.Subject subject,
      SweepReportInput.Provenance provenance,
      List<SweepReportInput.Row> rows) {
    return new SensitivityInput(
        subject,
        tried.digest(),
        tried.baseline(),
        tried.choices().stream()
            .map(choice -> choice(choice, tried.shipped().getOrDefault(choice.name(), "")))
            .toList(),
        tried.unchanged(),
        tried.setAside(),
        tried.numbers(),
        provenance,
        rows);
  }

  private static SensitivityInput.TriedChoice choice(Choice choice, String shipped) {
    List<SensitivityInput.TriedAlternative> alternatives =
        choice.alternatives().stream()
            .map(
                one ->
                    new SensitivityInput.TriedAlternative(
                        choice.label(one), one.name(), one.reason()))
            .toList();
    return new SensitivityInput.TriedChoice(choice.name(), shipped, alternatives, choice.reason());
  }

  private static Optional<Experiment> anyVariant(Sweep sweep) {
    for (long k = 0; k < Math.min(sweep.variants(), PaperValues.VARIANTS_MAX); k++) {
      try {
        return Optional.of(sweep.variant(k).experiment());
      } catch (FileError e) {
        continue; // its trials report the error
      }
    }
    return Optional.empty();
  }

  private static Optional<Experiment> lastVariant(Sweep sweep) {
    try {
      return Optional.of(sweep.variant(sweep.variants() - 1).experiment());
    } catch (FileError e) {
      return Optional.empty(); // its trials report the error
    }
  }

  /** Describes what was run; texts may differ between the first and the last variant. */
  static ReportInput.Subject subject(Experiment experiment, Experiment last) {
    Optional<Paper> paper = Optional.ofNullable(experiment.paper());
    return new ReportInput.Subject(
        experiment.name(),
        ofAll(experiment.title(), last.title()),
        given(ofAll(experiment.description(), last.description())),
        given(paper.map(Paper::cite).orElse("")),
        given(paper.map(Paper::section).orElse("")),
        given(paper.map(Paper::figure).orElse("")));
  }

  /** Joins a text of the first and the last variant; differing words become {@code first…last}. */
  static String ofAll(String first, String last) {
    String[] words = first.split(" ");
    String[] others = last.split(" ");
    if (words.length != others.length) {
      return first;
    }
    for (int k = 0; k < words.length; k++) {
      words[k] = words[k].equals(others[k]) ? words[k] : words[k] + "…" + others[k];
    }
    return String.join(" ", words);
  }

  private static @Nullable String given(String text) {
    return text.isEmpty() ? null : text;
  }

  private static List<SweepReportInput.Row> rows(Rows rows, List<String> metrics, boolean some)
      throws IOException, LabFailure {
    MetricOrder order = new MetricOrder(metrics);
    List<SweepReportInput.Row> list = new ArrayList<>(rows.count());
    for (Rows.Place place : rows.byIndex()) {
      TrialRow row = rows.row(place);
      list.add(row(row, some ? some(row.metrics(), metrics) : order.sorted(row.metrics())));
    }
    return list;
  }

  /** Returns a trial with these of its metrics. */
  static SweepReportInput.Row row(TrialRow row, SequencedMap<String, Double> metrics) {
    return new SweepReportInput.Row(
        row.parameters(),
        row.repetition(),
        row.seed(),
        row.passed(),
        row.failure(),
        row.expect().stream()
            .map(e -> new SweepReportInput.Expected(e.name(), e.passed(), e.value(), e.bound()))
            .toList(),
        metrics,
        row.replay());
  }

  private static SequencedMap<String, Double> some(
      SequencedMap<String, Double> all, List<String> names) {
    SequencedMap<String, Double> some = new LinkedHashMap<>();
    for (String name : names) {
      Double value = all.get(name);
      if (value != null) {
        some.put(name, value);
      }
    }
    return some;
  }
}
