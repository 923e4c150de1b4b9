// SPDX-License-Identifier: Apache-2.0
package rani.report;

import java.util.List;
import java.util.stream.Collectors;
import rani.report.paper.Figures;

/** Makes a table of a sensitivity analysis for a Markdown document. */
public final class SensitivityMarkdown {
  /** The most alternatives in a row. */
  private static final int MOVED_MAX = 3;

  private SensitivityMarkdown() {}

  /** Returns the table, and a sentence about omitted numbers. */
  public static String of(Sensitivity found) {
    StringBuilder text = new StringBuilder();
    text.append("| | paper | ours | which choice decides | what moves it |\n");
    text.append("|---|---|---|---|---|\n");
    int quiet = 0;
    for (Sensitivity.Number number : found.numbers()) {
      if (SensitivityWords.isQuiet(number)) {
        quiet++;
        continue;
      }
      cell(text, SensitivityWords.what(number));
      cell(text, SensitivityWords.paper(number));
      cell(text, SensitivityWords.ours(number));
      cell(text, decision(found, number));
      cell(text, moved(number));
      text.append("|\n");
    }
    text.append("\n").append(found.alternatives()).append(" alternatives, ").append(found.seeds());
    if (quiet > 0) {
      text.append("; ").append(Figures.counted(quiet, "more number"));
      text.append(quiet == 1 ? " agrees, and nothing moves it" : " agree, and nothing moves them");
    }
    return text.append(".\n").toString();
  }

  private static void cell(StringBuilder text, String content) {
    text.append("| ").append(content.replace("|", "\\|").replace('\u202f', ' ')).append(' ');
  }

  private static String decision(Sensitivity found, Sensitivity.Number number) {
    if (number.paper() == null) {
      return "";
    }
    if (!number.disagrees()) {
      return number.agrees() ? "agrees" : SensitivityWords.open(number);
    }
    List<Sensitivity.Effect> deciding = found.deciding(number);
    if (!deciding.isEmpty()) {
      return deciding.stream()
          .limit(MOVED_MAX)
          .map(
              effect ->
                  "%s (%s)%s"
                      .formatted(
                          coded(effect),
                          SensitivityWords.ours(number, effect),
                          SensitivityWords.price(found, effect.label())))
          .collect(Collectors.joining(", "));
    }
    return number
        .nearestEffect()
        .map(
            near ->
                "none; nearest " + coded(near) + " (" + SensitivityWords.ours(number, near) + ")")
        .orElse("none");
  }

  private static String moved(Sensitivity.Number number) {
    String named =
        number.effects().stream()
            .limit(MOVED_MAX)
            .map(effect -> SensitivityWords.difference(number, effect) + " with " + coded(effect))
            .collect(Collectors.joining("; "));
    int more = number.effects().size() - MOVED_MAX;
    return more > 0 ? named + "; " + more + " more" : named;
  }

  private static String coded(Sensitivity.Effect effect) {
    return "`" + effect.label() + "`";
  }
}
