// SPDX-License-Identifier: Apache-2.0
package rani.report;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;
import rani.report.html.Html;
import rani.report.paper.Figures;
import rani.report.paper.PaperNumbers;
import rani.report.paper.PaperValue;
import rani.service.metric.FilterSpan;
import tools.jackson.databind.node.ArrayNode;

/** The section of a run's page about filters: node, duration and caught packets of each filter. */
record FilterWalk(ReportInput input, Html page) {
  private static final String CAUGHT = "filter.caught.";

  void write() throws IOException {
    List<FilterSpan> filters = input.queue().filters();
    if (filters.isEmpty()) {
      return;
    }
    List<FilterSpan> walk = ReportInput.moved(filters);
    page.section(walk.isEmpty() ? "Filters" : "The filter\u2019s walk");
    String svg = input.topology().walk();
    if (!walk.isEmpty()) {
      page.add("<p>{}</p>\n", story(walk));
      if (svg != null) {
        page.image(svg, "the filter\u2019s walk through the network");
      }
      chart(walk);
    }
    table(filters);
    page.add("</section>\n");
  }

  private String story(List<FilterSpan> walk) {
    List<String> nodes = walk.stream().map(FilterSpan::node).distinct().toList();
    long nanos = walk.getLast().installNanos() - walk.getFirst().installNanos();
    return """
    The filter against %s stood at %s. From one node to the next took %s. A packet is caught by \
    the filter that it meets first.\
    """
        .formatted(
            input.queue().nameOf(walk.getFirst().flow()),
            String.join(", then at ", nodes),
            Figures.milliseconds(nanos / Math.max(1, walk.size() - 1)));
  }

  private void chart(List<FilterSpan> walk) throws IOException {
    ArrayNode caught = ChartSpec.rows();
    for (FilterSpan span : walk) {
      add(caught, span.node(), "rani", span.caughtFrames());
      PaperValue paper = paper(span.node());
      if (paper != null) {
        add(caught, span.node(), "paper", paper.value());
      }
    }
    String title = "What the filter caught, node by node: " + input.subject().experiment();
    String spec =
        ChartSpec.of("walk.vl.json", title, input.provenance())
            .data("caught", caught)
            .edit(
                chart ->
                    walk.stream()
                        .map(FilterSpan::node)
                        .distinct()
                        .forEach(chart.withObjectProperty("encoding").withArray("/x/sort")::add))
            .finished();
    String caption = "Packets that the filter caught at each node, beside what the paper prints.";
    page.figure("walk", input.subject().experiment() + "-walk", caption, spec);
  }

  private static void add(ArrayNode rows, String node, String who, double packets) {
    rows.addObject().put("node", node).put("who", who).put("packets", packets);
  }

  private void table(List<FilterSpan> filters) {
    if (filters.size() > Html.ROWS_OPEN_MAX) {
      sums(filters);
    }
    boolean paper = filters.stream().anyMatch(span -> paper(span.node()) != null);
    List<String> heads =
        new ArrayList<>(List.of("Node", "Against", "#Installed at", "Stood for", "#Caught"));
    if (paper) {
      heads.addAll(List.of("#Paper", "Difference"));
    }
    page.table(heads.toArray(String[]::new));
    for (FilterSpan span : filters) {
      page.row(span.node()).cells(input.queue().nameOf(span.flow()));
      page.number(Figures.seconds(span.installNanos())).cells(stood(span));
      page.number(span.caughtFrames());
      if (paper) {
        String metric = CAUGHT + span.node();
        PaperVerdict.cells(
            page,
            PaperNumbers.inWords(metric),
            metric,
            input.printed().get(metric),
            span.caughtFrames());
      }
      page.endRow();
    }
    page.endTable();
  }

  /** Writes a row for each node with all its filters, as there are too many to read. */
  private void sums(List<FilterSpan> filters) {
    page.table(
        "Node", "#Filters", "#Sources", "#First at", "#Last at", "#Stood for, in mean", "#Caught");
    filters.stream()
        .collect(groupingBy(FilterSpan::node, LinkedHashMap::new, toList()))
        .forEach(
            (node, spans) -> {
              double meanNanos =
                  spans.stream()
                      .mapToLong(
                          one -> one.endNanos().orElse(one.untilNanos()) - one.installNanos())
                      .average()
                      .orElse(0);
              page.row(node).number(spans.size());
              page.number(spans.stream().map(one -> source(one.flow())).distinct().count());
              page.number(Figures.seconds(spans.getFirst().installNanos()));
              page.number(Figures.seconds(spans.getLast().installNanos()));
              page.number(Figures.seconds(Math.round(meanNanos)));
              page.number(spans.stream().mapToLong(FilterSpan::caughtFrames).sum()).endRow();
            });
    page.endTable();
  }

  private String source(String flow) {
    return input.queue().nameOf(flow);
  }

  private static String stood(FilterSpan span) {
    String set = Figures.number((span.untilNanos() - span.installNanos()) / 1e9) + "\u202fs";
    return span.endNanos().isPresent()
        ? Figures.seconds(span.endNanos().getAsLong() - span.installNanos())
        : "to the end of the run, set for " + set;
  }

  private @Nullable PaperValue paper(String node) {
    String printed = input.printed().get(CAUGHT + node);
    return printed == null ? null : PaperValue.of(CAUGHT + node, printed);
  }
}
