// SPDX-License-Identifier: Apache-2.0
package rani.lab.report;

import java.io.IOException;
import rani.lab.report.SweepReportInput.Row;

/** The page of a sweep, from its headline to its footer. */
final class SweepPage {
  /** Failing trials that are listed. */
  static final int FAILURES_MAX = 20;

  private final SweepReportInput input;
  private final Html page = new Html();

  SweepPage(SweepReportInput input) {
    this.input = input;
  }

  String html() throws IOException {
    String experiment = input.subject().experiment();
    long passed = input.rows().stream().filter(Row::passed).count();
    page.raw("<main>\n<header>\n<p class=\"kicker\">rani \u00b7 sweep <code>").text(experiment);
    page.raw("</code></p>\n").element("h1", input.subject().title()).raw("\n<p>");
    page.text(passed + " of " + input.rows().size() + " trials passed").raw("</p>\n</header>\n");
    input.rows().stream().filter(row -> !row.passed()).limit(FAILURES_MAX).forEach(this::failed);
    page.raw("<footer>\n").element("code", input.provenance().command());
    page.raw("</footer>\n</main>\n");
    return PageFrame.html(experiment + " \u00b7 rani sweep", page);
  }

  private void failed(Row row) {
    page.raw("<p>").text(row.parameters() + ", seed " + row.seed() + ": ");
    page.element("code", row.replay()).raw("</p>\n");
  }
}
