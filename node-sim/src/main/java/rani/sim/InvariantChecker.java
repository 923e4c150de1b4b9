// SPDX-License-Identifier: Apache-2.0
package rani.sim;

import java.util.List;
import org.jspecify.annotations.Nullable;
import rani.link.LinkConfig;
import rani.link.LinkPort;
import rani.link.PacketAccounting;
import rani.node.Node;

/**
 * Checks invariants after every event: every frame is counted when it appears and disappears, no
 * buffer leaks, no queue exceeds its limit. The checks are for the node that the event touched, and
 * for the totals of wires and buffers.
 */
final class InvariantChecker {
  long sent;
  long duplicated;
  long lost;
  long onWire;
  long received;
  private long insideTotal;
  private long heldTotal;

  /** A node's part of the totals as of its last event, which is the last time that they changed. */
  static final class Share {
    /** Number of frames that the node handed to its wires since it was created or restarted. */
    long sent;

    private long inside;
    private long held;
  }

  /** Counts a sent frame, and its copies that are on the wire. */
  void sent(int carried) {
    sent++;
    onWire += carried;
    if (carried == 0) {
      lost++;
    } else {
      duplicated += carried - 1;
    }
  }

  /** Counts a frame that arrives by a wire but was sent by no node. */
  void forged() {
    sent++;
    received++;
  }

  /** Counts a node after an event, and checks it; returns a violation in words, or null. */
  @Nullable String check(Node node, Share share, long liveBuffers) {
    count(node, share);
    String wrong = checkSums(node, share);
    return wrong == null ? checkPlaces(node, share.held, liveBuffers) : wrong;
  }

  void count(Node node, Share share) {
    long inside = node.ledger().inside();
    long held = node.heldBuffers();
    insideTotal += inside - share.inside;
    heldTotal += held - share.held;
    share.inside = inside;
    share.held = held;
  }

  /** Checks totals only, without a walk through queues; returns a violation, or null. */
  @Nullable String checkSums(Node node, Share share) {
    PacketAccounting ledger = node.ledger();
    long in = ledger.arrivals() + ledger.origins();
    long out = ledger.departures() + ledger.deliveries() + ledger.drops() + ledger.inside();
    if (in != out) {
      return "node " + node.name() + ": " + in + " frames came in and " + out + " are accounted";
    }
    if (ledger.departures() != share.sent) {
      return "node %s: %s frames went by its books, and %s came to its wires"
          .formatted(node.name(), ledger.departures(), share.sent);
    }
    if (sent + duplicated != received + lost + onWire) {
      return "wires: %s sent + %s duplicated is not %s received + %s lost + %s on the way"
          .formatted(sent, duplicated, received, lost, onWire);
    }
    return null;
  }

  private @Nullable String checkPlaces(Node node, long held, long liveBuffers) {
    PacketAccounting ledger = node.ledger();
    if (ledger.inside() != node.framesInside()) {
      return "node %s should hold %s frames by its books, %s are there"
          .formatted(node.name(), ledger.inside(), node.framesInside());
    }
    if (liveBuffers != insideTotal + onWire + heldTotal) {
      return ("%s buffers live, but %s frames are in nodes and %s on wires; services say that they"
              + " hold %s")
          .formatted(liveBuffers, insideTotal, onWire, heldTotal);
    }
    if (held > 0 && node.isStopped()) {
      return "node %s was stopped, and services say that they hold %s buffers"
          .formatted(node.name(), held);
    }
    return queueBeyondLimit(node);
  }

  private static @Nullable String queueBeyondLimit(Node node) {
    LinkPort own = node.nodePort();
    if (own != null && own.queue().frames() > own.queue().limitFrames()) {
      return "node " + node.name() + ": its queue is beyond its limit";
    }
    List<LinkConfig> links = node.links();
    for (int i = 0; i < links.size(); i++) { // without an iterator, because it runs for each event
      LinkPort port = node.port(links.get(i).id());
      if (port.queue().frames() > port.queue().limitFrames()) {
        return "node " + node.name() + ": the queue of " + port.name() + " is beyond its limit";
      }
    }
    return null;
  }
}
