// SPDX-License-Identifier: Apache-2.0
package rani.study.observe;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import rani.service.metric.MetricRow;

/** Metrics of live runs only: the CPU time they took, and their trust. */
public final class LiveMetrics {
  /** Name of the number of times that a trial of a sweep was run. */
  public static final String RUNS = "live.runs";

  /** Name of the metric that is 1 if a trial remains doubtful, else 0. */
  public static final String DOUBTFUL = "live.doubtful";

  static final List<MetricRow> ROWS =
      MetricRow.table(
          """
          cpu.seconds.NODE | MACHINE_SECONDS | RUN | the operating system
            CPU seconds of NODE
            CPU time of the node's process; only of nodes with processes of their own
            over nodes: sum: cpu.seconds.total | CPU seconds of all nodes
          cpu.seconds-per-megabyte | MACHINE_SECONDS_PER_MEGABYTE | RUN | the operating system, note
            CPU seconds for each MB delivered
            cpu.seconds.total / (bytes of acknowledged data of all connections / 10⁶)
          live.runs | COUNT | RUN | trust
            times that the trial was run
            of a trial of a sweep: how often it was run
          live.doubtful | COUNT | RUN | trust
            trials that remain doubtful
            of a trial of a sweep: 1 if it is doubtful still, else 0
          delay.NODE.error | MACHINE_SECONDS | RUN | clocks of the hosts
            error of delays of packets of NODE, for clocks of several hosts
            greatest sum of the errors of the clocks of the source's host and of a sink's, where
            these are two
          """);

  private LiveMetrics() {}

  /** Adds the CPU time of nodes during the run, in total and per megabyte of acknowledged data. */
  public static void addCpu(
      Map<String, Double> metrics,
      Map<String, Duration> atGo,
      Map<String, Duration> atEnd,
      long bytesAcknowledged) {
    double total = 0;
    for (Map.Entry<String, Duration> end : atEnd.entrySet()) {
      Duration begin = atGo.getOrDefault(end.getKey(), Duration.ZERO);
      double seconds = end.getValue().minus(begin).toNanos() / 1e9;
      total += seconds;
      metrics.put("cpu.seconds." + end.getKey(), seconds);
    }
    if (!atEnd.isEmpty()) {
      metrics.put("cpu.seconds.total", total);
      if (bytesAcknowledged > 0) {
        metrics.put("cpu.seconds-per-megabyte", total / (bytesAcknowledged / 1e6));
      }
    }
  }
}
