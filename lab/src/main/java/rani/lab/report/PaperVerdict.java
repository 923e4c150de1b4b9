// SPDX-License-Identifier: Apache-2.0
package rani.lab.report;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Says at the top of a page where ours and the paper disagree. */
final class PaperVerdict {
  /** Disagreements that are told one by one; the tables have all. */
  static final int TOLD_MAX = 6;

  private final List<Comparison> compared;
  private final List<Comparison> disagreeing;

  private final boolean stale;

  /** Of what was compared, without a word about choices. */
  PaperVerdict(List<Comparison> comparisons) {
    this(comparisons, null);
  }

  /**
   * Of what was compared.
   *
   * @param sensitivity what is known of the file's choices; null for nothing
   */
  PaperVerdict(List<Comparison> comparisons, @Nullable Sensitivity sensitivity) {
    this.stale = sensitivity != null && sensitivity.stale();
    this.compared =
        comparisons.stream().filter(one -> !one.difference().equals("nothing to compare")).toList();
    this.disagreeing = compared.stream().filter(Comparison::disagrees).toList();
  }

  /** One sentence; empty where nothing is printed. */
  String sentence() {
    if (compared.isEmpty()) {
      return "";
    }
    if (disagreeing.isEmpty()) {
      return compared.size() == 1
          ? "Ours agrees with the one number that the paper prints."
          : "Ours agrees with all " + compared.size() + " numbers that the paper prints.";
    }
    return "Ours and the paper disagree in "
        + disagreeing.size()
        + " of "
        + Figures.counted(compared.size(), "number")
        + ".";
  }

  void write(Html page) {
    String sentence = sentence();
    if (sentence.isEmpty()) {
      return;
    }
    if (disagreeing.isEmpty()) {
      page.raw("<p class=\"agreement\">").text(sentence).raw("</p>\n");
      return;
    }
    page.raw("<div class=\"agreement differs\">\n<p>").text(sentence).raw("</p>\n<ul>\n");
    for (Comparison one : disagreeing.stream().limit(TOLD_MAX).toList()) {
      page.raw("<li>").text(one.what() + ": the paper " + one.paper() + ", ours " + one.ours());
      page.raw(" \u2013 ").text(one.difference());
      if (!one.decided().isEmpty()) {
        page.raw("<br><span class=\"decided\">").text(Figures.capitalised(one.decided()));
        page.raw(".</span>");
      }
      page.raw("</li>\n");
    }
    page.raw("</ul>\n");
    if (disagreeing.size() > TOLD_MAX) {
      page.raw("<p class=\"note\">and ").text(disagreeing.size() - TOLD_MAX + " more, see below");
      page.raw(".</p>\n");
    }
    if (stale) {
      page.raw("<p class=\"note\">").text(Decided.STALE).raw("</p>\n");
    }
    page.raw("</div>\n");
  }
}
