// SPDX-License-Identifier: Apache-2.0
package rani.sim;

import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;
import rani.link.WireImpairment;
import rani.world.LinkId;

/** One direction of a link between two nodes in virtual time. */
final class SimulatedWire implements WireImpairment.Wire {
  private final Simulation simulation;
  private final WireImpairment impairment;
  private @Nullable SimulatedNode farNode;
  private @Nullable LinkId farLink;

  SimulatedWire(Simulation simulation, WireImpairment impairment) {
    this.simulation = simulation;
    this.impairment = impairment;
  }

  void connect(SimulatedNode node, LinkId link) {
    farNode = node;
    farLink = link;
  }

  boolean isConnected() {
    return farNode != null;
  }

  WireImpairment impairment() {
    return impairment;
  }

  void carry(ByteBuf frame) {
    simulation.books().sent++;
    long lost = impairment.lost() + impairment.cutOff();
    long duplicated = impairment.duplicated();
    impairment.carry(simulation.nowNanos(), frame, this);
    simulation.books().lost += impairment.lost() + impairment.cutOff() - lost;
    simulation.books().duplicated += impairment.duplicated() - duplicated;
  }

  @Override
  public void deliver(long dueNanos, ByteBuf frame) {
    simulation.books().onWire++;
    simulation.schedule(dueNanos, farNode, farLink, frame);
  }
}
