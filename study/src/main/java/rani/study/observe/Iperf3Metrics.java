// SPDX-License-Identifier: Apache-2.0
package rani.study.observe;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import rani.json.Json;
import rani.json.JsonObject;
import rani.model.edge.EdgeProgram;
import rani.model.file.InputFile;
import rani.service.metric.MetricRow;
import tools.jackson.core.JacksonException;

/**
 * What iperf3 says of itself, where a program at an edge is its client with {@code -J}. The output
 * is a program's, so any of it may be missing or wrong; numbers that are none are left out.
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

  private static final String BITS = "bits_per_second";

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
    JsonObject end;
    try {
      end = object(Json.object(output.substring(Math.max(0, output.indexOf('{')))), "end");
    } catch (JacksonException e) {
      return;
    }
    String prefix = "iperf3." + program + ".";
    add(metrics, prefix + "goodput", object(end, "sum_received").find(BITS), x -> x);
    add(metrics, prefix + "retransmissions", object(end, "sum_sent").find("retransmits"), x -> x);
    roundTrip(end, "mean_rtt", true).ifPresent(s -> metrics.put(prefix + "rtt.mean", s));
    roundTrip(end, "min_rtt", false).ifPresent(s -> metrics.put(prefix + "rtt.min", s));
    JsonObject datagrams = object(end, "sum");
    add(metrics, prefix + "loss", datagrams.find("lost_percent"), percent -> percent / 100);
    add(metrics, prefix + "jitter", datagrams.find("jitter_ms"), millis -> millis / 1e3);
  }

  private static void add(
      Map<String, Double> metrics, String name, @Nullable Object value, DoubleUnaryOperator scale) {
    if (value instanceof Number number
        && number.doubleValue() >= 0
        && Double.isFinite(number.doubleValue())) {
      metrics.put(name, scale.applyAsDouble(number.doubleValue()));
    }
  }

  private static OptionalDouble roundTrip(JsonObject end, String key, boolean isMean) {
    if (!(end.find("streams") instanceof List<?> streams)) {
      return OptionalDouble.empty();
    }
    var seconds =
        streams.stream()
            .map(stream -> stream instanceof Map<?, ?> map ? map.get("sender") : null)
            .map(sender -> sender instanceof Map<?, ?> map ? map.get(key) : null)
            .filter(micros -> micros instanceof Number number && number.doubleValue() > 0)
            .mapToDouble(micros -> ((Number) micros).doubleValue() / 1e6);
    return isMean ? seconds.average() : seconds.min();
  }

  private static JsonObject object(JsonObject in, String key) {
    return in.find(key) instanceof Map<?, ?> map ? JsonObject.of(map) : JsonObject.EMPTY;
  }
}
