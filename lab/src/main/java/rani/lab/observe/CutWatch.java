// SPDX-License-Identifier: Apache-2.0
package rani.lab.observe;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * How far apart a node's windows are cut, counted in packets of RDP that it sends: the period of
 * the saw-tooth, as long as the node has one connection.
 */
final class CutWatch {
  private static final int PROTOCOL_RDP = 27;

  private final ObservationPlan plan;
  private final Map<String, Cuts> cutsByNode = new LinkedHashMap<>();

  CutWatch(ObservationPlan plan) {
    this.plan = plan;
  }

  void origin(TraceEvent.Origin event) {
    if (event.packet().protocol() == PROTOCOL_RDP) {
      at(event.node()).sent++;
    }
  }

  void cut(String node, long timeNanos) {
    if (!plan.span().contains(timeNanos)) {
      return;
    }
    Cuts cuts = at(node);
    cuts.count++;
    cuts.sentAtFirst = cuts.count == 1 ? cuts.sent : cuts.sentAtFirst;
    cuts.sentAtLast = cuts.sent;
  }

  /** Cuts within the measured span. */
  long cuts(String node) {
    return at(node).count;
  }

  /** Packets from one cut to the next, in the mean; empty before there are two. */
  OptionalDouble packetsBetween(String node) {
    Cuts cuts = at(node);
    return cuts.count < 2
        ? OptionalDouble.empty()
        : OptionalDouble.of((double) (cuts.sentAtLast - cuts.sentAtFirst) / (cuts.count - 1));
  }

  private Cuts at(String node) {
    return cutsByNode.computeIfAbsent(node, unseen -> new Cuts());
  }

  private static final class Cuts {
    long sent;
    long count;
    long sentAtFirst;
    long sentAtLast;
  }
}
