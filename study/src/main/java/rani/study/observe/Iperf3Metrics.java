// SPDX-License-Identifier: Apache-2.0
package rani.study.observe;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.DoubleStream;
import rani.model.edge.EdgeProgram;
import rani.model.file.InputFile;
import rani.service.metric.MetricRow;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The results of iperf3, where a program at an edge is its client with {@code -J}. The output is a
 * program's, so any of it may be missing or wrong; numbers that are none are left out.
 */
public final class Iperf3Metrics {
  static final List<MetricRow> ROWS =
      MetricRow.table(
          """
          iperf3.PROGRAM.goodput | BITS_PER_SECOND | RUN | output of iperf3
            goodput of iperf3 PROGRAM
            what its receiver took, as iperf3 says (end.sum_received.bits_per_second)
          iperf3.PROGRAM.retransmissions | COUNT | RUN | output of iperf3
            segments that iperf3 PROGRAM sent again
            retransmissions that its kernel told iperf3 of (end.sum_sent.retransmits)
          iperf3.PROGRAM.rtt.mean | SECONDS | RUN | output of iperf3
            mean round trip of iperf3 PROGRAM
            mean over its connections of the smoothed round trips that its kernel told iperf3 of,
            once a second (end.streams.sender.mean_rtt)
          iperf3.PROGRAM.rtt.min | SECONDS | RUN | output of iperf3
            shortest round trip of iperf3 PROGRAM
            least of these (end.streams.sender.min_rtt)
          iperf3.PROGRAM.loss | SHARE | RUN | output of iperf3
            datagrams of iperf3 PROGRAM that were lost
            of UDP, as its receiver says (end.sum.lost_percent / 100)
          iperf3.PROGRAM.jitter | SECONDS | RUN | output of iperf3
            jitter of the datagrams of iperf3 PROGRAM
            of UDP, as its receiver says (end.sum.jitter_ms / 1000; RFC 3550 §6.4.1)
          """);

  /** Largest output that is read. */
  private static final int OUTPUT_BYTES_MAX = 10_000_000;

  /** Some versions write a key twice. */
  private static final JsonMapper JSON = JsonMapper.shared();

  private static final double MILLIS_PER_SECOND = 1e3;
  private static final double MICROS_PER_SECOND = 1e6;
  private static final double PERCENT = 100;

  private Iperf3Metrics() {}

  /** Adds the metrics of those programs that are clients, from their logs. */
  public static void addTo(
      Map<String, Double> metrics, List<EdgeProgram> programs, Function<String, Path> logs) {
    for (EdgeProgram program : programs) {
      if (isClient(program)) {
        try {
          String output = InputFile.text(logs.apply(program.name()), OUTPUT_BYTES_MAX);
          addTo(metrics, program.name(), output);
        } catch (IOException e) {
          continue; // it has not started, or says more than any client
        }
      }
    }
  }

  static boolean isClient(EdgeProgram program) {
    List<String> words = List.of(program.run().strip().split("\\s+"));
    return (words.contains("iperf3") && (words.contains("-c") || words.contains("--client")))
        && (words.contains("-J") || words.contains("--json"));
  }

  /** Adds the metrics of a client's output; none if it is no JSON, or tells of an error. */
  static void addTo(Map<String, Double> metrics, String program, String output) {
    JsonNode end;
    try {
      end = JSON.readTree(output).path("end");
    } catch (JacksonException e) {
      return;
    }
    String prefix = "iperf3." + program + ".";
    JsonNode sent = end.path("sum_sent");
    JsonNode received = end.path("sum_received");
    JsonNode datagrams = end.path("sum");
    add(metrics, prefix + "goodput", number(received.path("bits_per_second")), 1);
    add(metrics, prefix + "retransmissions", number(sent.path("retransmits")), 1);
    add(metrics, prefix + "rtt.mean", ofSenders(end, "mean_rtt").average(), MICROS_PER_SECOND);
    add(metrics, prefix + "rtt.min", ofSenders(end, "min_rtt").min(), MICROS_PER_SECOND);
    add(metrics, prefix + "loss", number(datagrams.path("lost_percent")), PERCENT);
    add(metrics, prefix + "jitter", number(datagrams.path("jitter_ms")), MILLIS_PER_SECOND);
  }

  private static void add(
      Map<String, Double> metrics, String name, OptionalDouble value, double perUnit) {
    value.ifPresent(number -> metrics.put(name, number / perUnit));
  }

  private static OptionalDouble number(JsonNode value) {
    double number = value.isNumber() ? value.doubleValue() : Double.NaN;
    return number >= 0 && Double.isFinite(number)
        ? OptionalDouble.of(number)
        : OptionalDouble.empty();
  }

  /** Returns a value of the senders' ends, those above 0: of one that has not measured it is 0. */
  private static DoubleStream ofSenders(JsonNode end, String key) {
    return end.path("streams")
        .valueStream()
        .map(stream -> number(stream.path("sender").path(key)))
        .flatMapToDouble(OptionalDouble::stream)
        .filter(value -> value > 0);
  }
}
