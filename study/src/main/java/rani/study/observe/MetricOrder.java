// SPDX-License-Identifier: Apache-2.0
package rani.study.observe;

import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;

/**
 * The order of metrics by relevance: those that the file names, in its order, then those that every
 * network has, by what most readers ask first, and the inner numbers of services last. Metrics of
 * equal relevance stay in the order in which they are given.
 */
public final class MetricOrder {
  /** Beginnings, up to the first dot, of the names of metrics that are of no single service. */
  static final List<String> GENERAL =
      List.of(
          "throughput",
          "through",
          "fairness",
          "delay",
          "rdp",
          "fct",
          "tcp",
          "iperf3",
          "sojourn",
          "queue",
          "link",
          "drops",
          "dropped",
          "dropped-per-second",
          "offered",
          "delivered",
          "delivered-or-dropped",
          "last-delivery-seconds",
          "retransmitted",
          "filtered",
          "filter",
          "edge",
          "schedule",
          "duration-seconds",
          "cpu",
          "live");

  private final Map<String, Integer> named = new LinkedHashMap<>();

  /** Creates the order for a file that names these metrics. */
  public MetricOrder(Collection<String> named) {
    new LinkedHashSet<>(named).forEach(name -> this.named.put(name, this.named.size()));
  }

  /** Returns the same entries, the most relevant first. */
  public <V> SequencedMap<String, V> sorted(Map<String, V> metrics) {
    SequencedMap<String, V> sorted = new LinkedHashMap<>();
    metrics.entrySet().stream()
        .sorted(Comparator.comparingInt(metric -> rank(metric.getKey())))
        .forEach(metric -> sorted.put(metric.getKey(), metric.getValue()));
    return sorted;
  }

  /** Returns the same names, the most relevant first. */
  public List<String> sorted(Collection<String> metrics) {
    return metrics.stream().sorted(Comparator.comparingInt(this::rank)).toList();
  }

  private int rank(String metric) {
    Integer place = named.get(metric);
    if (place != null) {
      return place;
    }
    int general = GENERAL.indexOf(MetricSheet.beginning(metric));
    return named.size() + (general < 0 ? GENERAL.size() : general);
  }
}
