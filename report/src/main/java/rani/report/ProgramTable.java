// SPDX-License-Identifier: Apache-2.0
package rani.report;

import java.util.List;
import java.util.SequencedMap;
import rani.report.html.Html;
import rani.report.paper.Figures;
import rani.study.observe.ProgramMetrics;

/** The section of a run's page about the programs at edges. */
final class ProgramTable {
  private ProgramTable() {}

  static void write(Html page, SequencedMap<String, Double> metrics) {
    List<String> programs = ProgramMetrics.programs(metrics.keySet());
    if (programs.isEmpty()) {
      return;
    }
    page.section("Programs at edges").table("Program", "#Exit code", "#Seconds");
    for (String program : programs) {
      Double code = metrics.get(ProgramMetrics.exitCode(program));
      String seconds = ProgramMetrics.duration(program);
      page.row(program);
      page.number(code == null ? "until the end" : Figures.number(code));
      page.number(Figures.metric(seconds, metrics.get(seconds))).endRow();
    }
    page.endTable().add("</section>\n");
  }
}
