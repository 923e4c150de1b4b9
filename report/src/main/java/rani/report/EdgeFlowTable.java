// SPDX-License-Identifier: Apache-2.0
package rani.report;

import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import rani.flow.FlowFacts;
import rani.flow.FlowSums;
import rani.report.EdgeConnection.Way;
import rani.report.html.Html;
import rani.report.paper.Figures;
import rani.wire.Address;

/** The section of a run's page about the flows of edges: the largest, and the others together. */
record EdgeFlowTable(ReportInput input, Html page) {
  /** Flows with rows of their own, one each way. */
  static final int FLOWS_MAX = 20;

  private static final String NONE = "\u2013";
  private static final String[] HEADS = {
    "Flow",
    "State",
    "#Bytes",
    "#Goodput",
    "#Round trip",
    "#Sent again",
    "#Marked",
    "#Echoed",
    "#Time"
  };

  void write() {
    if (input.edges().isEmpty()) {
      return;
    }
    List<EdgeConnection> all = EdgeConnection.of(input.edges());
    List<EdgeConnection> shown = all.stream().limit(FLOWS_MAX).toList();
    page.section("Flows of edges").table(HEADS);
    for (EdgeConnection connection : shown) {
      row("", connection.there());
      row("\u21b3 ", connection.back());
    }
    others(shown);
    page.endTable();
    page.note(
        "Both ways of each flow, as the nodes saw it last: bytes of IPv4, acknowledged data over"
            + " its time, the smoothed round trip through the network, and segments sent again, as"
            + " seen where it was sent; packets that arrived with CE, and segments by which the"
            + " receiver echoed that (ECN)."
            + (all.size() > FLOWS_MAX
                ? " Nodes that are both ends of a flow count it twice; "
                    + Report.EDGE_FLOWS_CSV
                    + " has "
                    + all.size()
                    + " flows."
                : ""));
    page.add("</section>\n");
  }

  private void row(String before, Way way) {
    FlowFacts.Half half = way.half();
    FlowFacts seen = way.seen();
    Double rttSeconds = way.atSource() == null ? null : half.rttSeconds();
    page.row(
        before
            + end(way.key().source(), way.key().sourcePort())
            + " \u2192 "
            + end(way.key().destination(), way.key().destinationPort()));
    page.cells(
        way.protocol()
            + (seen.state() == null ? "" : " " + seen.state())
            + (Boolean.TRUE.equals(seen.ecn()) ? ", ECN" : ""));
    page.number(Figures.bytes(half.bytes()), Figures.bitRate(half.goodputBitsPerSecond()));
    page.number(
        rttSeconds == null ? NONE : Figures.milliseconds(Math.round(rttSeconds * 1e9)),
        count(half.retransmissions()),
        count(way.marked()),
        count(way.echoed()),
        Figures.seconds(way.nanos()));
    page.endRow();
  }

  private String end(int address, int port) {
    return input.queue().nameOf(Address.text(address)) + ":" + port;
  }

  private static Object count(@Nullable Long number) {
    return number == null ? NONE : number;
  }

  /**
   * Writes what edges sent and received beside the flows that are shown: in smaller ones, in those
   * that nodes no longer show, and in earlier connections of the same ports.
   */
  private void others(List<EdgeConnection> shown) {
    List<Way> ways = shown.stream().flatMap(each -> Stream.of(each.there(), each.back())).toList();
    List<FlowFacts> views = ways.stream().map(Way::atSource).filter(Objects::nonNull).toList();
    long flows = sum(input.edges(), each -> each.sums().flows() + each.sums().evicted());
    long more = flows - views.size();
    long bytes = rest(FlowSums::sent, FlowSums.Half::bytes, sum(views, v -> v.sent().bytes()));
    if (more <= 0 && bytes <= 0) {
      return;
    }
    page.row(more > 0 ? more + " more, as nodes count them" : "Earlier, of the same ports");
    page.cells("").number(Figures.bytes(bytes), "", "");
    page.number(
        rest(
            FlowSums::sent,
            FlowSums.Half::retransmissions,
            sum(views, v -> orZero(v.sent().retransmissions()))),
        rest(FlowSums::received, FlowSums.Half::ce, sum(views, v -> v.received().ce())),
        rest(FlowSums::sent, FlowSums.Half::ece, sum(views, v -> orZero(v.sent().ece()))),
        "");
    page.endRow();
  }

  private long rest(
      Function<FlowSums, FlowSums.Half> half, ToLongFunction<FlowSums.Half> fact, long shown) {
    return sum(input.edges(), edge -> fact.applyAsLong(half.apply(edge.sums()))) - shown;
  }

  private static <T> long sum(List<T> all, ToLongFunction<T> fact) {
    return all.stream().mapToLong(fact).sum();
  }

  private static long orZero(@Nullable Long number) {
    return number == null ? 0 : number;
  }
}
