// SPDX-License-Identifier: Apache-2.0
package rani.report;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import rani.flow.FlowFacts;
import rani.model.file.CsvField;
import rani.report.ReportInput.Flow;
import rani.report.ReportInput.ObservedQueue;
import rani.report.SensitivityAnalysis.Compared;
import rani.study.flow.FlowCompletion;
import rani.study.observe.ConnectionSeries;
import rani.study.observe.QueueSample;
import rani.study.observe.WindowSample;
import rani.study.statistics.PairedDifference;
import rani.wire.Address;

/** The report's tables as comma-separated values (RFC 4180, but with LF as line end). */
final class Csv {
  private Csv() {}

  static String queue(ObservedQueue queue) {
    var csv = new StringBuilder("arrival,time_seconds,source,queued,average,verdict\n");
    for (QueueSample sample : queue.samples()) {
      row(
          csv,
          sample.arrivalIndex(),
          seconds(sample.timeNanos()),
          queue.nameOf(sample.source()),
          sample.queuedFrames(),
          plain(sample.averageFrames()),
          sample.verdict().text());
    }
    return csv.toString();
  }

  static String flows(Iterable<Flow> flows) {
    var csv = new StringBuilder("source,kind,offered,delivered,through,paper_through\n");
    for (Flow flow : flows) {
      row(
          csv,
          flow.node(),
          flow.kind(),
          flow.offered(),
          flow.delivered(),
          plain(flow.through()),
          plain(flow.paperThrough()));
    }
    return csv.toString();
  }

  /** Returns a row for each change of a congestion window, by connection and then by time. */
  static String connections(Iterable<ConnectionSeries> connections) {
    var csv =
        new StringBuilder(
            "time_seconds,node,service,connection,state,cwnd,ssthresh,srtt_seconds,rto_seconds,"
                + "flight\n");
    for (ConnectionSeries connection : connections) {
      for (WindowSample window : connection.windows()) {
        row(
            csv,
            seconds(window.timeNanos()),
            connection.node(),
            connection.service(),
            connection.name(),
            window.state().text(),
            plain(window.cwnd()),
            plain(window.ssthresh()),
            seconds(window.srttNanos()),
            seconds(window.rtoNanos()),
            window.flight());
      }
    }
    return csv.toString();
  }

  /** Returns a row for each transfer; one that did not end has no times. */
  static String completions(Iterable<FlowCompletion> transfers) {
    var csv =
        new StringBuilder(
            "start_seconds,from,to,connection,bytes,fct_seconds,ideal_seconds,slowdown\n");
    for (FlowCompletion flow : transfers) {
      Double idealNanos = flow.idealNanos();
      row(
          csv,
          seconds(flow.startNanos()),
          flow.from(),
          flow.to(),
          flow.connection(),
          flow.bytes(),
          flow.nanos() == null ? "" : seconds(flow.nanos()),
          idealNanos == null ? "" : seconds(Math.round(idealNanos)),
          plain(flow.slowdown()));
    }
    return csv.toString();
  }

  /** Returns two rows for each flow of an edge, one each way; the flows of most bytes first. */
  static String edgeFlows(ReportInput input) {
    var csv =
        new StringBuilder(
            "protocol,source,source_port,destination,destination_port,state,ecn,seconds,packets,"
                + "bytes,good_bytes,goodput_bits_per_second,rtt_seconds,rtt_min_seconds,"
                + "retransmissions,ce,ece\n");
    for (EdgeConnection connection : EdgeConnection.of(input.edges())) {
      for (EdgeConnection.Way way : List.of(connection.there(), connection.back())) {
        FlowFacts.Half half = way.half();
        boolean isAtSource = way.atSource() != null;
        row(
            csv,
            way.protocol(),
            input.queue().nameOf(Address.text(way.key().source())),
            way.key().sourcePort(),
            input.queue().nameOf(Address.text(way.key().destination())),
            way.key().destinationPort(),
            way.seen().state(),
            way.seen().ecn(),
            seconds(way.nanos()),
            half.packets(),
            half.bytes(),
            half.goodBytes(),
            plain(half.goodputBitsPerSecond()),
            isAtSource ? plain(half.rttSeconds()) : "",
            isAtSource ? plain(half.rttMinSeconds()) : "",
            half.retransmissions(),
            way.marked(),
            way.echoed());
      }
    }
    return csv.toString();
  }

  /** Returns a row for each pair of a compared number and an alternative. */
  static String choices(List<Compared> all) {
    StringBuilder text = new StringBuilder();
    text.append("variant,metric,paper,choice,mean,half_width_95,difference,");
    text.append("difference_half_width_95,moves,agrees,nearer,p,p_holm,family\n");
    for (Compared one : all) {
      Sensitivity.Effect effect = one.effect();
      PairedDifference difference = one.difference();
      row(
          text,
          SweepVariants.name(one.number().labels()),
          one.number().metric(),
          one.number().printed(),
          effect.label(),
          number(effect.ours()),
          number(effect.halfWidth()),
          number(effect.difference()),
          number(effect.differenceHalfWidth()),
          one.moves(),
          effect.agrees(),
          effect.nearer(),
          difference == null ? "" : number(difference.p()),
          difference == null ? "" : number(difference.correctedP()),
          difference == null ? "" : difference.family());
    }
    return text.toString();
  }

  /** Adds a row; a cell that is null is empty. */
  private static void row(StringBuilder csv, @Nullable Object... cells) {
    csv.append(CsvField.row(Arrays.asList(cells)));
  }

  private static String number(@Nullable Double value) {
    return value == null || value.isNaN() ? "" : value.toString();
  }

  private static String seconds(long nanos) {
    return BigDecimal.valueOf(nanos, 9).toPlainString();
  }

  private static String plain(@Nullable Double value) {
    return value == null ? "" : plain(value.doubleValue());
  }

  static String plain(double value) {
    return new BigDecimal(Double.toString(value)).toPlainString();
  }
}
