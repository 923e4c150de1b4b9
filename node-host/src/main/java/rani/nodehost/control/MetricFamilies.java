// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.control;

import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot.InfoDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.UnknownSnapshot;
import io.prometheus.metrics.model.snapshots.UnknownSnapshot.UnknownDataPointSnapshot;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedMap;
import java.util.Set;

/** Collects data points by metric. A name's first data point decides its type and help. */
final class MetricFamilies {
  private static final double NANOS_PER_SECOND = 1e9;

  private final SequencedMap<String, CounterSnapshot.Builder> counters = new LinkedHashMap<>();
  private final SequencedMap<String, GaugeSnapshot.Builder> gauges = new LinkedHashMap<>();
  private final SequencedMap<String, UnknownSnapshot.Builder> unknowns = new LinkedHashMap<>();
  private final SequencedMap<String, HistogramSnapshot.Builder> histograms = new LinkedHashMap<>();
  private final SequencedMap<String, InfoSnapshot.Builder> infos = new LinkedHashMap<>();
  private final Set<String> unknownSeries = new LinkedHashSet<>();

  /** Adds a data point of a counter, whose name Prometheus's client completes by {@code _total}. */
  void counter(String name, String help, Labels labels, double value) {
    counters
        .computeIfAbsent(name, fresh -> CounterSnapshot.builder().name(name).help(help))
        .dataPoint(CounterDataPointSnapshot.builder().labels(labels).value(value).build());
  }

  void gauge(String name, String help, Labels labels, double value) {
    gauges
        .computeIfAbsent(name, fresh -> GaugeSnapshot.builder().name(name).help(help))
        .dataPoint(GaugeDataPointSnapshot.builder().labels(labels).value(value).build());
  }

  /**
   * Adds a data point of a metric that may be a counter or a gauge. Of several with the same name
   * and labels the first is kept, because the names may come from outside.
   */
  void unknown(String name, String help, Labels labels, double value) {
    if (unknownSeries.add(name + labels)) {
      unknowns
          .computeIfAbsent(name, fresh -> UnknownSnapshot.builder().name(name).help(help))
          .dataPoint(UnknownDataPointSnapshot.builder().labels(labels).value(value).build());
    }
  }

  /** Adds a histogram in seconds, from cumulative counts by their upper bound in nanoseconds. */
  void histogram(
      String name,
      String help,
      Labels labels,
      SequencedMap<String, Long> atMostNanos,
      long count,
      long sumNanos) {
    ClassicHistogramBuckets.Builder buckets = ClassicHistogramBuckets.builder();
    long below = 0;
    for (var bound : atMostNanos.entrySet()) {
      buckets.bucket(Long.parseLong(bound.getKey()) / NANOS_PER_SECOND, bound.getValue() - below);
      below = bound.getValue();
    }
    buckets.bucket(Double.POSITIVE_INFINITY, count - below);
    histograms
        .computeIfAbsent(name, fresh -> HistogramSnapshot.builder().name(name).help(help))
        .dataPoint(
            HistogramDataPointSnapshot.builder()
                .labels(labels)
                .classicHistogramBuckets(buckets.build())
                .sum(sumNanos / NANOS_PER_SECOND)
                .build());
  }

  /** Adds a metric whose value is 1, and whose name is completed by {@code _info}. */
  void info(String name, String help, Labels labels) {
    infos
        .computeIfAbsent(name, fresh -> InfoSnapshot.builder().name(name).help(help))
        .dataPoint(InfoDataPointSnapshot.builder().labels(labels).build());
  }

  List<MetricSnapshot> snapshots() {
    List<MetricSnapshot> all = new ArrayList<>();
    infos.values().forEach(family -> all.add(family.build()));
    counters.values().forEach(family -> all.add(family.build()));
    gauges.values().forEach(family -> all.add(family.build()));
    histograms.values().forEach(family -> all.add(family.build()));
    unknowns.values().forEach(family -> all.add(family.build()));
    return all;
  }
}
