// SPDX-License-Identifier: Apache-2.0
package rani.study.observe;

import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import rani.study.metric.MetricRow;

/**
 * How often and how far congestion closed the windows of sources, and what Active Congestion
 * Control and ABCD did, by what the services said at the end of the run.
 */
final class ClosingMetrics {
  /** What it measures, for the sheet of metrics. */
  static final List<MetricRow> ROWS =
      MetricRow.table(
          """
          rdp.closes.NODE | COUNT | RUN | facts of `source`
            times that a window of NODE was closed
            times that congestion closed a window of the source, by whatever it learnt of it
            over nodes: sum: rdp.closes.total | times that windows were closed
          rdp.close-size.NODE | PACKETS | RUN | facts of `source`
            packets by which a close closes a window of NODE
            packets by which windows were closed / rdp.closes.NODE, where there were any
            over nodes: sum of packets / sum of closes: rdp.close-size.mean
          rdp.close-size.mean | PACKETS | RUN | facts of `source`
            packets by which a close closes a window
            packets by which all windows were closed / rdp.closes.total, where there were any
          rdp.closes-per-second.mean | PER_SECOND | SPAN | facts of `source`
            closes per second of a source's window
            those of rdp.closes.total within S / |S| / number of sources that have connections
          acc.actions.total | COUNT | RUN | facts of `acc-monitor`
            losses that ACC answered
            losses that monitors answered
          acc.filters.total | COUNT | RUN | facts of `acc-filter`
            filters that ACC installed
            filters that were installed
          acc.discarded.total | PACKETS | RUN | facts of `acc-filter`
            packets that ACC's filters discarded
            packets that these filters discarded
          acc.let-go.total | COUNT | RUN | facts of `source`
            segments that senders took as lost for ACC
            segments that sources took as lost for a request
          acc.requests-taken.total | COUNT | RUN | facts of `source`
            requests of ACC that senders followed
            requests that sources followed
          abcd.shortened.total | PACKETS | RUN | facts of `abcd-splitter`
            packets that routers shortened
            packets that routers shortened
          abcd.removed-bytes.total | BYTES | RUN | facts of `abcd-splitter`
            bytes that routers took off packets
            bytes of data that these lost
          rdp.delivered.total | BITS_PER_SECOND | SPAN | facts of `sink`
            data that sinks took
            8 * bytes of data that sinks took over connections within S / |S|, where there were
            any
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

  private final ServiceFacts facts;

  ClosingMetrics(ServiceFacts facts) {
    this.facts = facts;
  }

  /** Over a span of so many seconds. */
  void addTo(Map<String, Double> metrics, double seconds) {
    addCloses(metrics, seconds);
    metrics.put("acc.actions.total", facts.sum("acc-monitor", "actions"));
    metrics.put("acc.filters.total", facts.sum("acc-filter", "installed"));
    metrics.put("acc.discarded.total", facts.sum("acc-filter", "discarded"));
    metrics.put("acc.let-go.total", facts.sum("source", "let-go"));
    metrics.put("acc.requests-taken.total", facts.sum("source", "requests-taken"));
    metrics.put("abcd.shortened.total", facts.sum("abcd-splitter", "shortened"));
    metrics.put("abcd.removed-bytes.total", facts.sum("abcd-splitter", "removed-bytes"));
    double deliveredBytes = facts.grown("sink", "message-bytes");
    if (deliveredBytes > 0 && seconds > 0) {
      metrics.put("rdp.delivered.total", 8 * deliveredBytes / seconds);
    }
    metrics.put("abcd.requests.total", facts.sum("abcd-monitor", "requests"));
    SequencedMap<String, Map<?, ?>> monitors = facts.of("abcd-monitor");
    if (monitors.size() == 1) { // means of several do not add up to one
      Map<?, ?> monitor = monitors.firstEntry().getValue();
      metrics.put(
          "abcd.triplet.mean", ServiceFacts.number(monitor, "triplet-mean-bits-per-second"));
      metrics.put(
          "abcd.residual.mean", ServiceFacts.number(monitor, "residual-mean-bits-per-second"));
      metrics.put("abcd.packet-bytes.mean", ServiceFacts.number(monitor, "packet-mean-bytes"));
      metrics.put("abcd.window-packets.mean", ServiceFacts.number(monitor, "window-mean-packets"));
    }
  }

  /** Of each source over all its connections, and of all sources. */
  private void addCloses(Map<String, Double> metrics, double seconds) {
    SequencedMap<String, Map<?, ?>> sources = facts.of("source");
    sources.values().removeIf(source -> !(source.get("closes") instanceof Number));
    if (sources.isEmpty()) {
      return;
    }
    double count = 0;
    double packets = 0;
    for (Map.Entry<String, Map<?, ?>> source : sources.entrySet()) {
      double closes = ServiceFacts.number(source.getValue(), "closes");
      double closed = ServiceFacts.number(source.getValue(), "closed-packets");
      count += closes;
      packets += closed;
      metrics.put("rdp.closes." + source.getKey(), closes);
      if (closes > 0) {
        metrics.put("rdp.close-size." + source.getKey(), closed / closes);
      }
    }
    metrics.put("rdp.closes.total", count);
    if (seconds > 0) {
      double inSpan = facts.grown("source", "closes");
      metrics.put("rdp.closes-per-second.mean", inSpan / seconds / sources.size());
    }
    if (count > 0) {
      metrics.put("rdp.close-size.mean", packets / count);
    }
  }
}
