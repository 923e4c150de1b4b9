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

/** Writes the HTML page of a sensitivity analysis. */
final class SensitivityPage {
  /** The most alternatives in the row of a number; {@code sensitivity.csv} has all. */
  static final int EFFECTS_MAX = 12;

  private final SensitivityInput input;
  private final Sensitivity found;
  private final Html page = new Html();

  SensitivityPage(SensitivityInput input, Sensitivity found) {
    this.input = input;
    this.found = found;
  }

  String html() throws IOException {
    page.add("<main>\n");
    headline();
    numbers();
    choices();
    String beside = ReportFile.CHOICES_CSV + ", " + Sensitivity.NAME;
    Lead.end(page, input.subject(), input.provenance(), beside);
    page.add("</main>\n");
    return PageFrame.html(input.subject().experiment() + " \u00b7 rani sensitivity", page);
  }

  private void headline() {
    String lead = Lead.of(input.subject(), input.provenance().mode(), "run");
    Lead.begin(page, "choices of", input.subject(), lead)
        .add("<p class=\"verdicts\">")
        .verdict(found.failed() == 0)
        .add(
            " <span>{} beside the file as it is, {}, {}</span></p>\n",
            Figures.counted(found.alternatives(), "alternative"),
            found.seeds(),
            Figures.counted(input.rows().size(), "trial"));
    List<Sensitivity.Number> disagreeing = found.disagreeing();
    long agreeing = found.numbers().stream().filter(Sensitivity.Number::agrees).count();
    long printed = found.numbers().stream().filter(number -> number.paper() != null).count();
    long open = printed - disagreeing.size() - agreeing;
    String undecided = open == 0 ? "" : "; " + open + " undecided or not measured";
    if (printed > 0 && disagreeing.isEmpty()) {
      page.add(
          "<p class=\"agreement\">Ours agrees with {} that the paper prints{}.</p>\n",
          open == 0 ? "all" : agreeing + " of " + printed + " numbers",
          undecided);
    } else if (printed > 0) {
      page.add(
          "<div class=\"agreement differs\">\n<p>Ours and the paper disagree in {} of {}; a choice"
              + " decides {} of them{}.</p>\n<ul>\n",
          disagreeing.size(),
          Figures.counted((int) printed, "number"),
          found.decided(),
          undecided);
      for (Sensitivity.Number number : disagreeing) {
        page.add(
            "<li>{}: the paper {}, ours {} \u2013 {}.</li>\n",
            SensitivityWords.what(number),
            SensitivityWords.paper(number),
            SensitivityWords.ours(number),
            SensitivityWords.decision(number, found));
      }
      page.add("</ul>\n</div>\n");
    }
    page.add("</header>\n");
  }

  private void numbers() {
    page.section("Which choice moves which number");
    page.add(
        "<p>Differences from the file as it is, seed by seed, with the 95\u202f% interval of their"
            + " mean, the largest first. An alternative is named if its p-value (paired t test),"
            + " corrected by Holm\u2019s method for all alternatives and numbers, is below"
            + " 5\u202f%.</p>\n");
    page.table("Number", "#Paper", "#Ours", "Alternative", "Difference", "#Ours with it", "");
    int quiet = 0;
    for (Sensitivity.Number number : found.numbers()) {
      if (number.effects().isEmpty()) {
        quiet += SensitivityWords.isQuiet(number) ? 1 : 0;
        if (!SensitivityWords.isQuiet(number)) {
          lead(number, 1);
          page.add("<td colspan=\"4\">nothing tried moves it</td></tr>\n");
        }
        continue;
      }
      List<Sensitivity.Effect> shown = number.effects().stream().limit(EFFECTS_MAX).toList();
      lead(number, shown.size());
      for (int k = 0; k < shown.size(); k++) {
        effect(number, shown.get(k), k == 0);
      }
    }
    page.endTable();
    page.note(
        (quiet == 0
                ? ""
                : Figures.counted(quiet, "more number")
                    + (quiet == 1 ? " agrees" : " agree")
                    + ", and nothing tried moves "
                    + (quiet == 1 ? "it. " : "them. "))
            + ReportFile.CHOICES_CSV
            + " has every alternative with every number.");
    page.add("</section>\n");
  }

  private void lead(Sensitivity.Number number, int rows) {
    page.add(
        "<tr><th scope=\"row\" rowspan=\"{}\">{}</th><td class=\"number\" rowspan=\"{}\">{}</td>",
        rows,
        SensitivityWords.what(number),
        rows,
        SensitivityWords.paper(number));
    page.add(
        "<td class=\"number{}\" rowspan=\"{}\">{}</td>",
        number.disagrees() ? " differs" : "",
        rows,
        SensitivityWords.ours(number));
  }

  private void effect(Sensitivity.Number number, Sensitivity.Effect effect, boolean first) {
    page.add(first ? "" : "<tr>").add("<td><code>{}</code></td>", effect.label());
    page.cells(SensitivityWords.difference(number, effect));
    page.number(SensitivityWords.ours(number, effect)).cells(verdict(number, effect)).endRow();
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
    page.section("The choices").table("Choice", "The file", "Alternative", "#Numbers moved", "");
    for (TriedChoice choice : input.choices()) {
      if (choice.alternatives().isEmpty()) {
        choice(choice, "none", "\u2013", choice.reason());
      }
      for (TriedAlternative one : choice.alternatives()) {
        choice(choice, one.name(), moved.getOrDefault(one.label(), 0), note(one));
      }
    }
    page.endTable();
    if (!input.setAside().isEmpty()) {
      page.add("<p>Inherited, and not tried here:</p>\n").list("ul", input.setAside());
    }
    page.add("</section>\n");
  }

  private void choice(TriedChoice choice, String alternative, Object moved, String note) {
    page.add("<tr><th scope=\"row\"><code>{}</code></th>", choice.name());
    page.cells(choice.shipped(), alternative).number(moved).cells(note).endRow();
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
}
