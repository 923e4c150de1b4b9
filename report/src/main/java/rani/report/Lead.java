// SPDX-License-Identifier: Apache-2.0
package rani.report;

import rani.report.ReportInput.Subject;
import rani.report.html.Html;
import rani.report.paper.Figures;

/** The introduction of a page, in a sentence or two. */
public final class Lead {
  private Lead() {}

  /** Writes the header of a page up to its verdicts. */
  static Html begin(Html page, String kind, Subject subject, String lead) {
    return page.add(
        """
        <header>
        <p class="kicker">rani \u00b7 {} <code>{}</code></p>
        <h1>{}</h1>
        <p class="lead">{}</p>
        """,
        kind,
        subject.experiment(),
        subject.title(),
        lead);
  }

  /** Writes the footer, which tells how to reproduce the run. */
  static void end(
      Html page, Subject subject, SweepReportInput.Provenance provenance, String beside) {
    page.add("<footer>\n<dl class=\"pairs\">\n").pair("experiment", subject.experiment());
    page.pair("mode", ReportInput.Provenance.world(provenance.mode()));
    page.pair("seeds", provenance.seeds()).pair("trials", provenance.trials());
    page.pair("version", "rani " + provenance.version()).pair("command", provenance.command());
    page.pair("beside this page", beside).add("</dl>\n</footer>\n");
  }

  /** Returns a summary: what the run shows, which publication it repeats, and live or not. */
  static String of(Subject subject, String mode, String run) {
    var sentence = new StringBuilder();
    if (subject.description() != null) {
      sentence.append(subject.description().strip()).append(' ');
    }
    if (subject.citation() == null) {
      sentence.append(Figures.capitalised(run));
    } else {
      String citation = subject.citation().strip().replaceAll("\\.$", "");
      sentence.append("Repeats " + citation + place(subject) + ", " + run);
    }
    sentence.append(mode.equals("virtual") ? " in virtual time" : " live");
    return sentence.append('.').toString();
  }

  /** Returns the paper's section and figure after a comma; empty if neither is known. */
  public static String place(Subject subject) {
    return (subject.section() == null ? "" : ", \u00a7" + subject.section())
        + (subject.figure() == null ? "" : ", " + subject.figure());
  }
}
