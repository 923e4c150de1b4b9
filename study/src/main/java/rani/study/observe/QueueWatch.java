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

/** The queues of all nodes in numbers, and the observed one packet by packet. */
final class QueueWatch {
  /** What it measures, for the sheet of metrics. */
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

  /**
   * Packets recorded one by one; what comes after is still in the numbers, but not in the series.
   */
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

  /** Takes a verdict, and says whether it is of the first queue that the frame comes to here. */
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
    // Behind a node's own queue a frame still passes that of its link, which then is no second.
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
      case MARKED, EARLY_DROP, OVERFLOW -> {}
    }
  }

  /** Verdict and congestion event tell the same crossing; whichever is first counts. */
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

  /** In the plan's order of nodes; one that it does not know comes last. */
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

  /** Of one node; tail drops are those of all its queues. */
  static final class Extremes {
    private boolean nodeHasQueue;
    private double averageMax;
    private int queuedMax;
    private long tailDrops;
  }
}
