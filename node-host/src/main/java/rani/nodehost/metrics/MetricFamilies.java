// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.metrics;

import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/** Metrics as they are put together: those of one name are one family. */
final class MetricFamilies {
  private final SequencedMap<String, CounterSnapshot.Builder> counters = new LinkedHashMap<>();
  private final SequencedMap<String, GaugeSnapshot.Builder> gauges = new LinkedHashMap<>();

  /** What only grows; {@code _total} is added to its name. */
  void counter(String name, String help, Labels labels, double value) {
    counters
        .computeIfAbsent(name, fresh -> CounterSnapshot.builder().name(name).help(help))
        .dataPoint(CounterDataPointSnapshot.builder().labels(labels).value(value).build());
  }

  /** What goes up and down. */
  void gauge(String name, String help, Labels labels, double value) {
    gauges
        .computeIfAbsent(name, fresh -> GaugeSnapshot.builder().name(name).help(help))
        .dataPoint(GaugeDataPointSnapshot.builder().labels(labels).value(value).build());
  }

  List<MetricSnapshot> snapshots() {
    List<MetricSnapshot> all = new ArrayList<>();
    counters.values().forEach(family -> all.add(family.build()));
    gauges.values().forEach(family -> all.add(family.build()));
    return all;
  }
}
