// SPDX-License-Identifier: Apache-2.0
package rani.sim;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.util.Arrays;
import java.util.random.RandomGenerator;
import rani.link.LinkConfig;
import rani.node.Command;
import rani.node.Node;
import rani.node.NodeConfig;
import rani.world.LinkEnd;
import rani.world.LinkId;
import rani.world.NodeTrace;
import rani.world.Reply;
import rani.world.Streams;
import rani.world.Timers;
import rani.world.World;

/** A node in virtual time, and the {@code World} of that node. */
final class SimulatedNode implements World {
  private final Simulation simulation;
  private final String name;
  private Node node;
  private NodeClock clock = NodeClock.TRUE;
  private final InvariantChecker.Share share = new InvariantChecker.Share();
  private SimulatedWire[] wires;
  private boolean gone;
  private int restarts;
  private long wakeNanos = Timers.NEVER;

  /**
   * Times of this node's scheduled wake-ups, the latest first, without duplicates. A node requests
   * a distant deadline again whenever a nearer one has passed, although that wake-up is already
   * scheduled.
   */
  private long[] callsNanos = new long[8];

  private int calls;

  SimulatedNode(Simulation simulation, NodeConfig config, NodeTrace trace) {
    this.simulation = simulation;
    this.name = config.name();
    this.node = new Node(config, this, trace);
    this.wires = new SimulatedWire[config.links().size()];
    for (LinkConfig link : config.links()) {
      wires[link.id().number()] = new SimulatedWire(simulation, this);
    }
  }

  String name() {
    return name;
  }

  Node node() {
    return node;
  }

  /** Returns this node's part of the invariant checker's totals. */
  InvariantChecker.Share share() {
    return share;
  }

  /** Returns a link number that no wire has yet. */
  LinkId nextLink() {
    return new LinkId(wires.length);
  }

  /** Creates a wire for a link that the node receives later. */
  void reserve(LinkId link) {
    int had = wires.length;
    if (link.number() >= had) {
      wires = Arrays.copyOf(wires, link.number() + 1);
      for (int number = had; number < wires.length; number++) {
        wires[number] = new SimulatedWire(simulation, this);
      }
    }
  }

  /** Removes the node from the network; frames in flight to it are lost. */
  void leave() {
    gone = true;
    wakeNanos = Timers.NEVER;
  }

  /** Crashes the node: its state is lost, and what it sends at its end is discarded. */
  void crash() {
    leave();
    node.handle(nodeNanos(), new Command.Stop());
  }

  /**
   * Restarts the node without its former state; it has to be started. Its random streams differ
   * from before the crash, because a live node does not repeat its initial sequence numbers (RFC
   * 6528). Throws {@link IllegalArgumentException} if a link has no wire.
   */
  void restart(NodeConfig config, NodeTrace trace) {
    for (LinkConfig link : config.links()) {
      if (link.id().number() >= wires.length || !wires[link.id().number()].isConnected()) {
        throw new IllegalArgumentException(name + " has no wire for " + link.id());
      }
    }
    restarts++;
    node = new Node(config, this, trace);
    share.sent = 0;
    gone = false;
  }

  void setClock(NodeClock other) {
    clock = other;
  }

  /** Returns the current time of the node's clock. */
  long nodeNanos() {
    return clock.shows(simulation.nowNanos());
  }

  /** Returns the network's time at which the node's clock will show a time. */
  long reachesNanos(long nodeNanos) {
    return clock.reaches(nodeNanos);
  }

  Reply handle(Command command) {
    return gone ? Reply.refused(name + " is down") : node.handle(nodeNanos(), command);
  }

  boolean isGone() {
    return gone;
  }

  /** Connects a link end of this node to a link end of another node. */
  void connect(LinkId link, SimulatedNode farNode, LinkId farLink) {
    if (link.number() >= wires.length) {
      throw new IllegalArgumentException("node " + name + " has no link " + link.number());
    }
    if (wires[link.number()].isConnected()) {
      throw new IllegalArgumentException(
          "link " + link.number() + " of " + name + " is wired twice");
    }
    wires[link.number()].connect(farNode, farLink);
  }

  SimulatedWire wire(LinkId link) {
    return wires[link.number()];
  }

  void requireWired() {
    for (int number = 0; number < wires.length; number++) {
      if (!wires[number].isConnected()) {
        throw new IllegalArgumentException("link " + number + " of " + name + " has no wiring");
      }
    }
  }

  @Override
  public void send(LinkEnd end, ByteBuf frame) {
    share.sent++;
    if (gone) {
      frame.release(); // sent while the node is stopped by a crash
      return;
    }
    SimulatedWire wire = wires[end.id().number()];
    simulation.books().sent(end.carry(nodeNanos(), frame, wire));
  }

  @Override
  public void wakeAt(long deadlineNanos) {
    long atNanos = Math.max(clock.reaches(deadlineNanos), simulation.nowNanos());
    if (atNanos < wakeNanos && !gone) {
      wakeNanos = atNanos;
      call(atNanos);
    }
  }

  private void call(long atNanos) {
    int place = calls;
    while (place > 0 && callsNanos[place - 1] < atNanos) {
      place--;
    }
    if (place > 0 && callsNanos[place - 1] == atNanos) {
      return;
    }
    if (calls == callsNanos.length) {
      callsNanos = Arrays.copyOf(callsNanos, 2 * calls);
    }
    System.arraycopy(callsNanos, place, callsNanos, place + 1, calls - place);
    callsNanos[place] = atNanos;
    calls++;
    simulation.events().add(atNanos).node = this;
  }

  /** Wakes the node, unless an earlier wake-up has replaced this one. */
  void wake(long nowNanos) {
    calls--;
    if (nowNanos == wakeNanos) {
      wakeNanos = Timers.NEVER;
      node.wake(clock.shows(nowNanos));
    }
  }

  @Override
  public RandomGenerator random(String owner) {
    String life = restarts == 0 ? owner : owner + " after restart " + restarts;
    return Streams.of(simulation.seed(), name, life);
  }

  @Override
  public ByteBufAllocator buffers() {
    return simulation.buffers();
  }
}
