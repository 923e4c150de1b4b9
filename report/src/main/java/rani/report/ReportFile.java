// SPDX-License-Identifier: Apache-2.0
package rani.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import rani.ground.LabFailure;
import rani.model.file.FileFormat;
import rani.model.file.WholeFile;
import rani.nodehost.folder.RunDirectory;
import rani.report.plot.Chart;
import rani.study.sweep.JsonText;
import tools.jackson.core.JacksonException;

/** {@code report.json}: a report's input, from which the same rani makes identical pages. */
public sealed interface ReportFile {
  String NAME = "report.json";

  /** The table of a sensitivity report: one row per number and alternative. */
  String CHOICES_CSV = "sensitivity.csv";

  /** The report of a run. */
  record Run(ReportInput input) implements ReportFile {
    @Override
    public Path write(Path folder) throws IOException {
      return Report.write(input, folder);
    }

    @Override
    public List<Chart> charts() {
      return input.charts();
    }
  }

  /** The report of a sweep. Its {@code summary.csv} is written while the sweep runs. */
  record Sweep(SweepReportInput input) implements ReportFile {
    @Override
    public Path write(Path folder) throws IOException {
      return Report.keep(
          this, folder, new SweepPage(input, Sensitivity.in(folder).orElse(null)).html());
    }

    @Override
    public List<Chart> charts() {
      return new SweepCharts(input, new SweepVariants(input)).all();
    }
  }

  /** The report of {@code rani sensitivity}. */
  record OfChoices(SensitivityInput input) implements ReportFile {
    @Override
    public Path write(Path folder) throws IOException {
      var analysis = new SensitivityAnalysis(input);
      Sensitivity found = analysis.sensitivity();
      WholeFile.write(folder.resolve(Sensitivity.NAME), found.json());
      WholeFile.write(folder.resolve(CHOICES_CSV), Csv.choices(analysis.all()));
      return Report.keep(this, folder, new SensitivityPage(input, found).html());
    }
  }

  /** Writes each file whole or not at all into an existing folder; returns the page. */
  Path write(Path folder) throws IOException;

  /** Returns the charts of the file's plots, as its page draws them. */
  default List<Chart> charts() {
    return List.of();
  }

  /** Reads the {@code report.json} of a folder; fails if it is missing or malformed. */
  static ReportFile read(Path folder) throws LabFailure {
    Path file = folder.resolve(NAME);
    try {
      Form form = JsonText.read(file, FileFormat.REPORT, Form.class);
      List<ReportFile> reports = form.reports();
      if (reports.size() != 1) {
        throw new LabFailure(
            file + " is no report: it holds " + reports.size() + " of run, sweep and choices");
      }
      return reports.getFirst();
    } catch (NoSuchFileException e) {
      throw Files.isDirectory(folder)
          ? new LabFailure(
              folder + " has no " + NAME + ": it is no folder of a run or sweep that has ended")
          : RunDirectory.missing(folder);
    } catch (IOException e) {
      throw new LabFailure("cannot read " + file + ": " + e, e);
    } catch (JacksonException e) {
      throw new LabFailure(file + " is no report: " + JsonText.problem(e), e);
    }
  }

  static String text(ReportFile report) {
    return JsonText.line(
            switch (report) {
              case Run run -> Form.of(run.input(), null, null);
              case Sweep sweep -> Form.of(null, sweep.input(), null);
              case OfChoices choices -> Form.of(null, null, choices.input());
            })
        + "\n";
  }

  /** The JSON of a report: its head, and the input of one of three kinds; the others are null. */
  record Form(
      @Nullable Integer format,
      @Nullable String rani,
      @Nullable ReportInput run,
      @Nullable SweepReportInput sweep,
      @Nullable SensitivityInput choices) {
    private static Form of(
        @Nullable ReportInput run,
        @Nullable SweepReportInput sweep,
        @Nullable SensitivityInput choices) {
      FileFormat.Head head = FileFormat.REPORT.head();
      return new Form(head.format(), head.rani(), run, sweep, choices);
    }

    private List<ReportFile> reports() {
      List<ReportFile> reports = new ArrayList<>();
      if (run != null) {
        reports.add(new Run(run));
      }
      if (sweep != null) {
        reports.add(new Sweep(sweep));
      }
      if (choices != null) {
        reports.add(new OfChoices(choices));
      }
      return reports;
    }
  }
}
