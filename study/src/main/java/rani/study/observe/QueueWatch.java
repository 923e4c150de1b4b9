// SPDX-License-Identifier: Apache-2.0
package rani.study.observe;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SequencedMap;
import rani.service.metric.Crossing;
import rani.service.metric.MetricRow;
import rani.wire.PacketGlance;
import rani.world.Congestion;
import rani.world.Verdict;

/** Metrics of the queues of all nodes, and samples of the observed queue. */
final class QueueWatch {
  static final List<MetricRow> ROWS =
      MetricRow.table(
          """
          queue.NODE.average-max | PACKETS | RUN | verdict
            greatest average queue at NODE
            greatest average of the node's own queue or, where it has none, of its links', after
            an arrival
          queue.NODE.queued-max | PACKETS | RUN | verdict
            greatest queue at NODE
            greatest number of packets that waited there before an arriving one
          queue.NODE.tail-drops | PACKETS | RUN | verdict
            packets lost to the full buffer of NODE
            verdicts `overflow` of all queues of the node
          """);

  /** Largest number of recorded packets; later ones are in the metrics, but not in the series. */
  static final int SAMPLES_MAX = 2_000_000;

  private static final String NODE_QUEUE = "node";

  private final ObservationPlan plan;
  private final boolean withSeries;
  private final AddressTexts addresses = new AddressTexts();
  private final Map<String, Extremes> extremes = new LinkedHashMap<>();
  private final List<QueueSample> samples = new ArrayList<>();
  private final List<Crossing> crossings = new ArrayList<>();
  private int arrivals;
  private boolean above;

  QueueWatch(ObservationPlan plan, boolean withSeries) {
    this.plan = plan;
    this.withSeries = withSeries;
  }

  /** Records a verdict. Returns whether the queue is the first that the frame comes to here. */
  boolean verdict(
      long timeNanos,
      NodeObserver node,
      String queue,
      Verdict verdict,
      int queuedFrames,
      double averageFrames,
      PacketGlance packet) {
    Extremes here = node.extremes;
    if (here == null) {
      here = new Extremes();
      node.extremes = here;
      extremes.put(node.name, here);
    }
    boolean ofNode = queue.equals(NODE_QUEUE);
    here.nodeHasQueue |= ofNode;
    // A frame that has passed the node's own queue also passes the link's queue, which then is not
    // its first.
    boolean first = ofNode || !here.nodeHasQueue;
    if (first) {
      here.averageMax = Math.max(here.averageMax, averageFrames);
      here.queuedMax = Math.max(here.queuedMax, queuedFrames);
    }
    if (verdict == Verdict.OVERFLOW) {
      here.tailDrops++;
    }
    if (node.hasObservedQueue && queue.equals(plan.queue())) {
      long time = timeNanos - plan.epochNanos();
      arrivals++;
      if (withSeries && samples.size() < SAMPLES_MAX) {
        String from = addresses.of(packet.source());
        samples.add(new QueueSample(arrivals, time, from, queuedFrames, averageFrames, verdict));
      }
      if (plan.maxThFrames().isPresent()) {
        cross(averageFrames > plan.maxThFrames().getAsDouble(), time);
      }
    }
    return first;
  }

  void congestion(long timeNanos, NodeObserver node, String queue, Congestion kind) {
    if (!node.hasObservedQueue || !queue.equals(plan.queue())) {
      return;
    }
    switch (kind) {
      case ABOVE_MAX -> cross(true, timeNanos - plan.epochNanos());
      case BELOW_MAX -> cross(false, timeNanos - plan.epochNanos());
      case MARKED, EARLY_DROP, OVERFLOW, QUEUE_LENGTH -> {}
    }
  }

  /** Records a crossing, which a verdict and an event may both report; the first counts. */
  private void cross(boolean nowAbove, long timeNanos) {
    if (nowAbove && !above) {
      crossings.add(new Crossing(timeNanos, OptionalLong.empty()));
    } else if (!nowAbove && above) {
      long began = crossings.removeLast().aboveNanos();
      crossings.add(new Crossing(began, OptionalLong.of(timeNanos)));
    }
    above = nowAbove;
  }

  List<QueueSample> samples() {
    return Collections.unmodifiableList(samples);
  }

  List<Crossing> crossings() {
    return Collections.unmodifiableList(crossings);
  }

  /** Adds the metrics in the plan's order of nodes; unknown nodes come last. */
  void addTo(SequencedMap<String, Double> metrics) {
    var nodes = new LinkedHashSet<>(plan.addressNames().values());
    nodes.addAll(extremes.keySet());
    for (String node : nodes) {
      Extremes here = extremes.get(node);
      if (here != null) {
        metrics.put("queue." + node + ".average-max", here.averageMax);
        metrics.put("queue." + node + ".queued-max", (double) here.queuedMax);
        metrics.put("queue." + node + ".tail-drops", (double) here.tailDrops);
      }
    }
  }

  /** Extremes of one node; tail drops are counted over all its queues. */
  static final class Extremes {
    private boolean nodeHasQueue;
    private double averageMax;
    private int queuedMax;
    private long tailDrops;
  }
}
