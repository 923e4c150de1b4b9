// SPDX-License-Identifier: Apache-2.0
package rani.report.index;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import rani.report.DecidingChoice;
import rani.report.ReportFile;
import rani.report.ReportInput;
import rani.report.ReportInput.Subject;
import rani.report.ReportPage;
import rani.report.Sensitivity;
import rani.report.SweepFindings;
import rani.report.SweepReportInput;
import rani.report.SweepReportInput.Row;
import rani.report.paper.Comparison;
import rani.report.paper.Figures;

/**
 * An experiment's card in the index. It keeps little of a report, so that many can be read one by
 * one: whether all expectations held, the outcome, trust (or ""), origin and findings in words, the
 * command as typed, and a Vega-Lite chart, or "".
 */
record IndexCard(
    Subject subject,
    boolean passed,
    String outcome,
    String trust,
    String origin,
    String command,
    long trials,
    List<Comparison> comparisons,
    List<String> findings,
    String chart,
    Path page) {

  static final int FINDINGS_MAX = 5;

  static IndexCard of(ReportFile report, Path page) throws IOException {
    return switch (report) {
      case ReportFile.Run run -> ofRun(run.input(), page);
      case ReportFile.Sweep sweep -> ofSweep(sweep.input(), page);
      case ReportFile.OfChoices _ ->
          throw new IllegalArgumentException("the index has no card for choices");
    };
  }

  private static @Nullable Sensitivity sensitivity(Path page) {
    return Sensitivity.in(page.resolveSibling("")).orElse(null);
  }

  private static IndexCard ofRun(ReportInput input, Path page) throws IOException {
    ReportInput.Provenance provenance = input.provenance();
    List<String> findings = new ArrayList<>();
    List<ReportInput.Expectation> told =
        input.printed().isEmpty() ? input.expectations() : List.of();
    for (ReportInput.Expectation one : told) {
      String value = Figures.metric(one.metric(), one.value());
      findings.add(one.name() + ": " + value + (one.passed() ? "" : ", expected " + one.bound()));
    }
    return new IndexCard(
        input.subject(),
        input.passed(),
        ReportPage.outcome(input),
        input.trust().verdict(),
        provenance.origin(provenance.seeds()),
        provenance.command(),
        provenance.trials(),
        DecidingChoice.ofRun(input.comparisons(), sensitivity(page)),
        findings.stream().limit(FINDINGS_MAX).toList(),
        SmallCharts.of(input),
        page);
  }

  private static IndexCard ofSweep(SweepReportInput input, Path page) throws IOException {
    SweepReportInput.Provenance provenance = input.provenance();
    var findings = new SweepFindings(input, sensitivity(page));
    long passes = input.rows().stream().filter(Row::passed).count();
    List<SequencedMap<String, String>> variants = findings.variants().all();
    String variety = variants.size() == 1 ? "" : " of " + variants.size() + " variants";
    return new IndexCard(
        input.subject(),
        passes == input.rows().size(),
        passes + " of " + Figures.counted(input.rows().size(), "trial") + variety + " passed",
        provenance.mode().equals("virtual") ? "exact" : "",
        provenance.origin(provenance.seeds()),
        provenance.command(),
        input.rows().size(),
        findings.comparisons(),
        findings.sentences().stream().limit(FINDINGS_MAX).toList(),
        SmallCharts.of(input, findings),
        page);
  }
}
