// SPDX-License-Identifier: Apache-2.0
package rani.lab.observe;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SequencedMap;
import rani.world.Verdict;

/** The queues of all nodes in numbers, and the observed one packet by packet. */
final class QueueWatch {
  /**
   * Packets recorded one by one; what comes after is still in the numbers, but not in the series.
   */
  static final int SAMPLES_MAX = 2_000_000;

  private static final String NODE_QUEUE = "node";

  private final ObservationPlan plan;
  private final boolean withSeries;
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
  boolean verdict(TraceEvent.Verdict event) {
    Extremes here = extremes.get(event.node());
    if (here == null) {
      here = new Extremes();
      extremes.put(event.node(), here);
    }
    boolean ofNode = event.queue().equals(NODE_QUEUE);
    here.nodeHasQueue |= ofNode;
    // Behind a node's own queue a frame still passes that of its link, which then is no second.
    boolean first = ofNode || !here.nodeHasQueue;
    if (first) {
      here.averageMax = Math.max(here.averageMax, event.averageFrames());
      here.queuedMax = Math.max(here.queuedMax, event.queuedFrames());
    }
    if (event.verdict() == Verdict.OVERFLOW) {
      here.tailDrops++;
    }
    if (isObserved(event.node(), event.queue())) {
      observed(event);
    }
    return first;
  }

  private void observed(TraceEvent.Verdict event) {
    arrivals++;
    long time = event.timeNanos() - plan.epochNanos();
    if (withSeries && samples.size() < SAMPLES_MAX) {
      samples.add(
          new QueueSample(
              arrivals,
              time,
              event.packet().from(),
              event.queuedFrames(),
              event.averageFrames(),
              event.verdict()));
    }
    if (plan.maxThFrames().isPresent()) {
      cross(event.averageFrames() > plan.maxThFrames().getAsDouble(), time);
    }
  }

  void congestion(TraceEvent.Congestion event) {
    if (!isObserved(event.node(), event.queue())) {
      return;
    }
    switch (event.kind()) {
      case ABOVE_MAX -> cross(true, event.timeNanos() - plan.epochNanos());
      case BELOW_MAX -> cross(false, event.timeNanos() - plan.epochNanos());
      case MARKED, EARLY_DROP, OVERFLOW -> {}
    }
  }

  private boolean isObserved(String node, String queue) {
    return node.equals(plan.queueNode()) && queue.equals(plan.queue());
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

  int arrivals() {
    return arrivals;
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
  private static final class Extremes {
    boolean nodeHasQueue;
    double averageMax;
    int queuedMax;
    long tailDrops;
  }
}
