// SPDX-License-Identifier: Apache-2.0
package rani.report.index;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SequencedMap;
import java.util.TreeMap;
import rani.report.Lead;
import rani.report.html.Html;
import rani.report.html.PageFrame;
import rani.report.paper.Comparison;
import rani.report.paper.Comparison.Verdict;
import rani.report.paper.Figures;

/** The page of all experiments. */
final class IndexPage {
  /** Numbers on one card. */
  static final int NUMBERS_MAX = 6;

  /** Numbers on a card that says something in words, too. */
  static final int NUMBERS_BESIDE_FINDINGS_MAX = 3;

  /** Folders that are named as broken. */
  static final int BROKEN_MAX = 50;

  private static final String WITHOUT_PAPER = "";

  private final List<IndexCard> cards;
  private final List<String> broken;
  private final Path place;
  private final Html page = new Html();

  /** What repeats a figure comes first. */
  IndexPage(List<IndexCard> cards, List<String> broken, Path page) {
    this.cards =
        cards.stream()
            .sorted(
                Comparator.comparing((IndexCard card) -> card.subject().figure() == null)
                    .thenComparing(card -> card.subject().experiment()))
            .toList();
    this.broken = broken;
    this.place = page.toAbsolutePath().normalize();
  }

  String html() throws IOException {
    page.raw("<main class=\"index\">\n");
    headline();
    int number = 0;
    for (var paper : byPaper().entrySet()) {
      page.raw("<section>\n<h2>");
      page.text(paper.getKey().equals(WITHOUT_PAPER) ? "Beside the papers" : paper.getKey());
      page.raw("</h2>\n<div class=\"cards\">\n");
      for (IndexCard card : paper.getValue()) {
        card(card, ++number);
      }
      page.raw("</div>\n</section>\n");
    }
    broken();
    page.raw("</main>\n");
    return PageFrame.html("rani \u00b7 experiments", page);
  }

  /** Papers by their citation, then what repeats none. */
  private SequencedMap<String, List<IndexCard>> byPaper() {
    Comparator<String> lastWithout = Comparator.comparing(WITHOUT_PAPER::equals);
    SequencedMap<String, List<IndexCard>> papers =
        new TreeMap<>(lastWithout.thenComparing(Comparator.naturalOrder()));
    for (IndexCard card : cards) {
      String citation = card.subject().citation();
      String paper = citation == null ? WITHOUT_PAPER : citation.strip().replaceAll("\\.$", "");
      papers.computeIfAbsent(paper, key -> new ArrayList<>()).add(card);
    }
    return papers;
  }

  private void headline() {
    long passed = cards.stream().filter(IndexCard::passed).count();
    long trials = cards.stream().mapToLong(IndexCard::trials).sum();
    List<Comparison> printed = cards.stream().flatMap(card -> card.comparisons().stream()).toList();
    page.raw("<header>\n<p class=\"kicker\">rani \u00b7 experiments</p>\n");
    page.raw("<h1>Papers, run again</h1>\n<p class=\"lead\">Each experiment is a file that one");
    page.raw(" command turns into trials, statistics and a report. Here is the newest result of");
    page.raw(" each, beside what the paper prints, agreeing or not.</p>\n</header>\n");
    page.raw("<dl class=\"key-numbers\">\n");
    number("experiments", Integer.toString(cards.size()), passed + " pass");
    number("trials", Long.toString(trials), "behind these numbers");
    if (!printed.isEmpty()) {
      number(
          "printed numbers that agree",
          Long.toString(count(printed, Verdict.AGREES)),
          "of "
              + printed.size()
              + "; "
              + count(printed, Verdict.DISAGREES)
              + " differ, "
              + count(printed, Verdict.UNDECIDED)
              + " undecided, "
              + count(printed, Verdict.NOT_MEASURED)
              + " not measured");
    }
    page.raw("</dl>\n");
  }

  private static long count(List<Comparison> printed, Verdict verdict) {
    return printed.stream().filter(one -> one.verdict() == verdict).count();
  }

  private void number(String what, String value, String beside) {
    page.raw("<div>").element("dt", what).element("dd", value);
    page.raw("<dd class=\"beside\">").text(beside).raw("</dd></div>\n");
  }

  private void card(IndexCard card, int number) {
    String experiment = card.subject().experiment();
    page.raw("<article>\n<p class=\"kicker\"><code>").text(experiment).raw("</code>");
    String place = Lead.place(card.subject());
    if (!place.isEmpty()) {
      page.raw(" \u00b7 ").text("the paper\u2019s " + place.substring(2));
    }
    page.raw("</p>\n<h3><a href=\"").text(link(card)).raw("\">").text(card.subject().title());
    page.raw("</a></h3>\n<p class=\"verdicts\"><span class=\"verdict ");
    page.raw(card.passed() ? "good\">\u2713 passed" : "bad\">\u2717 failed").raw("</span> <span>");
    page.text(card.outcome()).raw("</span>");
    if (!card.trust().isEmpty()) {
      page.raw(" <span class=\"verdict ");
      page.raw(card.trust().equals("doubtful") ? "bad" : "plain").raw("\">trust: ");
      page.text(card.trust()).raw("</span>");
    }
    page.raw("</p>\n");
    if (!card.chart().isEmpty()) {
      page.figure("card-" + number, experiment, "", card.chart());
    }
    numbers(card);
    if (card.chart().isEmpty()) { // a chart says it itself
      page.raw("<p class=\"origin\">").text(card.origin()).raw("<br>");
      page.element("code", card.command()).raw("</p>\n");
    }
    page.raw("<p class=\"more\"><a href=\"").text(link(card));
    page.raw("\">Full report</a></p>\n</article>\n");
  }

  private void numbers(IndexCard card) {
    List<Comparison> telling = card.comparisons().stream().filter(Comparison::isTelling).toList();
    if (telling.isEmpty()) {
      telling = card.comparisons();
    }
    if (!telling.isEmpty()) {
      table(telling, card.findings().isEmpty() ? NUMBERS_MAX : NUMBERS_BESIDE_FINDINGS_MAX);
    }
    if (!card.findings().isEmpty()) {
      page.raw("<ul class=\"sentences\">\n");
      card.findings().forEach(finding -> page.element("li", finding).raw("\n"));
      page.raw("</ul>\n");
    }
  }

  private void table(List<Comparison> telling, int most) {
    page.raw("<div class=\"wide\"><table>\n<thead><tr>");
    page.headings("", "#Ours", "#Paper").raw("</tr></thead>\n<tbody>\n");
    for (Comparison one : telling.stream().limit(most).toList()) {
      page.raw("<tr><th scope=\"row\">").text(one.what());
      page.raw(one.disagrees() ? "<span class=\"differs\">" : "<span>");
      page.text(one.difference().split(";", 2)[0]).raw("</span>"); // the report says how far
      if (!one.decided().isEmpty()) {
        page.raw("<span class=\"decided\">").text(Figures.capitalised(one.decided()));
        page.raw("</span>");
      }
      page.raw("</th>");
      page.number(one.ours()).number(one.paper()).raw("</tr>\n");
    }
    page.raw("</tbody></table></div>\n");
    if (telling.size() > most) {
      page.raw("<p class=\"note\">").text(telling.size() - most + " more in the report.");
      page.raw("</p>\n");
    }
  }

  /** From this page to the report, wherever the two lie. */
  private String link(IndexCard card) {
    Path folder = place.getParent() == null ? place : place.getParent();
    Path report = card.page().toAbsolutePath().normalize();
    try {
      StringBuilder link = new StringBuilder();
      for (Path part : folder.relativize(report)) {
        link.append(link.isEmpty() ? "" : "/").append(encoded(part.toString()));
      }
      return link.toString();
    } catch (IllegalArgumentException e) {
      return report.toUri().toString(); // on another drive
    }
  }

  private static String encoded(String part) {
    return java.net.URLEncoder.encode(part, java.nio.charset.StandardCharsets.UTF_8)
        .replace("+", "%20");
  }

  private void broken() {
    if (broken.isEmpty()) {
      return;
    }
    page.raw("<section class=\"broken\">\n<h2>Not shown</h2>\n<ul>\n");
    broken.stream().limit(BROKEN_MAX).forEach(one -> page.element("li", one).raw("\n"));
    page.raw("</ul>\n");
    if (broken.size() > BROKEN_MAX) {
      page.raw("<p class=\"note\">").text("and " + (broken.size() - BROKEN_MAX) + " more");
      page.raw(".</p>\n");
    }
    page.raw("</section>\n");
  }
}
