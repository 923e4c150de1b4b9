// SPDX-License-Identifier: Apache-2.0
package rani.report;

import java.io.IOException;
import java.nio.file.Path;
import rani.model.file.WholeFile;
import rani.nodehost.folder.RunDirectory;

/**
 * Writes the report of a file's choices: {@code report.html}, which stands alone and needs no
 * network; {@code sensitivity.csv}, with every number and every alternative; {@link
 * Sensitivity#NAME}, with what moves; and {@code report.json}, from which {@link ReportFile} makes
 * all of them again.
 */
public final class SensitivityReport {
  /** One row per number and alternative. */
  public static final String CSV = "sensitivity.csv";

  private SensitivityReport() {}

  /**
   * Writes the files; each appears whole or not at all, and replaces an older one.
   *
   * @param folder where; it exists
   * @return the page
   * @throws IOException if a file cannot be written
   */
  public static Path write(SensitivityInput input, Path folder) throws IOException {
    var analysis = new SensitivityAnalysis(input);
    Sensitivity found = analysis.sensitivity();
    WholeFile.write(folder.resolve(Sensitivity.NAME), found.json());
    WholeFile.write(folder.resolve(CSV), SensitivityCsv.of(analysis.all()));
    ReportFile.write(new ReportFile.OfChoices(input), folder);
    Path page = folder.resolve(RunDirectory.REPORT_PAGE);
    WholeFile.write(page, new SensitivityPage(input, found).html());
    return page;
  }
}
