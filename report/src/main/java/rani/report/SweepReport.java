// SPDX-License-Identifier: Apache-2.0
package rani.report;

import java.io.IOException;
import java.nio.file.Path;
import rani.model.file.WholeFile;
import rani.nodehost.folder.RunDirectory;

/**
 * Writes the report of a sweep: {@code report.html}, which stands alone and needs no network, and
 * {@code report.json}, from which {@link ReportFile} makes it again. The same input gives the same
 * bytes. {@code summary.csv}, which holds every metric of every variant, is written by what ran the
 * sweep, since there may be more trials than a page can hold.
 */
public final class SweepReport {
  private SweepReport() {}

  /**
   * Writes the files; each appears whole or not at all, and replaces an older one.
   *
   * @param folder where; it exists
   * @return the page
   * @throws IOException if a file cannot be written
   */
  public static Path write(SweepReportInput input, Path folder) throws IOException {
    ReportFile.write(new ReportFile.Sweep(input), folder);
    Path page = folder.resolve(RunDirectory.REPORT_PAGE);
    WholeFile.write(page, new SweepPage(input, Sensitivity.in(folder).orElse(null)).html());
    return page;
  }
}
