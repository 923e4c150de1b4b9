// SPDX-License-Identifier: Apache-2.0
package rani.services.abcd;

import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import rani.service.metric.MetricRow;
import rani.service.metric.ServiceFacts;

/** Metrics of ABCD, computed from the facts that its services report at the end of the run. */
final class AbcdMetrics {
  static final List<MetricRow> ROWS =
      MetricRow.table(
          """
          abcd.shortened.total | PACKETS | RUN | facts of `abcd-splitter`
            packets that routers shortened
            packets that routers shortened
          abcd.removed-bytes.total | BYTES | RUN | facts of `abcd-splitter`
            bytes that routers took off packets
            bytes of data that these lost
          abcd.requests.total | COUNT | RUN | facts of `abcd-monitor`
            words of ABCD to senders
            words of all monitors to senders
          abcd.triplet.mean | BITS_PER_SECOND | RUN | facts of `abcd-monitor`
            available bandwidth by triplets
            mean over the triplets of the one monitor there is: available bandwidth by the triplet
          abcd.residual.mean | BITS_PER_SECOND | RUN | facts of `abcd-monitor`
            available bandwidth by what is left
            the same: what is left of the rate
          abcd.packet-bytes.mean | BYTES | RUN | facts of `abcd-monitor`
            packet size that ABCD allows
            the same: the packet size that it allowed
          abcd.window-packets.mean | PACKETS | RUN | facts of `abcd-monitor`
            window of ABCD's senders, in packets
            the same: the window that its senders showed
          """);

  private AbcdMetrics() {}

  static void addTo(SequencedMap<String, Double> metrics, ServiceFacts facts) {
    metrics.put("abcd.shortened.total", facts.sum("abcd-splitter", "shortened"));
    metrics.put("abcd.removed-bytes.total", facts.sum("abcd-splitter", "removed-bytes"));
    metrics.put("abcd.requests.total", facts.sum("abcd-monitor", "requests"));
    SequencedMap<String, Map<?, ?>> monitors = facts.of("abcd-monitor");
    if (monitors.size() == 1) { // means of several monitors cannot be combined
      Map<?, ?> monitor = monitors.firstEntry().getValue();
      metrics.put(
          "abcd.triplet.mean", ServiceFacts.number(monitor, "triplet-mean-bits-per-second"));
      metrics.put(
          "abcd.residual.mean", ServiceFacts.number(monitor, "residual-mean-bits-per-second"));
      metrics.put("abcd.packet-bytes.mean", ServiceFacts.number(monitor, "packet-mean-bytes"));
      metrics.put("abcd.window-packets.mean", ServiceFacts.number(monitor, "window-mean-packets"));
    }
  }
}
