// SPDX-License-Identifier: Apache-2.0
package rani.report.index;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
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

final class IndexPage {
  /** The most numbers on a card without sentences. */
  static final int NUMBERS_MAX = 6;

  /** The most numbers on a card that also has sentences. */
  static final int NUMBERS_BESIDE_FINDINGS_MAX = 3;

  /** The most broken folders that are listed. */
  static final int BROKEN_MAX = 50;

  /** With more cards than this, numbers and findings of each are folded at first. */
  static final int CARDS_OPEN_MAX = 4;

  /** With more cards than this, charts are folded, too. */
  static final int CHARTS_OPEN_MAX = 14;

  private static final String WITHOUT_PAPER = "";

  private final List<IndexCard> cards;
  private final List<String> broken;
  private final Path place;
  private final Html page = new Html();

  /** Sorts cards: first experiments that repeat a figure, then by name. */
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
    page.add("<main class=\"index\">\n");
    headline();
    int number = 0;
    for (var paper : byPaper().entrySet()) {
      page.section(paper.getKey().equals(WITHOUT_PAPER) ? "Beside the papers" : paper.getKey());
      page.add("<div class=\"cards\">\n");
      for (IndexCard card : paper.getValue()) {
        card(card, ++number);
      }
      page.add("</div>\n</section>\n");
    }
    broken();
    page.add("</main>\n");
    return PageFrame.html("rani \u00b7 experiments", page);
  }

  /** Groups cards by cited paper; experiments without a paper are last. */
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
    page.add(
        """
        <header>
        <p class="kicker">rani \u00b7 experiments</p>
        <h1>Papers, run again</h1>
        <p class="lead">Each experiment is a file that one command turns into trials, statistics \
        and a report. Here is the newest result of each, beside what the paper prints, agreeing \
        or not.</p>
        </header>
        <dl class="key-numbers">
        """);
    number("experiments", Integer.toString(cards.size()), passed + " pass");
    number("trials", Long.toString(trials), "behind these numbers");
    if (!printed.isEmpty()) {
      number(
          "printed numbers that agree",
          Long.toString(count(printed, Verdict.AGREES)),
          "of %s; %s differ, %s undecided, %s not measured"
              .formatted(
                  printed.size(),
                  count(printed, Verdict.DISAGREES),
                  count(printed, Verdict.UNDECIDED),
                  count(printed, Verdict.NOT_MEASURED)));
    }
    page.add("</dl>\n");
  }

  private static long count(List<Comparison> printed, Verdict verdict) {
    return printed.stream().filter(one -> one.verdict() == verdict).count();
  }

  private void number(String what, String value, String beside) {
    page.add(
        "<div><dt>{}</dt><dd>{}</dd><dd class=\"beside\">{}</dd></div>\n", what, value, beside);
  }

  private void card(IndexCard card, int number) {
    String experiment = card.subject().experiment();
    String place = Lead.place(card.subject());
    page.add(
        """
        <article>
        <p class="kicker"><code>{}</code>{}</p>
        <h3><a href="{}">{}</a></h3>
        <p class="verdicts">\
        """,
        experiment,
        place.isEmpty() ? "" : " \u00b7 the paper\u2019s " + place.substring(2),
        link(card),
        card.subject().title());
    page.badge(card.passed() ? "good" : "bad", card.passed() ? "\u2713 held" : "\u2717 failed");
    page.add(" <span>{}</span>", card.outcome());
    if (!card.comparisons().isEmpty()) {
      long agreeing = count(card.comparisons(), Verdict.AGREES);
      int all = card.comparisons().size();
      page.badge(agreeing == all ? "good" : "plain", "paper: agrees in " + agreeing + " of " + all);
    }
    if (!card.trust().isEmpty()) {
      page.badge(card.trust().equals("doubtful") ? "bad" : "plain", "trust: " + card.trust());
    }
    page.add("</p>\n");
    boolean hasChart = !card.chart().isEmpty();
    boolean hasNumbers = !card.comparisons().isEmpty() || !card.findings().isEmpty();
    boolean foldsChart = hasChart && cards.size() > CHARTS_OPEN_MAX;
    boolean folds = foldsChart || hasNumbers && cards.size() > CARDS_OPEN_MAX;
    if (folds && !foldsChart) {
      chart(card, number);
    }
    if (folds) {
      String both = hasNumbers ? "Chart and numbers" : "Chart";
      page.add("<details><summary>{}</summary>\n", foldsChart ? both : "Numbers");
    }
    if (foldsChart || !folds) {
      chart(card, number);
    }
    numbers(card);
    if (folds) {
      page.add("</details>\n");
    }
    if (!hasChart) { // a chart's subtitle has both
      page.add("<p class=\"origin\">{}<br><code>{}</code></p>\n", card.origin(), card.command());
    }
    page.add("<p class=\"more\"><a href=\"{}\">Full report</a></p>\n</article>\n", link(card));
  }

  private void chart(IndexCard card, int number) {
    if (!card.chart().isEmpty()) {
      page.figure("card-" + number, card.subject().experiment(), "", card.chart());
    }
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
      page.list("ul class=\"sentences\"", card.findings());
    }
  }

  private void table(List<Comparison> telling, int most) {
    page.table("", "#Ours", "#Paper");
    for (Comparison one : telling.stream().limit(most).toList()) {
      page.add(
          one.disagrees()
              ? "<tr><th scope=\"row\">{}<span class=\"differs\">{}</span>"
              : "<tr><th scope=\"row\">{}<span>{}</span>",
          one.what(),
          one.difference().split(";", 2)[0]); // the report has the details
      if (!one.decided().isEmpty()) {
        page.add("<span class=\"decided\">{}</span>", Figures.capitalised(one.decided()));
      }
      page.add("</th>").number(one.ours(), one.paper()).add("</tr>\n");
    }
    page.endTable();
    if (telling.size() > most) {
      page.note(telling.size() - most + " more in the report.");
    }
  }

  /** Returns the relative link from this page to a report. */
  private String link(IndexCard card) {
    Path folder = place.getParent() == null ? place : place.getParent();
    Path report = card.page().toAbsolutePath().normalize();
    try {
      StringBuilder link = new StringBuilder();
      for (Path part : folder.relativize(report)) {
        String encoded = URLEncoder.encode(part.toString(), StandardCharsets.UTF_8);
        link.append(link.isEmpty() ? "" : "/").append(encoded.replace("+", "%20"));
      }
      return link.toString();
    } catch (IllegalArgumentException e) {
      return report.toUri().toString(); // on another drive
    }
  }

  private void broken() {
    if (broken.isEmpty()) {
      return;
    }
    page.add("<section class=\"broken\">\n<h2>Not shown</h2>\n");
    page.list("ul", broken.stream().limit(BROKEN_MAX).toList());
    if (broken.size() > BROKEN_MAX) {
      page.note("and " + (broken.size() - BROKEN_MAX) + " more.");
    }
    page.add("</section>\n");
  }
}
