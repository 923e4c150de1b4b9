// SPDX-License-Identifier: Apache-2.0
package rani.sim;

import org.jspecify.annotations.Nullable;
import rani.link.LinkConfig;
import rani.link.LinkPort;
import rani.link.NodeLedger;
import rani.node.Node;

/**
 * What must hold after every event, whatever happens: no frame is lost or made without a name, no
 * buffer leaks, no queue grows beyond its limit. Checked for the node that the event touched, and
 * for the wires and buffers as a whole.
 */
final class Books {
  long sent;
  long duplicated;
  long lost;
  long onWire;
  long received;
  private long insideTotal;
  private long heldTotal;

  /** Takes the node's frames and buffers out of the totals while an event changes them. */
  void open(Node node) {
    insideTotal -= node.ledger().inside();
    heldTotal -= node.heldBuffers();
  }

  /** Puts them back, and checks. Returns what is wrong, or null. */
  @Nullable String close(Node node, long liveBuffers) {
    NodeLedger ledger = node.ledger();
    insideTotal += ledger.inside();
    heldTotal += node.heldBuffers();
    long in = ledger.arrivals() + ledger.origins();
    long out = ledger.departures() + ledger.deliveries() + ledger.drops() + ledger.inside();
    if (in != out) {
      return "node " + node.name() + ": " + in + " frames came in and " + out + " are accounted";
    }
    if (ledger.inside() != node.framesInside()) {
      return "node "
          + node.name()
          + " should hold "
          + ledger.inside()
          + " frames by its books, "
          + node.framesInside()
          + " are there";
    }
    if (sent + duplicated != received + lost + onWire) {
      return "wires: "
          + sent
          + " sent + "
          + duplicated
          + " duplicated is not "
          + received
          + " received + "
          + lost
          + " lost + "
          + onWire
          + " on the way";
    }
    if (liveBuffers != insideTotal + onWire + heldTotal) {
      return liveBuffers
          + " buffers live, but "
          + insideTotal
          + " frames are in nodes and "
          + onWire
          + " on wires; services say that they hold "
          + heldTotal;
    }
    if (node.isStopped() && node.heldBuffers() > 0) {
      return "node "
          + node.name()
          + " was stopped, and services say that they hold "
          + node.heldBuffers()
          + " buffers";
    }
    return queueBeyondLimit(node);
  }

  private static @Nullable String queueBeyondLimit(Node node) {
    LinkPort own = node.nodePort();
    if (own != null && own.queue().frames() > own.queue().limitFrames()) {
      return "node " + node.name() + ": its queue is beyond its limit";
    }
    for (LinkConfig link : node.links()) {
      LinkPort port = node.port(link.id());
      if (port.queue().frames() > port.queue().limitFrames()) {
        return "node " + node.name() + ": the queue of " + port.name() + " is beyond its limit";
      }
    }
    return null;
  }
}
