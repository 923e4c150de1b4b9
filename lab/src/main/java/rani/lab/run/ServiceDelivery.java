// SPDX-License-Identifier: Apache-2.0
package rani.lab.run;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedSet;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import rani.lab.LabFailure;
import rani.lab.gateway.GatewayOrder;
import rani.lab.loader.LoaderLimits;
import rani.lab.loader.Shipment;
import rani.lab.topology.TopologyLink;
import rani.lab.transfer.MessagePipe;
import rani.world.Reply;

/**
 * Brings service jars to nodes of a running network: over the control plane to one node, and from
 * there through the network itself, by RDP.
 */
public final class ServiceDelivery {
  private final RunningLab lab;
  private final long patienceNanos;

  /** Deliveries in a network. */
  public ServiceDelivery(RunningLab lab) {
    this(lab, LoaderLimits.PATIENCE_NANOS);
  }

  /** The same, with less patience. */
  ServiceDelivery(RunningLab lab, long patienceNanos) {
    this.lab = lab;
    this.patienceNanos = patienceNanos;
  }

  /**
   * Brings one, and waits for what the node makes of it.
   *
   * @param from where it enters the network; null for a neighbour of the node, or any that is alive
   * @return what was loaded, or why it is refused
   * @throws LabFailure if there is no such node, or it cannot be reached
   */
  public Reply load(@Nullable String from, String to, Shipment shipment) throws LabFailure {
    int address = lab.address(to);
    GatewayOrder dial = new GatewayOrder.Dial(address, LoaderLimits.PORT);
    try (Held held = from == null ? anywhere(to, dial) : lab.hold(from, dial);
        MessagePipe pipe = MessagePipe.to(held)) {
      pipe.patience(patienceNanos);
      if (!pipe.awaitOpen()) {
        throw new LabFailure("node " + to + " cannot be reached: " + pipe.closeReason());
      }
      return shipment.send(pipe);
    } catch (SocketTimeoutException e) {
      throw new LabFailure(
          "node "
              + to
              + " has said nothing for "
              + TimeUnit.NANOSECONDS.toSeconds(patienceNanos)
              + " s; is the way there cut, or its loader suspended?",
          e);
    } catch (IOException e) {
      throw new LabFailure("the jar was not brought to node " + to + ": " + e.getMessage(), e);
    }
  }

  private Held anywhere(String to, GatewayOrder dial) throws LabFailure {
    LabFailure last = null;
    for (String node : entries(to)) {
      try {
        return lab.hold(node, dial);
      } catch (LabFailure e) {
        last = e; // it has ended; the next may be alive
      }
    }
    throw last == null ? new LabFailure("there is no node") : last;
  }

  /** Neighbours first, so that the jar has one hop to go; the node itself last. */
  private List<String> entries(String to) {
    SequencedSet<String> entries = new LinkedHashSet<>();
    for (TopologyLink link : lab.topology().linksByNode().getOrDefault(to, List.of())) {
      entries.add(link.farEnd(to).node());
    }
    entries.addAll(lab.names());
    entries.remove(to);
    entries.addLast(to);
    return List.copyOf(entries);
  }
}
