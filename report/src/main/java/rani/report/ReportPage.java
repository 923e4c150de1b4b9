// SPDX-License-Identifier: Apache-2.0
package rani.report;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import rani.report.ReportInput.Expectation;
import rani.report.ReportInput.Flow;
import rani.report.ReportInput.Provenance;
import rani.report.html.Html;
import rani.report.html.PageFrame;
import rani.report.paper.Comparison;
import rani.report.paper.Figures;
import rani.report.paper.Figures.Unit;
import rani.report.plot.Chart;
import rani.report.plot.VegaLite;
import rani.report.window.WindowPage;

/** Writes the HTML page of a run. */
public final class ReportPage {
  private static final int KEY_NUMBERS_MAX = 5;
  private static final String EXPECTATIONS = "expectations";

  /** Further charts of the file's plots are folded: there are others of queue and connections. */
  private static final int CHARTS_OPEN_MAX = 2;

  private final ReportInput input;
  private final List<Comparison> comparisons;
  private final @Nullable String recording;
  private final @Nullable Sensitivity sensitivity;
  private final Html page = new Html();

  /** Creates a page with a recording as JSON and a sensitivity; null stands for none. */
  ReportPage(ReportInput input, @Nullable String recording, @Nullable Sensitivity sensitivity) {
    this.input = input;
    this.recording = recording;
    this.sensitivity = sensitivity;
    this.comparisons = DecidingChoice.ofRun(input.comparisons(), sensitivity);
  }

  String html() throws IOException {
    page.add("<main>\n");
    headline();
    keyNumbers();
    new TrialSection(input, page).write();
    window();
    charts();
    plots();
    new FilterWalk(input, page).write();
    new ConnectionSection(input, page).write();
    throughput();
    new ServiceSection(input, page).write();
    ProgramTable.write(page, input.metrics());
    TcpTable.write(page, input.metrics());
    new EdgeFlowTable(input, page).write();
    expectations();
    comparisons();
    network();
    metrics();
    footer();
    page.add("</main>\n");
    String title = input.subject().experiment() + " \u00b7 rani report";
    return recording == null
        ? PageFrame.html(title, page)
        : PageFrame.html(title, page, WindowPage.style(), WindowPage.scripts());
  }

  private void headline() {
    Provenance provenance = input.provenance();
    String lead = Lead.of(input.subject(), provenance.mode(), "run with " + provenance.seeds());
    Lead.begin(page, "experiment", input.subject(), lead);
    boolean asserts = !input.expectations().isEmpty();
    new Answers(page, input.trust(), input.failedServices())
        .write(
            asserts
                ? Answers.expected(
                    input.passed(),
                    outcome(input),
                    input.passed() ? "" : input.trials().isEmpty() ? EXPECTATIONS : TrialSection.ID)
                : Answers.NOTHING_EXPECTED,
            new PaperVerdict(comparisons, sensitivity),
            provenance.command(),
            tables());
    page.add("</header>\n").contents();
  }

  /** Returns how many trials passed or, of a single trial, how many expectations hold. */
  public static String outcome(ReportInput input) {
    if (!input.trials().isEmpty()) {
      long passing = input.trials().stream().filter(SweepReportInput.Row::passed).count();
      return passing + " of " + input.trials().size() + " trials passed";
    }
    long holding = input.expectations().stream().filter(Expectation::passed).count();
    return holding + " of " + input.expectations().size() + " expectations hold";
  }

  /** Writes the numbers that the paper prints, with our numbers in a large font. */
  private void keyNumbers() {
    List<Comparison> first =
        comparisons.stream().filter(Comparison::isTelling).limit(KEY_NUMBERS_MAX).toList();
    if (first.isEmpty()) {
      return;
    }
    page.add("<dl class=\"key-numbers\">\n");
    for (Comparison number : first) {
      String[] parts = number.ours().split(" (?=\u00b1)", 2);
      page.add("<div><dt>{}</dt><dd>{}", number.what(), parts[0]);
      if (parts.length == 2) {
        page.add(" <small>{}</small>", parts[1]);
      }
      page.add("</dd><dd class=\"beside\">paper {}</dd></div>\n", number.paper());
    }
    page.add("</dl>\n");
  }

  private void window() {
    page.section("The run, to watch");
    if (recording == null) {
      page.add("<p>Its recording is not in this page; <code>rani watch</code> with the run\u2019s")
          .add(" folder shows it.</p>\n</section>\n");
    } else {
      page.add(
          """
          <div class="watch">
          <p>Queues, filters and messages on the map, at any pace{}.</p>
          """,
          input.provenance().trials() > 1 ? ", of that trial" : "");
      WindowPage.piece(page, recording);
      page.add("</div>\n</section>\n");
    }
  }

  private void charts() throws IOException {
    var charts = new QueueCharts(input);
    String node = input.queue().node();
    page.section("The queue of " + node).add("<p>{}</p>\n", queueStory());
    if (input.queue().samples().isEmpty()) {
      page.add("</section>\n");
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
            + charts.schedule().sentence()
            + " Drag to move, Ctrl and wheel (or pinch) to zoom, double-click to see all.",
        charts);
    page.add("</section>\n");
  }

  /** Writes the charts of the file's plots. */
  private void plots() {
    if (input.charts().isEmpty()) {
      return;
    }
    page.section("Charts");
    int all = input.charts().size();
    int number = 0;
    for (Chart chart : input.charts()) {
      page.foldCharts(number, CHARTS_OPEN_MAX, all);
      String id = "plot-" + ++number;
      String file = input.subject().experiment() + "-" + chart.name();
      page.figure(id, file, chart.caption(), VegaLite.text(chart));
    }
    page.endCharts(CHARTS_OPEN_MAX, all);
    page.add("</section>\n");
  }

  private String queueStory() {
    var queue = input.queue();
    String frame =
        "A packet counts as it arrives, with the queue it finds; the packet in transmission is not"
            + " in the queue. ";
    if (queue.samples().isEmpty()) {
      return "No packet reached the queue.";
    }
    if (queue.moments().isEmpty() && queue.maxThFrames().isEmpty()) {
      return frame; // without a threshold, no service can trigger
    }
    if (queue.moments().isEmpty()) {
      return frame
          + (queue.crossings().isEmpty()
              ? "The average never exceeds max_th."
              : "The average exceeds max_th, and no service took that for a trigger.");
    }
    return frame
        + "At A "
        + queue.moments().getFirst().mark().story()
        + "; the shaded stretch lasts until B, where the average is back under max_th.";
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
    page.section("Throughput per source");
    page.table("Source", "Kind", "#Offered", "#Delivered", "#Through", "", "#Paper", "Difference");
    for (Flow flow : input.flows()) {
      Double through = flow.through();
      Double paper = flow.paperThrough();
      page.row(flow.node()).cells(flow.kind()).number(flow.offered(), flow.delivered());
      page.number(through == null ? "\u2013" : Figures.share(through));
      page.add(
          "<td class=\"bar\"><span style=\"width:{}%\"></span></td>",
          Math.round((through == null ? 0 : Math.clamp(through, 0, 1)) * 100));
      page.number(paper == null ? "\u2013" : Figures.share(paper));
      page.cells(
          through == null || paper == null
              ? "\u2013"
              : Comparison.difference(Unit.SHARE, paper, through));
      page.endRow();
    }
    page.endTable();
    page.note(
        "Distinct packets: a retransmission counts neither as offered nor, where the first copy"
            + " arrived, as delivered."
            + (input.connections().isEmpty()
                ? ""
                : " What a connection\u2019s send buffer still holds counts as offered."));
    page.add("</section>\n");
  }

  private void expectations() {
    page.section(EXPECTATIONS, "Expectations");
    if (input.expectations().isEmpty()) {
      page.add("<p>The experiment asserts nothing.</p>\n</section>\n");
      return;
    }
    if (input.expectations().size() > Html.ROWS_OPEN_MAX && !input.passed()) {
      expectations(input.expectations().stream().filter(one -> !one.passed()).toList());
    }
    expectations(input.expectations());
    page.add("</section>\n");
  }

  private void expectations(List<Expectation> expectations) {
    page.table("", "Expectation", "#Value", "Bound", "Metric");
    for (Expectation one : expectations) {
      page.add("<tr><td class=\"outcome ");
      page.add(one.passed() ? "good\">\u2713 holds</td>" : "bad\">\u2717 fails</td>");
      page.add("<th scope=\"row\">{}</th>", one.name());
      page.number(Figures.metric(one.metric(), one.value(), input.metrics()));
      page.add("<td>{}", one.bound());
      if (!one.reason().isEmpty()) {
        page.add("<br><span class=\"note\">{}</span>", one.reason());
      }
      page.add("</td><td><code>{}</code></td></tr>\n", one.metric());
    }
    page.endTable();
  }

  /** Returns the section that has the paper's numbers; empty if none has. */
  private String tables() {
    return !input.trials().isEmpty()
        ? TrialSection.ID
        : besidesThroughput().isEmpty() ? "" : PaperVerdict.SECTION;
  }

  /** Returns the compared numbers except throughputs, which have a table. */
  private List<Comparison> besidesThroughput() {
    return comparisons.stream()
        .filter(comparison -> Unit.of(comparison.metric()) != Unit.SHARE)
        .toList();
  }

  /** Writes a single trial's compared numbers. */
  private void comparisons() {
    List<Comparison> others = besidesThroughput();
    if (others.isEmpty() || !input.trials().isEmpty()) {
      return;
    }
    page.section(PaperVerdict.SECTION, "The paper\u2019s numbers and ours");
    page.table("Quantity", "#Paper", "#Here", "Difference");
    for (Comparison comparison : others) {
      page.row(comparison.what()).number(comparison.paper(), comparison.ours());
      PaperVerdict.difference(page, comparison).endRow();
    }
    page.endTable().add("</section>\n");
  }

  private void network() {
    page.section("Set-up").add("<p>{}</p>\n", input.topology().summary());
    String svg = input.topology().svg();
    if (svg != null) {
      page.image(svg, "drawing of the network");
    }
    if (!input.setUp().isEmpty()) {
      page.add("<dl class=\"pairs\">\n");
      input.setUp().forEach((name, value) -> page.add("<dt>{}</dt><dd>{}</dd>\n", name, value));
      page.add("</dl>\n");
    }
    page.add("</section>\n");
  }

  private void metrics() {
    page.section("Metrics");
    page.add("<details><summary>All {} metrics</summary>\n", input.metrics().size());
    page.add("<div class=\"wide\"><table>\n<tbody>\n");
    for (String name : input.metrics().keySet()) {
      page.add("<tr><th scope=\"row\"><code>{}</code></th>", name);
      page.number(Figures.metric(name, input.metrics().get(name), input.metrics())).endRow();
    }
    page.endTable().add("</details>\n</section>\n");
  }

  private void footer() {
    Provenance provenance = input.provenance();
    page.add("<footer>\n<dl class=\"pairs\">\n").pair("experiment", input.subject().experiment());
    page.pair("mode", provenance.world());
    String seeds = provenance.seeds().replaceAll("^\\D+", "");
    page.pair(provenance.trials() == 1 ? "seed" : "seeds", seeds);
    page.pair("trials", provenance.trials()).pair("version", "rani " + provenance.version());
    page.pair("command", provenance.command());
    if (provenance.digest() != null) {
      page.pair("trace digest", provenance.digest());
    }
    String connections = input.connections().isEmpty() ? "" : ", " + Report.CONNECTIONS_CSV;
    String transfers = input.transfers().isEmpty() ? "" : ", " + Report.COMPLETIONS_CSV;
    String edges = input.edges().isEmpty() ? "" : ", " + Report.EDGE_FLOWS_CSV;
    String trials = input.trials().isEmpty() ? "" : ", " + Report.TRIALS_CSV;
    String all =
        Report.QUEUE_CSV + ", " + Report.FLOWS_CSV + connections + transfers + edges + trials;
    page.pair("beside this page", all + ", " + ReportFile.NAME).add("</dl>\n</footer>\n");
  }
}
