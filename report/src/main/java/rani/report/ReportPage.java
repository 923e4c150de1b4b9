// SPDX-License-Identifier: Apache-2.0
package rani.report;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import rani.report.ReportInput.Expectation;
import rani.report.ReportInput.Flow;
import rani.report.ReportInput.Provenance;
import rani.report.ReportInput.Subject;
import rani.report.html.Html;
import rani.report.html.PageFrame;
import rani.report.paper.Comparison;
import rani.report.paper.Figures;
import rani.report.paper.Figures.Unit;
import rani.report.window.WindowPage;

/** The page of a run, from its headline to its footer. */
public final class ReportPage {
  private static final int KEY_NUMBERS_MAX = 5;

  private final ReportInput input;
  private final List<Comparison> comparisons;
  private final @Nullable String recording;
  private final @Nullable Sensitivity sensitivity;
  private final Html page = new Html();

  /**
   * A page.
   *
   * @param recording of the run, as JSON, for the page to play; null for none
   * @param sensitivity what is known of the file's choices; null for nothing
   */
  ReportPage(ReportInput input, @Nullable String recording, @Nullable Sensitivity sensitivity) {
    this.input = input;
    this.recording = recording;
    this.sensitivity = sensitivity;
    this.comparisons = Decided.ofRun(input.comparisons(), sensitivity);
  }

  String html() throws IOException {
    page.raw("<main>\n");
    headline();
    keyNumbers();
    new TrialSection(input, page).write();
    window();
    charts();
    new FilterWalk(input, page).write();
    new ConnectionSection(input, page).write();
    throughput();
    expectations();
    comparisons();
    network();
    metrics();
    footer();
    page.raw("</main>\n");
    String title = input.subject().experiment() + " \u00b7 rani report";
    return recording == null
        ? PageFrame.html(title, page)
        : PageFrame.html(title, page, WindowPage.style(), WindowPage.scripts());
  }

  private void headline() {
    Subject subject = input.subject();
    boolean passed = input.passed();
    page.raw("<header>\n<p class=\"kicker\">rani \u00b7 experiment <code>");
    page.text(subject.experiment()).raw("</code></p>\n");
    page.element("h1", subject.title()).raw("\n");
    page.raw("<p class=\"lead\">");
    page.text(
        Lead.of(subject, input.provenance().mode(), "run with " + input.provenance().seeds()));
    page.raw("</p>\n");
    page.raw("<p class=\"verdicts\"><span class=\"verdict " + (passed ? "good" : "bad") + "\">");
    page.raw(passed ? "\u2713 passed" : "\u2717 failed").raw("</span> <span>");
    page.text(outcome(input));
    String trust = input.trust().verdict();
    page.raw("</span> <span class=\"verdict " + (trust.equals("doubtful") ? "bad" : "plain"));
    page.raw("\">trust: ").text(trust).raw("</span>");
    page.raw("</p>\n");
    if (!input.trust().reasons().isEmpty()) {
      page.raw("<ul class=\"reasons\">\n");
      for (String reason : input.trust().reasons()) {
        page.element("li", reason).raw("\n");
      }
      page.raw("</ul>\n");
    }
    new PaperVerdict(comparisons, sensitivity).write(page);
    page.raw("</header>\n");
  }

  /** How many expectations hold, or trials passed. */
  public static String outcome(ReportInput input) {
    if (!input.trials().isEmpty()) {
      long passing = input.trials().stream().filter(SweepReportInput.Row::passed).count();
      return passing + " of " + input.trials().size() + " trials passed";
    }
    long holding = input.expectations().stream().filter(Expectation::passed).count();
    return holding + " of " + input.expectations().size() + " expectations hold";
  }

  /** What a reader looks for first: the paper's numbers, ours in large. */
  private void keyNumbers() {
    List<Comparison> first =
        comparisons.stream().filter(Comparison::isTelling).limit(KEY_NUMBERS_MAX).toList();
    if (first.isEmpty()) {
      return;
    }
    page.raw("<dl class=\"key-numbers\">\n");
    for (Comparison number : first) {
      page.raw("<div>").element("dt", number.what()).raw("<dd>");
      String[] parts = number.ours().split(" (?=\u00b1)", 2);
      page.text(parts[0]);
      if (parts.length == 2) {
        page.raw(" ").element("small", parts[1]);
      }
      page.raw("</dd>");
      page.raw("<dd class=\"beside\">paper ").text(number.paper()).raw("</dd></div>\n");
    }
    page.raw("</dl>\n");
  }

  private void window() {
    if (recording != null) {
      page.raw("<section class=\"watch\">\n<h2>The run, to watch</h2>\n<p>Queues, filters and");
      page.raw(" messages on the map, at any pace");
      page.raw(input.provenance().trials() > 1 ? ", of that trial" : "").raw(".</p>\n");
      page.raw(WindowPage.piece(recording)).raw("</section>\n");
    }
  }

  private void charts() throws IOException {
    var charts = new QueueCharts(input);
    String node = input.queue().node();
    page.raw("<section>\n").element("h2", "The queue of " + node);
    page.raw("\n<p>").text(queueStory()).raw("</p>\n");
    if (input.queue().samples().isEmpty()) {
      page.raw("</section>\n");
      return;
    }
    String likeTheirs =
        input.subject().figure() == null
            ? "Queue size at each packet arrival."
            : "The paper\u2019s " + input.subject().figure() + ", as it came out here.";
    figure("by-arrival", charts.byArrival(), likeTheirs, charts);
    figure(
        "over-time",
        charts.overTime(),
        "The same over time: a stem for each arrival, and the average. Beneath, on the same axis,"
            + (input.connections().isEmpty() ? "" : " windows of connections,")
            + (input.queue().filters().isEmpty() ? "" : " filters with what they caught,")
            + " and each packet of each source; a row is shaded while its source is filtered."
            + " Drag to move, Ctrl and wheel (or pinch) to zoom, double-click to see all.",
        charts);
    page.raw("</section>\n");
  }

  private String queueStory() {
    var queue = input.queue();
    String frame =
        "A packet counts as it arrives, with the queue it finds; the packet in transmission is not"
            + " in the queue. ";
    if (queue.samples().isEmpty()) {
      return "No packet reached the queue.";
    }
    if (queue.triggers().isEmpty() && queue.maxThFrames().isEmpty()) {
      return frame; // without a threshold there is nothing that could trigger
    }
    if (queue.triggers().isEmpty()) {
      return frame
          + (queue.crossings().isEmpty()
              ? "The average never exceeds max_th."
              : "The average exceeds max_th, and no service took that for a trigger.");
    }
    return frame
        + "At A the average exceeds max_th and LGC looks for the greedy connection; the shaded"
        + " stretch lasts until B, where the average is back under max_th.";
  }

  private void figure(String id, String spec, String caption, QueueCharts charts) {
    String story =
        charts.thinned()
            ? caption
                + " The chart shows the extremes of a longer series; "
                + Report.QUEUE_CSV
                + " holds every packet."
            : caption;
    page.figure(id, input.subject().experiment() + "-" + id, story, spec);
  }

  private void throughput() {
    if (input.flows().isEmpty()) {
      return;
    }
    page.raw("<section>\n<h2>Throughput per source</h2>\n<div class=\"wide\"><table>\n<thead><tr>");
    page.headings(
        "Source", "Kind", "#Offered", "#Delivered", "#Through", "", "#Paper", "Difference");
    page.raw("</tr></thead>\n<tbody>\n");
    for (Flow flow : input.flows()) {
      Double through = flow.through();
      Double paper = flow.paperThrough();
      page.raw("<tr>").element("th scope=\"row\"", flow.node()).element("td", flow.kind());
      page.number(Long.toString(flow.offered()));
      page.number(Long.toString(flow.delivered()));
      page.number(through == null ? "\u2013" : Figures.share(through));
      bar(through);
      page.number(paper == null ? "\u2013" : Figures.share(paper));
      page.element(
          "td",
          through == null || paper == null
              ? "\u2013"
              : Comparison.difference(Unit.SHARE, paper, through));
      page.raw("</tr>\n");
    }
    page.raw("</tbody></table></div>\n<p class=\"note\">Distinct packets: a retransmission counts");
    page.raw(" neither as offered nor, where the first copy arrived, as delivered.");
    if (!input.connections().isEmpty()) {
      page.raw(" What a connection\u2019s send buffer still holds counts as offered.");
    }
    page.raw("</p>\n");
    page.raw("</section>\n");
  }

  private void bar(@Nullable Double through) {
    double share = through == null ? 0 : Math.clamp(through, 0, 1);
    page.raw("<td class=\"bar\"><span style=\"width:" + Math.round(share * 100) + "%\"></span>");
    page.raw("</td>");
  }

  private void expectations() {
    page.raw("<section>\n<h2>Expectations</h2>\n");
    if (input.expectations().isEmpty()) {
      page.raw("<p>The experiment asserts nothing.</p>\n</section>\n");
      return;
    }
    page.raw("<div class=\"wide\"><table>\n<thead><tr>");
    page.headings("", "Expectation", "#Value", "Bound", "Metric");
    page.raw("</tr></thead>\n<tbody>\n");
    for (Expectation expectation : input.expectations()) {
      boolean passed = expectation.passed();
      page.raw("<tr><td class=\"outcome " + (passed ? "good" : "bad") + "\">");
      page.raw(passed ? "\u2713 holds" : "\u2717 fails").raw("</td>");
      page.element("th scope=\"row\"", expectation.name());
      page.number(Figures.metric(expectation.metric(), expectation.value(), input.metrics()));
      page.raw("<td>").text(expectation.bound());
      if (!expectation.reason().isEmpty()) {
        page.raw("<br><span class=\"note\">").text(expectation.reason()).raw("</span>");
      }
      page.raw("</td>");
      page.raw("<td>").element("code", expectation.metric()).raw("</td></tr>\n");
    }
    page.raw("</tbody></table></div>\n</section>\n");
  }

  /** Of a single trial, without the throughputs, which stand in their own table. */
  private void comparisons() {
    List<Comparison> others =
        comparisons.stream()
            .filter(comparison -> Unit.of(comparison.metric()) != Unit.SHARE)
            .toList();
    if (others.isEmpty() || !input.trials().isEmpty()) {
      return;
    }
    page.raw("<section>\n<h2>The paper\u2019s numbers and ours</h2>\n");
    page.raw("<div class=\"wide\"><table>\n<thead><tr>");
    page.headings("Quantity", "#Paper", "#Here", "Difference");
    page.raw("</tr></thead>\n<tbody>\n");
    for (Comparison comparison : others) {
      page.raw("<tr>").element("th scope=\"row\"", comparison.what());
      page.number(comparison.paper());
      page.number(comparison.ours());
      page.element(comparison.disagrees() ? "td class=\"differs\"" : "td", comparison.difference());
      page.raw("</tr>\n");
    }
    page.raw("</tbody></table></div>\n</section>\n");
  }

  private void network() {
    page.raw("<section>\n<h2>Set-up</h2>\n<p>").text(input.topology().summary()).raw("</p>\n");
    String svg = input.topology().svg();
    if (svg != null) {
      page.image(svg, "drawing of the network");
    }
    if (!input.setUp().isEmpty()) {
      page.raw("<dl class=\"pairs\">\n");
      for (Map.Entry<String, String> parameter : input.setUp().entrySet()) {
        page.element("dt", parameter.getKey()).element("dd", parameter.getValue()).raw("\n");
      }
      page.raw("</dl>\n");
    }
    page.raw("</section>\n");
  }

  private void metrics() {
    page.raw("<section>\n<details><summary>All ").text(input.metrics().size() + " metrics");
    page.raw("</summary>\n<div class=\"wide\"><table>\n<tbody>\n");
    input
        .metrics()
        .forEach(
            (name, value) -> {
              page.raw("<tr><th scope=\"row\">").element("code", name).raw("</th>");
              page.number(Figures.metric(name, value, input.metrics()));
              page.raw("</tr>\n");
            });
    page.raw("</tbody></table></div>\n</details>\n</section>\n");
  }

  private void footer() {
    Provenance provenance = input.provenance();
    page.raw("<footer>\n<dl class=\"pairs\">\n");
    pair("experiment", input.subject().experiment());
    pair("mode", provenance.world());
    pair(provenance.trials() == 1 ? "seed" : "seeds", provenance.seeds().replaceAll("^\\D+", ""));
    pair("trials", Integer.toString(provenance.trials()));
    pair("version", "rani " + provenance.version());
    pair("command", provenance.command());
    if (provenance.digest() != null) {
      pair("trace digest", provenance.digest());
    }
    String connections = input.connections().isEmpty() ? "" : ", " + Report.CONNECTIONS_CSV;
    String trials = input.trials().isEmpty() ? "" : ", " + Report.TRIALS_CSV;
    pair(
        "beside this page",
        Report.QUEUE_CSV + ", " + Report.FLOWS_CSV + connections + trials + ", " + ReportFile.NAME);
    page.raw("</dl>\n</footer>\n");
  }

  private void pair(String key, String value) {
    page.element("dt", key).raw("<dd>").element("code", value).raw("</dd>\n");
  }
}
