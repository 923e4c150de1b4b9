// SPDX-License-Identifier: Apache-2.0
package rani.wasm.capsule;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import rani.service.metric.MetricRow;
import rani.service.metric.ServiceFacts;
import rani.service.metric.ServiceMetrics;
import rani.world.NoteDetail;

/** Metrics of capsules: when their code runs, and what was fetched for that. */
final class CapsuleMetrics implements ServiceMetrics {
  static final List<MetricRow> ROWS =
      MetricRow.table(
          """
          capsule.running.NODE | SECONDS | RUN | note
            until code runs at NODE
            from the first capsule that an operator had sent to the first code that runs at the
            node; code from capsules, or for them
          capsule.last-running | SECONDS | RUN | note
            until code runs everywhere
            the greatest capsule.running.NODE
          capsule.nodes | COUNT | RUN | note
            nodes at which code runs
            nodes at which code has begun to run for a capsule
          capsule.fetched | COUNT | RUN | facts of `capsule`
            codes fetched from neighbours
            codes that nodes fetched from neighbours
          capsule.fetched-bytes | BYTES | RUN | facts of `capsule`
            bytes of code fetched
            bytes of these codes, each time they were fetched
          capsule.dropped | PACKETS | RUN | facts of `capsule`
            capsules without their code
            capsules that nodes dropped because their code could not be had, or nothing more could
            wait
          """);

  private static final double NANOS_PER_SECOND = 1e9;

  private final SequencedMap<String, Long> runningNanos = new LinkedHashMap<>();
  private long sentNanos = Long.MIN_VALUE;

  @Override
  public void note(long timeNanos, String node, String event, NoteDetail detail) {
    if (event.equals("sent") && sentNanos == Long.MIN_VALUE) {
      sentNanos = timeNanos;
    } else if (event.equals("running") && sentNanos != Long.MIN_VALUE) {
      runningNanos.putIfAbsent(node, timeNanos - sentNanos);
    }
  }

  @Override
  public void addTo(SequencedMap<String, Double> metrics, ServiceFacts facts) {
    if (facts.of("capsule").isEmpty()) {
      return;
    }
    runningNanos.forEach(
        (node, nanos) -> metrics.put("capsule.running." + node, nanos / NANOS_PER_SECOND));
    runningNanos.values().stream()
        .mapToLong(Long::longValue)
        .max()
        .ifPresent(last -> metrics.put("capsule.last-running", last / NANOS_PER_SECOND));
    metrics.put("capsule.nodes", (double) runningNanos.size());
    metrics.put("capsule.fetched", facts.sum("capsule", "fetched"));
    metrics.put("capsule.fetched-bytes", facts.sum("capsule", "fetched-bytes"));
    metrics.put("capsule.dropped", facts.sum("capsule", "dropped"));
  }
}
