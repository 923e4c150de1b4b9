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

  /** The last frames, oldest first, for an eavesdropper; null if there is none. */
  private @Nullable ArrayDeque<byte[]> overheard;

  /** The last frame in flight; null if there is none. */
  private EventHeap.@Nullable Event last;

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

  /** Returns the network's time at which the sender's clock will show a time. */
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
      event = events.add(dueNanos); // the frame overtakes others, so it is not chained
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
   * Handles an event of this wire. Returns the frame that arrives, sealed if the link is keyed;
   * null if the event is the end of a frame's service, which then arrives by another event.
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
      if (overheard.size() == Simulation.OVERHEARD_MAX) {
        overheard.remove();
      }
      overheard.add(ByteBufUtil.getBytes(sealed));
    }
    return sealed;
  }

  /** Starts to record frames for an eavesdropper. */
  void overhear() {
    if (overheard == null) {
      overheard = new ArrayDeque<>();
    }
  }

  /** Returns the last recorded frames, oldest first. */
  List<byte[]> overheard() {
    return overheard == null ? List.of() : List.copyOf(overheard);
  }

  /** Returns the receiving node; null if the wire is not connected. */
  @Nullable SimulatedNode farNode() {
    return farNode;
  }

  /** Returns the receiving node's number of this link. */
  LinkId farLink() {
    return Objects.requireNonNull(farLink, "a wire that carries is connected");
  }
}
