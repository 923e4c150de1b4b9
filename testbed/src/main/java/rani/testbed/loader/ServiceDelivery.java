// SPDX-License-Identifier: Apache-2.0
package rani.testbed.loader;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import rani.ground.LabFailure;
import rani.model.topology.TopologyLink;
import rani.nodehost.gateway.GatewayOrder;
import rani.nodehost.loader.LoaderCommand;
import rani.nodehost.loader.LoaderLimits;
import rani.testbed.RunningLab;
import rani.testbed.process.Lease;
import rani.testbed.transfer.MessagePipe;
import rani.world.Reply;

/**
 * Delivers service jars to nodes of a running network. A jar is announced over the target's control
 * plane and passed to another node's gateway, which sends it through the network by RDP.
 */
public final class ServiceDelivery {
  private final RunningLab lab;

  public ServiceDelivery(RunningLab lab) {
    this.lab = lab;
  }

  /**
   * Delivers a jar, and returns the loaded service, or a refusal. The jar enters the network at
   * {@code from}; null for a neighbour of the target, or any running node.
   */
  public Reply load(@Nullable String from, String to, JarUpload shipment) throws LabFailure {
    LabFailure last = null;
    for (String entry : from == null ? entries(to) : List.of(from)) {
      Reply ordered = LoaderClient.order(lab, to, lab.address(entry), shipment);
      if (!ordered.ok()) {
        return ordered;
      }
      LoaderCommand.Placed order = LoaderClient.placed(to, ordered);
      Lease held;
      try {
        held = lab.hold(entry, new GatewayOrder.Dial(lab.address(to), LoaderLimits.PORT));
      } catch (LabFailure e) {
        last = e; // the entry node has ended; try the next one
        boolean _ = LoaderClient.withdraw(lab, to, order);
        continue;
      }
      try (held) {
        return bring(held, to, shipment, order);
      }
    }
    throw last == null ? new LabFailure("there is no node") : last;
  }

  private Reply bring(Lease held, String to, JarUpload shipment, LoaderCommand.Placed order)
      throws LabFailure {
    try (MessagePipe pipe = MessagePipe.to(held)) {
      pipe.patience(LoaderLimits.PATIENCE_NANOS);
      if (!pipe.awaitOpen()) {
        boolean _ = LoaderClient.withdraw(lab, to, order);
        throw new LabFailure("node " + to + " cannot be reached: " + pipe.closeReason());
      }
      return shipment.send(pipe, order.ticket());
    } catch (SocketTimeoutException e) {
      return outcome(
          to,
          order,
          new LabFailure(
              "node %s has said nothing for %s s; is the way there cut, or its loader suspended?"
                  .formatted(to, TimeUnit.NANOSECONDS.toSeconds(LoaderLimits.PATIENCE_NANOS)),
              e));
    } catch (IOException e) {
      String message = "the jar was not brought to node " + to + ": " + e.getMessage();
      return outcome(to, order, new LabFailure(message, e));
    }
  }

  /** Returns the outcome after a broken connection, which may have lost only the answer. */
  private Reply outcome(String to, LoaderCommand.Placed order, LabFailure broken)
      throws LabFailure {
    Optional<Reply> ended = Optional.empty();
    try {
      if (!LoaderClient.withdraw(lab, to, order)) {
        ended = LoaderClient.outcome(lab, to, order.id());
      }
    } catch (LabFailure e) {
      broken.addSuppressed(e);
    }
    return ended.orElseThrow(() -> broken);
  }

  /** Returns entry nodes: neighbours first, so that the jar crosses one hop; the target last. */
  private List<String> entries(String to) {
    SequencedSet<String> entries = new LinkedHashSet<>();
    for (TopologyLink link : lab.topology().linksByNode().getOrDefault(to, List.of())) {
      entries.add(link.farEnd(to).node());
    }
    entries.addAll(lab.ownNames());
    entries.retainAll(lab.ownNames());
    entries.remove(to);
    entries.addLast(to);
    return List.copyOf(entries);
  }
}
