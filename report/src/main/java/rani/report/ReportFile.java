// SPDX-License-Identifier: Apache-2.0
package rani.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import rani.ground.LabFailure;
import rani.model.file.InputFile;
import rani.model.file.WholeFile;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * {@code report.json}: what a report was made from. Pages and tables are made of it alone, so that
 * they can be made again, by this version to the byte.
 */
public sealed interface ReportFile {
  /** The file's name. */
  String NAME = "report.json";

  /** The report of a run. */
  record Run(ReportInput input) implements ReportFile {
    @Override
    public Path rebuild(Path folder) throws IOException {
      return Report.write(input, folder);
    }
  }

  /** The report of a sweep. */
  record Sweep(SweepReportInput input) implements ReportFile {
    @Override
    public Path rebuild(Path folder) throws IOException {
      return SweepReport.write(input, folder);
    }
  }

  /** The report of a file's choices. */
  record OfChoices(SensitivityInput input) implements ReportFile {
    @Override
    public Path rebuild(Path folder) throws IOException {
      return SensitivityReport.write(input, folder);
    }
  }

  /**
   * Makes the page and the tables again.
   *
   * @return the page
   * @throws IOException if a file cannot be written
   */
  Path rebuild(Path folder) throws IOException;

  /**
   * Reads the file of a folder.
   *
   * @throws LabFailure if there is none, or it cannot be read
   */
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
      throw new LabFailure(
          Files.isDirectory(folder)
              ? folder + " has no " + NAME + ": it is no folder of a run or sweep that has ended"
              : "there is no folder " + folder);
    } catch (IOException e) {
      throw new LabFailure("cannot read " + file + ": " + e, e);
    } catch (JacksonException e) {
      String what = String.valueOf(e.getOriginalMessage()).split("[;\n]", 2)[0];
      throw new LabFailure(file + " is no report of this version of rani: " + what, e);
    }
  }

  /** Writes it. */
  static void write(ReportFile report, Path folder) throws IOException {
    Object form =
        switch (report) {
          case Run run -> new Form(run.input(), null);
          case Sweep sweep -> new Form(null, sweep.input());
          case OfChoices choices -> new ChoicesForm(choices.input());
        };
    WholeFile.write(folder.resolve(NAME), Form.JSON.writeValueAsString(form) + "\n");
  }

  /** The file's form for choices. */
  record ChoicesForm(SensitivityInput choices) {
    static final String BEGINS = "{\"choices\":";
  }

  /** The file's form: one of the two is there. */
  record Form(@Nullable ReportInput run, @Nullable SweepReportInput sweep) {
    private static final JsonMapper JSON =
        JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();
  }
}
