// SPDX-License-Identifier: Apache-2.0
package rani.lab.report;

import java.io.IOException;
import java.nio.file.Path;

/**
 * Writes the report of a sweep: {@code report.html}, which stands alone and needs no network. The
 * same input gives the same bytes.
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
    Path page = folder.resolve(Report.PAGE);
    WholeFile.write(page, new SweepPage(input).html());
    return page;
  }
}
