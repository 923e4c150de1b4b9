// SPDX-License-Identifier: Apache-2.0
package rani.report;

import rani.report.ReportInput.Subject;

/** What a page is about, in a sentence or two. */
public final class Lead {
  private Lead() {}

  /** What it shows, what it repeats, and in which world it was run. */
  static String of(Subject subject, String mode, String run) {
    var sentence = new StringBuilder();
    if (subject.description() != null) {
      sentence.append(subject.description().strip()).append(' ');
    }
    if (subject.citation() == null) {
      sentence.append(run.substring(0, 1).toUpperCase(java.util.Locale.ROOT));
      sentence.append(run.substring(1));
    } else {
      sentence.append("Repeats ").append(source(subject)).append(", ").append(run);
    }
    sentence.append(mode.equals("virtual") ? " in virtual time" : " live");
    return sentence.append('.').toString();
  }

  /** Paper, section and figure. */
  static String source(Subject subject) {
    String citation = subject.citation() == null ? "" : subject.citation();
    return citation.strip().replaceAll("\\.$", "") + place(subject);
  }

  /** Section and figure, after a comma; empty if neither is known. */
  public static String place(Subject subject) {
    return (subject.section() == null ? "" : ", \u00a7" + subject.section())
        + (subject.figure() == null ? "" : ", " + subject.figure());
  }
}
