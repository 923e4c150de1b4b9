// SPDX-License-Identifier: Apache-2.0
package rani.report;

import java.util.List;
import rani.report.ReportInput.Trust;
import rani.report.html.Html;
import rani.study.trial.ServicesAtEnd;

/**
 * The verdicts at the top of a page: what the file expects, what the paper prints, and whether the
 * run may be believed. Each says of what it speaks. A doubtful run says so first, because a busy
 * machine may be why the other answers are what they are; and so does one of which services failed.
 */
record Answers(Html page, Trust trust, List<ServicesAtEnd.Failure> failures) {
  static final Answer NOTHING_EXPECTED =
      new Answer("plain", "nothing expected", "The file asserts nothing of this run.", "");

  private static final String DOUBTFUL = "doubtful";

  /** An answer: a class of colour, a word or two, a sentence, and an anchor or "". */
  record Answer(String tone, String word, String text, String link) {}

  static Answer expected(boolean passed, String outcome, String link) {
    return passed
        ? new Answer("good", "\u2713 held", outcome + ".", link)
        : new Answer("bad", "\u2717 failed", outcome + ".", link);
  }

  /** Returns a sentence about a verdict of trust. */
  static String trustInWords(String verdict) {
    return switch (verdict) {
      case "exact" -> "Virtual time: the same seed gives the same run, to the byte.";
      case "good" -> "The machine kept up with the run.";
      case DOUBTFUL -> "The machine was too busy for this run: try again on a quiet one.";
      default -> "A live run.";
    };
  }

  /** Writes all; {@code tables} is the section with the paper's numbers, or "". */
  void write(Answer expected, PaperVerdict paper, String command, String tables) {
    page.add("<dl class=\"answers\">\n");
    boolean doubtful = trust.verdict().equals(DOUBTFUL);
    if (doubtful) {
      trustLine();
    }
    if (!failures.isEmpty()) {
      Answer answer =
          new Answer("bad", "\u2717 failed", ServiceSection.inWords(failures) + ".", "");
      line("Services", answer);
      page.add(" <a href=\"#{}\">Which, why</a></dd>\n", ServiceSection.ID);
    }
    line("Expected", expected);
    if (expected.link().isEmpty()) {
      page.add("</dd>\n");
    } else {
      page.add(" <a href=\"#{}\">Which failed</a></dd>\n", expected.link());
    }
    if (!paper.isEmpty()) {
      String tone = paper.agreesWithAll() ? "good" : "plain";
      line("The paper", new Answer(tone, paper.badge(), paper.beside(), ""));
      page.add("\n<details><summary>{}</summary>\n", paper.agreesWithAll() ? "How" : "Which, why");
      paper.reasons(page, command, tables);
      page.add("</details></dd>\n");
    }
    if (!doubtful) {
      trustLine();
    }
    page.add("</dl>\n");
  }

  private void trustLine() {
    String tone = trust.verdict().equals(DOUBTFUL) ? "bad" : "plain";
    line("Trust", new Answer(tone, trust.verdict(), trustInWords(trust.verdict()), ""));
    List<String> reasons = trust.reasons();
    if (!reasons.isEmpty()) {
      page.add("\n<details><summary>Why</summary>\n").list("ul class=\"reasons\"", reasons);
      page.add("</details>");
    }
    page.add("</dd>\n");
  }

  private void line(String of, Answer answer) {
    page.add("<dt>{}</dt><dd>", of).badge(answer.tone(), answer.word());
    page.add(" <span>{}</span>", answer.text());
  }
}
