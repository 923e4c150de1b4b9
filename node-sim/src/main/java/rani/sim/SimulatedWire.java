// SPDX-License-Identifier: Apache-2.0
package rani.sim;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import rani.link.LinkSeal;
import rani.link.WireImpairment;
import rani.node.Node;
import rani.world.LinkId;

/** One direction of a link between two nodes in virtual time. */
final class SimulatedWire implements WireImpairment.Wire {
  private final Simulation simulation;
  private final SimulatedNode node;
  private final LinkId link;
  private @Nullable SimulatedNode farNode;
  private @Nullable LinkId farLink;

  /** Whose end of the link this is, and what that node does to what leaves by it. */
  private @Nullable Node sender;

  private @Nullable WireImpairment impairment;
  private @Nullable Runnable serve;
  private @Nullable LinkSeal seal;

  /** What a stranger has taken off it lately, oldest first; null while none listens. */
  private @Nullable ArrayDeque<byte[]> overheard;

  /** The last frame that is on its way; null if none is. */
  private EventHeap.@Nullable Event last;

  /** The way out of a node by one of its links, which may have that link only later. */
  SimulatedWire(Simulation simulation, SimulatedNode node, LinkId link) {
    this.simulation = simulation;
    this.node = node;
    this.link = link;
  }

  void connect(SimulatedNode far, LinkId itsLink) {
    farNode = far;
    farLink = itsLink;
  }

  boolean isConnected() {
    return farNode != null;
  }

  void carry(ByteBuf frame) {
    WireImpairment trouble = impairment;
    if (trouble == null || node.node() != sender) {
      trouble = take(node.node());
    }
    Books books = simulation.books();
    books.sent++;
    long lost = trouble.lost() + trouble.cutOff();
    long duplicated = trouble.duplicated();
    int waiting = trouble.waiting();
    trouble.carry(node.nodeNanos(), frame, this);
    books.onWire += trouble.waiting() - waiting;
    books.lost += trouble.lost() + trouble.cutOff() - lost;
    books.duplicated += trouble.duplicated() - duplicated;
  }

  /** Once a node: no number is ever given to another link, and only a new node has new ends. */
  private WireImpairment take(Node from) {
    WireImpairment trouble = from.wire(link);
    impairment = trouble;
    serve = () -> serve(trouble);
    seal = from.seal(link);
    sender = from;
    return trouble;
  }

  /** When the sender's clock, by which its wire goes as its ports do, will show a time. */
  private long reachedNanos(long dueNanos) {
    return Math.max(simulation.nowNanos(), node.reachesNanos(dueNanos));
  }

  @Override
  public void deliver(long senderDueNanos, ByteBuf frame) {
    long dueNanos = reachedNanos(senderDueNanos);
    simulation.books().onWire++;
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
    event.frame = frame;
  }

  @Override
  public boolean serveAt(long dueNanos, int lengthBytes) {
    simulation.events().add(reachedNanos(dueNanos)).action = serve;
    return true;
  }

  /** The frame that comes out does so by an event of its own at this very time. */
  private void serve(WireImpairment trouble) {
    int waiting = trouble.waiting();
    trouble.serve(node.nodeNanos());
    simulation.books().onWire += trouble.waiting() - waiting;
  }

  /**
   * An event of this wire has come.
   *
   * @return its frame, sealed if the link is keyed
   */
  ByteBuf arrived(EventHeap.Event event) {
    if (event == last) {
      last = null;
    }
    ByteBuf frame = Objects.requireNonNull(event.frame, "what comes by a wire is a frame");
    ByteBuf whole = seal == null ? frame : seal.seal(simulation.buffers(), frame);
    if (overheard != null) {
      keep(overheard, whole);
    }
    return whole;
  }

  private static void keep(ArrayDeque<byte[]> kept, ByteBuf frame) {
    if (kept.size() == Simulation.OVERHEARD_MAX) {
      kept.remove();
    }
    kept.add(ByteBufUtil.getBytes(frame));
  }

  /** A stranger listens from now on. */
  void overhear() {
    if (overheard == null) {
      overheard = new ArrayDeque<>();
    }
  }

  /** What was overheard lately, oldest first. */
  List<byte[]> overheard() {
    return overheard == null ? List.of() : List.copyOf(overheard);
  }

  /** Where it ends; null if it ends nowhere. */
  @Nullable SimulatedNode farNode() {
    return farNode;
  }

  /** Which of the far node's links this wire ends at. */
  LinkId farLink() {
    return Objects.requireNonNull(farLink, "a wire that carries is connected");
  }
}
