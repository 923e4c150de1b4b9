// SPDX-License-Identifier: Apache-2.0
package rani.report;

import java.math.BigDecimal;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import rani.flow.FlowFacts;
import rani.model.file.CsvField;
import rani.report.ReportInput.Flow;
import rani.report.ReportInput.ObservedQueue;
import rani.report.SensitivityAnalysis.Compared;
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
      csv.append(sample.arrivalIndex()).append(',').append(seconds(sample.timeNanos())).append(',');
      csv.append(CsvField.of(queue.nameOf(sample.source()))).append(',');
      csv.append(sample.queuedFrames()).append(',');
      csv.append(plain(sample.averageFrames())).append(',');
      csv.append(sample.verdict().text()).append('\n');
    }
    return csv.toString();
  }

  static String flows(Iterable<Flow> flows) {
    var csv = new StringBuilder("source,kind,offered,delivered,through,paper_through\n");
    for (Flow flow : flows) {
      Double through = flow.through();
      Double paper = flow.paperThrough();
      csv.append(CsvField.of(flow.node())).append(',').append(CsvField.of(flow.kind())).append(',');
      csv.append(flow.offered()).append(',').append(flow.delivered()).append(',');
      csv.append(through == null ? "" : plain(through)).append(',');
      csv.append(paper == null ? "" : plain(paper)).append('\n');
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
      String who =
          Stream.of(connection.node(), connection.service(), connection.name())
              .map(CsvField::of)
              .collect(Collectors.joining(","));
      for (WindowSample window : connection.windows()) {
        csv.append(seconds(window.timeNanos())).append(',').append(who).append(',');
        csv.append(window.state().text()).append(',');
        csv.append(plain(window.cwnd())).append(',').append(plain(window.ssthresh())).append(',');
        csv.append(seconds(window.srttNanos())).append(',');
        csv.append(seconds(window.rtoNanos())).append(',').append(window.flight()).append('\n');
      }
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
        String source = input.queue().nameOf(Address.text(way.key().source()));
        String destination = input.queue().nameOf(Address.text(way.key().destination()));
        csv.append(way.protocol()).append(',').append(CsvField.of(source)).append(',');
        csv.append(way.key().sourcePort()).append(',').append(CsvField.of(destination)).append(',');
        csv.append(way.key().destinationPort()).append(',').append(state(way));
        csv.append(',').append(or(way.seen().ecn())).append(',').append(seconds(way.nanos()));
        csv.append(',').append(half.packets()).append(',').append(half.bytes()).append(',');
        csv.append(half.goodBytes()).append(',').append(plain(half.goodputBitsPerSecond()));
        csv.append(',').append(isAtSource ? plainOrNone(half.rttSeconds()) : "").append(',');
        csv.append(isAtSource ? plainOrNone(half.rttMinSeconds()) : "").append(',');
        csv.append(or(half.retransmissions())).append(',').append(or(way.marked())).append(',');
        csv.append(or(way.echoed())).append('\n');
      }
    }
    return csv.toString();
  }

  private static String state(EdgeConnection.Way way) {
    String state = way.seen().state();
    return state == null ? "" : CsvField.of(state);
  }

  private static String plainOrNone(@Nullable Double value) {
    return value == null ? "" : plain(value);
  }

  private static Object or(@Nullable Object value) {
    return value == null ? "" : value;
  }

  /** Returns a row for each pair of a compared number and an alternative. */
  static String choices(List<Compared> all) {
    StringBuilder text = new StringBuilder();
    text.append("variant,metric,paper,choice,mean,half_width_95,difference,");
    text.append("difference_half_width_95,moves,agrees,nearer,p,p_holm,family\n");
    for (Compared one : all) {
      Sensitivity.Effect effect = one.effect();
      String printed = one.number().printed();
      text.append(CsvField.of(SweepVariants.name(one.number().labels()))).append(',');
      text.append(CsvField.of(one.number().metric())).append(',');
      text.append(CsvField.of(printed == null ? "" : printed)).append(',');
      text.append(CsvField.of(effect.label())).append(',');
      text.append(number(effect.ours())).append(',').append(number(effect.halfWidth()));
      text.append(',').append(number(effect.difference())).append(',');
      text.append(number(effect.differenceHalfWidth())).append(',').append(one.moves());
      text.append(',').append(effect.agrees()).append(',').append(effect.nearer());
      PairedDifference difference = one.difference();
      text.append(',').append(difference == null ? "" : number(difference.p()));
      text.append(',').append(difference == null ? "" : number(difference.correctedP()));
      text.append(',').append(difference == null ? "" : difference.family()).append('\n');
    }
    return text.toString();
  }

  private static String number(@Nullable Double value) {
    return value == null || value.isNaN() ? "" : value.toString();
  }

  private static String seconds(long nanos) {
    return BigDecimal.valueOf(nanos, 9).toPlainString();
  }

  static String plain(double value) {
    return new BigDecimal(Double.toString(value)).toPlainString();
  }
}
