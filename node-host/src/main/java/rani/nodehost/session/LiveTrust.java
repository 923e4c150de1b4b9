// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.session;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import rani.node.NodeFacts;
import rani.nodehost.conversation.LiveCounts;
import rani.nodehost.conversation.LiveWorldFacts;

/** Derives reasons to doubt the results of a live run from a node's counters. */
public final class LiveTrust {
  /** Tolerated share of late departures. One late departure is always tolerated. */
  static final double LATE_FRACTION_MAX = 0.01;

  private static final double NANOS_PER_MILLI = 1e6;
  private static final double NANOS_PER_SECOND = 1e9;

  private LiveTrust() {}

  /** Returns the reasons since the run began, from a node's facts. */
  public static List<String> reasons(String node, NodeFacts.Queues queues, LiveWorldFacts live) {
    List<String> reasons =
        reasons(
            node,
            LiveCounts.of(queues, live.world(), live.traceLinesLost(), live.unreachableBeforeGo()));
    live.world()
        .onLoop()
        .blockedLongestNanos()
        .forEach(
            (service, nanos) ->
                reasons.add(
                    String.format(
                        Locale.ROOT,
                        "%s: service %s blocked for %.1f s",
                        node,
                        service,
                        nanos / NANOS_PER_SECOND)));
    if (!live.traceFailure().isEmpty()) {
      reasons.add(node + ": " + live.traceFailure());
    }
    return reasons;
  }

  /** Returns the reasons in a node's counters, total or recent. */
  public static List<String> reasons(String node, LiveCounts counts) {
    List<String> reasons = new ArrayList<>();
    counts
        .queues()
        .forEach((queue, paced) -> lateness(reasons, node, "from queue " + queue, paced));
    LiveCounts.OfWorld live = counts.live();
    lateness(
        reasons,
        node,
        "from its wires",
        new LiveCounts.Paced(
            live.wireDepartures(), live.wireLateDepartures(), live.wireLateMaxNanos()));
    count(reasons, node, live.socketFull(), "frames dropped because a send socket was full");
    count(
        reasons, node, live.receiveOverflow(), "frames dropped because a receive socket was full");
    count(reasons, node, live.portUnreachable(), "frames sent to a neighbour who was not there");
    count(reasons, node, live.socketErrors(), "errors of sockets");
    count(reasons, node, live.delayLineDropped(), "frames dropped because its wires were full");
    count(reasons, node, live.failures(), "failures of the node itself");
    count(reasons, node, live.traceLinesLost(), "lines of its trace lost");
    if (live.stalls() > 0) {
      reasons.add(
          node
              + ": stood still "
              + (live.stalls() == 1 ? "once" : live.stalls() + " times")
              + upTo(live.stallLongestNanos(), ", for up to %.0f ms"));
    }
    return reasons;
  }

  private static void lateness(
      List<String> reasons, String node, String from, LiveCounts.Paced paced) {
    if (paced.lateDepartures() > Math.max(1, LATE_FRACTION_MAX * paced.pacedDepartures())) {
      reasons.add(
          String.format(
                  Locale.ROOT,
                  "%s: %d of %d departures %s were late",
                  node,
                  paced.lateDepartures(),
                  paced.pacedDepartures(),
                  from)
              + upTo(paced.lateMaxNanos(), ", by up to %.1f ms"));
    }
  }

  private static String upTo(@Nullable Long nanos, String text) {
    return nanos == null ? "" : String.format(Locale.ROOT, text, nanos / NANOS_PER_MILLI);
  }

  private static void count(List<String> reasons, String node, long count, String what) {
    if (count > 0) {
      reasons.add(node + ": " + count + " " + what);
    }
  }
}
