// SPDX-License-Identifier: Apache-2.0
package rani.tools.watch;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import rani.ground.LabFailure;
import rani.json.JsonObject;
import rani.model.topology.Topology;
import rani.testbed.RunningEvents;
import rani.testbed.RunningLab;

/** The events of a running network's nodes in order of time. For one thread. */
public final class OrderedEvents implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMillis(100);

  /** The most events that are taken before those that are due are returned. */
  private static final int BATCH_MAX = 1000;

  private final RunningLab lab;
  private final boolean isOfAll;
  private final Set<String> nodes;
  private final EventOrder order = new EventOrder();
  private final RunningEvents events;
  private Topology network;
  private int there;

  /** Follows some nodes; an empty list means all, and those that join the network later. */
  public OrderedEvents(RunningLab lab, List<String> nodes) throws LabFailure {
    this.lab = lab;
    this.isOfAll = nodes.isEmpty();
    this.network = lab.topology();
    this.nodes = new LinkedHashSet<>(isOfAll ? network.ownNames() : nodes);
    this.there = this.nodes.size();
    this.events = lab.events(List.copyOf(this.nodes));
  }

  /** Reports whether all nodes have ended and {@link #next} has returned all their events. */
  public boolean isOver() {
    return there == 0 && order.isEmpty();
  }

  /** Waits a little, and returns the events whose turn has come; may be empty. */
  public List<JsonObject> next() throws InterruptedException {
    followNewNodes();
    JsonObject event = there > 0 ? events.next(PATIENCE) : null;
    for (int i = 0; event != null; i++) {
      order.add(event, System.nanoTime());
      if ("gone".equals(event.find("kind"))) {
        there--;
      }
      event = i < BATCH_MAX ? events.next(Duration.ZERO) : null;
    }
    return there > 0 ? order.due(System.nanoTime()) : order.all();
  }

  private void followNewNodes() {
    if (!isOfAll || lab.topology() == network) {
      return;
    }
    network = lab.topology();
    nodes.retainAll(network.ownNames());
    for (String node : network.ownNames()) {
      if (nodes.add(node)) {
        there++;
        events.follow(node);
      }
    }
  }

  /** Returns the events that are still held back, in order. */
  public List<JsonObject> rest() {
    return order.all();
  }

  @Override
  public void close() {
    events.close();
  }
}
