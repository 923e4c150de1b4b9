// SPDX-License-Identifier: Apache-2.0
package rani.report;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import rani.report.html.Html;
import rani.report.paper.Comparison;
import rani.report.paper.Comparison.Verdict;
import rani.report.paper.Figures;
import rani.report.paper.PaperValue;

/**
 * Summary at the top of a page: in how many numbers our results and the paper disagree. Every
 * number that the paper prints is counted, even if we did not measure it.
 */
public final class PaperVerdict {
  /** The most numbers in the list; the tables have all. */
  static final int TOLD_MAX = 500;

  /** The identifier of the section with all numbers of a single run. */
  static final String SECTION = "paper";

  /** Explains to the user when two numbers agree. */
  static final String TOLERANCE =
      "Ours agrees with a number if the whole 95\u202f% interval of our mean lies within "
          + Figures.share(PaperValue.TOLERANCE)
          + " of it, or what the file states for it, and half a unit of its last digit; a single"
          + " trial, if it does itself.";

  /** Said of a difference that nothing explains. */
  static final String NO_REASON =
      "No reason is recorded; `rani sensitivity FILE --record` tries what the paper leaves open.";

  /** The folder of the experiments that docs/experiments.md is about. */
  private static final String SHIPPED = "config/experiments/";

  private final List<Comparison> printed;
  private final List<Comparison> disagreeing;

  private final boolean stale;

  /** Creates a verdict; {@code sensitivity} is null if there is no analysis of the file. */
  public PaperVerdict(List<Comparison> comparisons, @Nullable Sensitivity sensitivity) {
    this.stale = sensitivity != null && sensitivity.stale();
    this.printed = List.copyOf(comparisons);
    this.disagreeing = printed.stream().filter(Comparison::disagrees).toList();
  }

  /** Returns the verdict in one sentence; empty if the paper prints no number. */
  public String sentence() {
    if (printed.isEmpty()) {
      return "";
    }
    long agreeing = count(Verdict.AGREES);
    String inOne = printed.stream().anyMatch(one -> one.trials() == 1) ? ", in one trial" : "";
    if (agreeing == printed.size()) {
      return agreeing == 1
          ? "Ours agrees with the one number that the paper prints" + inOne + "."
          : "Ours agrees with all " + agreeing + " numbers that the paper prints" + inOne + ".";
    }
    return "Ours agrees with "
        + agreeing
        + " of "
        + Figures.counted(printed.size(), "number")
        + " that the paper prints"
        + inOne
        + rest()
        + ".";
  }

  /** Counts the numbers that do not agree. */
  private String rest() {
    int differing = disagreeing.size();
    return (differing == 0 ? "" : "; " + differing + (differing == 1 ? " differs" : " differ"))
        + rest(Verdict.NOT_MEASURED, " not measured")
        + rest(Verdict.UNDECIDED, " undecided, with intervals too wide");
  }

  private long count(Verdict verdict) {
    return printed.stream().filter(one -> one.verdict() == verdict).count();
  }

  private String rest(Verdict verdict, String words) {
    long count = count(verdict);
    return count == 0 ? "" : "; " + count + (count == 1 ? " was" : " were") + words;
  }

  /**
   * Writes two cells: the paper's number (null if there is none), and its difference to ours, with
   * a link to its reason; {@code what} is as in {@link Comparison}.
   */
  static void cells(
      Html page, String what, String metric, @Nullable String printed, double... ours) {
    if (printed == null) {
      page.number("\u2013").cells("\u2013");
    } else {
      Comparison comparison = Comparison.ofAll(what, metric, printed, ours, ours.length);
      difference(page.number(comparison.paper()), comparison);
    }
  }

  static Html difference(Html page, Comparison comparison) {
    return comparison.disagrees()
        ? page.add(
            "<td class=\"differs\"><a href=\"#{}\">{}</a></td>",
            anchor(comparison),
            comparison.difference())
        : page.cells(comparison.difference());
  }

  /** Returns where the reason of a difference stands in the list at the top of the page. */
  private static String anchor(Comparison comparison) {
    return "why-" + comparison.what().replaceAll("[^A-Za-z0-9]+", "-");
  }

  boolean isEmpty() {
    return printed.isEmpty();
  }

  boolean agreesWithAll() {
    return count(Verdict.AGREES) == printed.size();
  }

  /** Returns how many numbers agree: {@code agrees in 9 of 22}. */
  String badge() {
    return "agrees in " + count(Verdict.AGREES) + " of " + printed.size();
  }

  /** Returns what is not in the badge, in words; begins with a capital letter. */
  String beside() {
    String rest = agreesWithAll() ? "every number that the paper prints" : rest().substring(2);
    long decided = disagreeing.stream().filter(PaperVerdict::isDecided).count();
    String choices =
        decided == 0
            ? ""
            : decided == disagreeing.size() && decided == 1
                ? "; a choice of the file decides it"
                : "; a choice of the file decides " + decided + " of those that differ";
    String inOne = printed.stream().anyMatch(one -> one.trials() == 1) ? "; in one trial" : "";
    return Figures.capitalised(rest + choices + inOne) + ".";
  }

  private static boolean isDecided(Comparison one) {
    return one.decided().startsWith(SensitivityWords.DECIDES);
  }

  /**
   * Writes which numbers do not agree, and why; {@code command} started the run, and {@code tables}
   * is the section that has them all, or "".
   */
  void reasons(Html page, String command, String tables) {
    List<Comparison> open = new ArrayList<>(disagreeing);
    for (Verdict verdict : List.of(Verdict.UNDECIDED, Verdict.NOT_MEASURED)) {
      printed.stream().filter(one -> one.verdict() == verdict).forEach(open::add);
    }
    if (!open.isEmpty()) {
      page.add("<ul>\n");
      open.stream().limit(TOLD_MAX).forEach(one -> reason(page, one));
      page.add("</ul>\n");
    }
    if (!tables.isEmpty()) {
      String more = open.size() > TOLD_MAX ? (open.size() - TOLD_MAX) + " more: " : "";
      page.add("<p class=\"note\">{}<a href=\"#{}\">all numbers</a></p>\n", more, tables);
    }
    if (!disagreeing.isEmpty() && command.contains(SHIPPED)) {
      page.note("docs/experiments.md tells why ours differ, under the name of the experiment.");
    }
    page.note(TOLERANCE);
    if (stale) {
      page.note(DecidingChoice.STALE);
    }
  }

  private void reason(Html page, Comparison one) {
    page.add("<li id=\"{}\">{}: the paper {}, ", anchor(one), one.what(), one.paper());
    if (one.verdict() == Verdict.NOT_MEASURED) {
      page.add("ours not measured.</li>\n");
      return;
    }
    page.add("ours {} \u2013 {}", one.ours(), one.difference());
    if (one.disagrees()) {
      String why = one.decided().isEmpty() ? NO_REASON : Figures.capitalised(one.decided()) + ".";
      page.add("<br><span class=\"decided\">{}</span>", why);
    }
    page.add("</li>\n");
  }
}
