// SPDX-License-Identifier: Apache-2.0
package rani.report;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import rani.ground.LabFailure;
import rani.model.file.InputFile;
import rani.model.file.WholeFile;
import rani.nodehost.folder.RunDirectory;
import rani.report.plot.Chart;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

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
      String text = InputFile.text(file);
      if (text.startsWith(ChoicesForm.BEGINS)) {
        return new OfChoices(Form.JSON.readValue(text, ChoicesForm.class).choices());
      }
      Form form = Form.JSON.readValue(text, Form.class);
      if (form.run() != null && form.sweep() == null) {
        return new Run(form.run());
      }
      if (form.sweep() != null && form.run() == null) {
        return new Sweep(form.sweep());
      }
      throw new LabFailure(
          file + " is no report of this version of rani: it holds neither a run nor a sweep");
    } catch (NoSuchFileException e) {
      throw Files.isDirectory(folder)
          ? new LabFailure(
              folder + " has no " + NAME + ": it is no folder of a run or sweep that has ended")
          : RunDirectory.missing(folder);
    } catch (IOException e) {
      throw new LabFailure("cannot read " + file + ": " + e, e);
    } catch (JacksonException e) {
      String what = String.valueOf(e.getOriginalMessage()).split("[;\n]", 2)[0];
      throw new LabFailure(file + " is no report of this version of rani: " + what, e);
    }
  }

  static String text(ReportFile report) {
    return Form.JSON.writeValueAsString(
            switch (report) {
              case Run run -> new Form(run.input(), null);
              case Sweep sweep -> new Form(null, sweep.input());
              case OfChoices choices -> new ChoicesForm(choices.input());
            })
        + "\n";
  }

  /** The JSON of a sensitivity report. */
  record ChoicesForm(SensitivityInput choices) {
    static final String BEGINS = "{\"choices\":";
  }

  /** The JSON of a run's or a sweep's report; one of the two parts is null. */
  record Form(@Nullable ReportInput run, @Nullable SweepReportInput sweep) {
    private static final JsonSetter.Value NO_NULLS =
        JsonSetter.Value.forValueNulls(Nulls.FAIL, Nulls.FAIL);
    private static final JsonMapper JSON =
        JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .withConfigOverride(List.class, each -> each.setNullHandling(NO_NULLS))
            .withConfigOverride(SequencedMap.class, each -> each.setNullHandling(NO_NULLS))
            .build();
  }
}
