// SPDX-License-Identifier: Apache-2.0
package rani.report;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import rani.report.SensitivityInput.TriedAlternative;
import rani.report.SensitivityInput.TriedChoice;
import rani.report.html.Html;
import rani.report.html.PageFrame;
import rani.report.paper.Figures;

/** The page of a file's choices, from its headline to its footer. */
final class SensitivityPage {
  /** Alternatives that a number's row names; {@code sensitivity.csv} has all. */
  static final int EFFECTS_MAX = 12;

  private final SensitivityInput input;
  private final Sensitivity found;
  private final Html page = new Html();

  SensitivityPage(SensitivityInput input, Sensitivity found) {
    this.input = input;
    this.found = found;
  }

  String html() throws IOException {
    page.raw("<main>\n");
    headline();
    numbers();
    choices();
    footer();
    page.raw("</main>\n");
    return PageFrame.html(input.subject().experiment() + " \u00b7 rani sensitivity", page);
  }

  private void headline() {
    boolean good = found.failed() == 0;
    page.raw("<header>\n<p class=\"kicker\">rani \u00b7 choices of <code>");
    page.text(input.subject().experiment()).raw("</code></p>\n");
    page.element("h1", input.subject().title()).raw("\n<p class=\"lead\">");
    page.text(Lead.of(input.subject(), input.provenance().mode(), "run"));
    page.raw("</p>\n<p class=\"verdicts\"><span class=\"verdict " + (good ? "good" : "bad"));
    page.raw(good ? "\">\u2713 passed" : "\">\u2717 failed").raw("</span> <span>");
    page.text(
        Figures.counted(found.alternatives(), "alternative")
            + " beside the file as it is, "
            + found.seeds()
            + ", "
            + Figures.counted(input.rows().size(), "trial"));
    page.raw("</span></p>\n");
    List<Sensitivity.Number> disagreeing = found.disagreeing();
    long agreeing = found.numbers().stream().filter(Sensitivity.Number::agrees).count();
    long printed = found.numbers().stream().filter(number -> number.paper() != null).count();
    long open = printed - disagreeing.size() - agreeing;
    String undecided = open == 0 ? "" : "; " + open + " undecided or not measured";
    if (printed > 0 && disagreeing.isEmpty()) {
      page.raw("<p class=\"agreement\">");
      page.text(
          open == 0
              ? "Ours agrees with all that the paper prints"
              : "Ours agrees with "
                  + agreeing
                  + " of "
                  + printed
                  + " numbers that the paper prints");
      page.text(undecided + ".").raw("</p>\n");
    } else if (printed > 0) {
      page.raw("<div class=\"agreement differs\">\n<p>");
      page.text(
          "Ours and the paper disagree in "
              + disagreeing.size()
              + " of "
              + Figures.counted((int) printed, "number")
              + "; a choice decides "
              + found.decided()
              + " of them"
              + undecided
              + ".");
      page.raw("</p>\n<ul>\n");
      for (Sensitivity.Number number : disagreeing) {
        page.raw("<li>").text(SensitivityWords.what(number) + ": the paper ");
        page.text(SensitivityWords.paper(number) + ", ours " + SensitivityWords.ours(number));
        page.raw(" \u2013 ").text(SensitivityWords.decision(number, found));
        page.raw(".</li>\n");
      }
      page.raw("</ul>\n</div>\n");
    }
    page.raw("</header>\n");
  }

  private void numbers() {
    page.raw(
        "<section>\n<h2>Which choice moves which number</h2>\n<p>Differences from the file as");
    page.raw(" it is, seed by seed, with the 95\u202f% interval of their mean, the largest first.");
    page.raw(" An alternative is named if its p-value (paired t test), corrected by Holm\u2019s");
    page.raw(" method for all alternatives and numbers, is below 5\u202f%.</p>\n");
    page.raw("<div class=\"wide\"><table>\n<thead><tr>");
    page.headings("Number", "#Paper", "#Ours", "Alternative", "Difference", "#Ours with it", "");
    page.raw("</tr></thead>\n<tbody>\n");
    int quiet = 0;
    for (Sensitivity.Number number : found.numbers()) {
      if (number.effects().isEmpty()) {
        quiet += SensitivityWords.isQuiet(number) ? 1 : 0;
        if (!SensitivityWords.isQuiet(number)) {
          lead(number, 1);
          page.element("td colspan=\"4\"", "nothing tried moves it").raw("</tr>\n");
        }
        continue;
      }
      List<Sensitivity.Effect> shown = number.effects().stream().limit(EFFECTS_MAX).toList();
      lead(number, shown.size());
      for (int k = 0; k < shown.size(); k++) {
        effect(number, shown.get(k), k == 0);
      }
    }
    page.raw("</tbody></table></div>\n<p class=\"note\">");
    page.text(
        (quiet == 0
                ? ""
                : Figures.counted(quiet, "more number")
                    + (quiet == 1 ? " agrees" : " agree")
                    + ", and nothing tried moves "
                    + (quiet == 1 ? "it. " : "them. "))
            + SensitivityReport.CSV
            + " has every alternative with every number.");
    page.raw("</p>\n</section>\n");
  }

  private void lead(Sensitivity.Number number, int rows) {
    page.raw("<tr>");
    page.element("th scope=\"row\" rowspan=\"" + rows + "\"", SensitivityWords.what(number));
    page.element("td class=\"number\" rowspan=\"" + rows + "\"", SensitivityWords.paper(number));
    String kind = number.disagrees() ? "td class=\"number differs\"" : "td class=\"number\"";
    page.element(kind + " rowspan=\"" + rows + "\"", SensitivityWords.ours(number));
  }

  private void effect(Sensitivity.Number number, Sensitivity.Effect effect, boolean first) {
    page.raw(first ? "" : "<tr>").raw("<td>").element("code", effect.label()).raw("</td>");
    page.element("td", SensitivityWords.difference(number, effect));
    page.number(SensitivityWords.ours(number, effect));
    page.element("td", verdict(number, effect)).raw("</tr>\n");
  }

  private static String verdict(Sensitivity.Number number, Sensitivity.Effect effect) {
    if (number.paper() == null || effect.ours() == null) {
      return "";
    }
    if (number.agrees()) {
      return effect.agrees() ? "agrees still" : "no longer agrees";
    }
    boolean agrees = number.disagrees() ? number.agreeing().contains(effect) : effect.agrees();
    return agrees ? "agrees" : effect.nearer() ? "nearer to the paper" : "further from the paper";
  }

  private void choices() {
    Map<String, Integer> moved = new LinkedHashMap<>();
    for (Sensitivity.Number number : found.numbers()) {
      number.effects().forEach(effect -> moved.merge(effect.label(), 1, Integer::sum));
    }
    page.raw("<section>\n<h2>The choices</h2>\n<div class=\"wide\"><table>\n<thead><tr>");
    page.headings("Choice", "The file", "Alternative", "#Numbers moved", "").raw("</tr></thead>\n");
    page.raw("<tbody>\n");
    for (TriedChoice choice : input.choices()) {
      if (choice.alternatives().isEmpty()) {
        page.raw("<tr><th scope=\"row\">").element("code", choice.name()).raw("</th>");
        page.element("td", choice.shipped()).element("td", "none").number("\u2013");
        page.element("td", choice.reason()).raw("</tr>\n");
      }
      for (TriedAlternative alternative : choice.alternatives()) {
        page.raw("<tr><th scope=\"row\">").element("code", choice.name()).raw("</th>");
        page.element("td", choice.shipped()).element("td", alternative.name());
        page.number(Integer.toString(moved.getOrDefault(alternative.label(), 0)));
        page.element("td", note(alternative)).raw("</tr>\n");
      }
    }
    page.raw("</tbody></table></div>\n");
    if (!input.setAside().isEmpty()) {
      page.raw("<p>Inherited, and not tried here:</p>\n<ul>\n");
      input.setAside().forEach(one -> page.element("li", one).raw("\n"));
      page.raw("</ul>\n");
    }
    page.raw("</section>\n");
  }

  private String note(TriedAlternative alternative) {
    String note = alternative.reason();
    if (input.unchanged().contains(alternative.label())) {
      note += (note.isEmpty() ? "" : "; ") + "the same experiment where numbers are printed";
    }
    if (found.breaking().contains(alternative.label())) {
      note += (note.isEmpty() ? "" : "; ") + "an expectation of the file fails";
    }
    return note;
  }

  private void footer() {
    SweepReportInput.Provenance provenance = input.provenance();
    page.raw("<footer>\n<dl class=\"pairs\">\n");
    pair("experiment", input.subject().experiment());
    pair("mode", ReportInput.Provenance.world(provenance.mode()));
    pair("seeds", provenance.seeds());
    pair("trials", Long.toString(provenance.trials()));
    pair("version", "rani " + provenance.version());
    pair("command", provenance.command());
    pair("beside this page", SensitivityReport.CSV + ", " + Sensitivity.NAME);
    page.raw("</dl>\n</footer>\n");
  }

  private void pair(String key, String value) {
    page.element("dt", key).raw("<dd>").element("code", value).raw("</dd>\n");
  }
}
