// SPDX-License-Identifier: Apache-2.0
package rani.sim;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import rani.world.LinkEnd;
import rani.world.LinkId;
import rani.world.Wire;

/** One direction of a link between two nodes in virtual time. */
final class SimulatedWire implements Wire {
  private final Simulation simulation;
  private final SimulatedNode node;
  private @Nullable SimulatedNode farNode;
  private @Nullable LinkId farLink;

  /** Frames that an eavesdropper recorded lately, oldest first; null while none listens. */
  private @Nullable ArrayDeque<byte[]> overheard;

  /** The last frame in flight; null if none is. */
  private EventHeap.@Nullable Event last;

  /** The outgoing wire of a link that the node may receive only later. */
  SimulatedWire(Simulation simulation, SimulatedNode node) {
    this.simulation = simulation;
    this.node = node;
  }

  void connect(SimulatedNode far, LinkId itsLink) {
    farNode = far;
    farLink = itsLink;
  }

  boolean isConnected() {
    return farNode != null;
  }

  /** When the sender's clock, by which its wire goes as its ports do, will show a time. */
  private long reachedNanos(long dueNanos) {
    return Math.max(simulation.nowNanos(), node.reachesNanos(dueNanos));
  }

  @Override
  public void deliver(LinkEnd end, long senderDueNanos, ByteBuf frame) {
    long dueNanos = reachedNanos(senderDueNanos);
    EventHeap events = simulation.events();
    EventHeap.Event before = last;
    EventHeap.Event event;
    if (before == null) {
      event = events.add(dueNanos);
      last = event;
    } else if (before.atNanos <= dueNanos) {
      event = events.addBehind(before, dueNanos);
      last = event;
    } else {
      event = events.add(dueNanos); // it overtakes
    }
    event.node = farNode;
    event.wire = this;
    event.end = end;
    event.frame = frame;
  }

  @Override
  public boolean serveAt(LinkEnd end, long dueNanos, int lengthBytes) {
    EventHeap.Event event = simulation.events().add(reachedNanos(dueNanos));
    event.wire = this;
    event.end = end;
    return true;
  }

  /**
   * Handles an event of this wire. If the event is only a service time, the frame that is served
   * then arrives by an event of its own.
   *
   * @return the frame that arrives, sealed if the link is keyed; null for a service time
   */
  @Nullable ByteBuf arrived(EventHeap.Event event) {
    LinkEnd end = Objects.requireNonNull(event.end, "what a wire carries has left by an end");
    if (event.frame == null) {
      end.serve(node.nodeNanos());
      return null;
    }
    if (event == last) {
      last = null;
    }
    ByteBuf sealed = end.seal(event.frame);
    if (overheard != null) {
      keep(overheard, sealed);
    }
    return sealed;
  }

  private static void keep(ArrayDeque<byte[]> kept, ByteBuf frame) {
    if (kept.size() == Simulation.OVERHEARD_MAX) {
      kept.remove();
    }
    kept.add(ByteBufUtil.getBytes(frame));
  }

  /** Starts to record frames for an eavesdropper. */
  void overhear() {
    if (overheard == null) {
      overheard = new ArrayDeque<>();
    }
  }

  /** The frames recorded lately, oldest first. */
  List<byte[]> overheard() {
    return overheard == null ? List.of() : List.copyOf(overheard);
  }

  /** The node at its far end; null if there is none. */
  @Nullable SimulatedNode farNode() {
    return farNode;
  }

  /** The far node's number of this link. */
  LinkId farLink() {
    return Objects.requireNonNull(farLink, "a wire that carries is connected");
  }
}
