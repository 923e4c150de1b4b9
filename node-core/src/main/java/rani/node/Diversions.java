// SPDX-License-Identifier: Apache-2.0
package rani.node;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import rani.link.Diversion;
import rani.link.PacketAccounting;
import rani.wire.Frame;
import rani.world.DropReason;
import rani.world.LinkId;

/**
 * The diversions of a node's services, and the packets they have released. Released packets wait
 * until no service is being called, so that services never call into each other.
 */
final class Diversions {
  private final NodeLinks links;
  private final PacketAccounting ledger;
  private final ByteBufAllocator buffers;
  private final List<Diversion> open = new ArrayList<>();
  private final ArrayDeque<Diversion.Held> released = new ArrayDeque<>();

  Diversions(NodeLinks links, PacketAccounting ledger, ByteBufAllocator buffers) {
    this.links = links;
    this.ledger = ledger;
    this.buffers = buffers;
  }

  /** Opens a diversion; null if its link was removed, or has no room for another rule. */
  @Nullable Diversion open(long nowNanos, Diversion diversion, long untilNanos) {
    NodeLinks.End end = links.end(diversion.link().number());
    if (end == null || !end.rules().divert(nowNanos, diversion, untilNanos)) {
      return null;
    }
    open.add(diversion);
    return diversion;
  }

  /** Returns the service's channel without a rule on a link; null if it has not asked for one. */
  @Nullable Diversion parking(int serviceNumber, LinkId link) {
    for (int i = 0; i < open.size(); i++) {
      Diversion channel = open.get(i);
      if (channel.isParking()
          && channel.serviceNumber() == serviceNumber
          && channel.link().equals(link)) {
        return channel;
      }
    }
    return null;
  }

  /** Opens a service's channel without a rule; null if the link was removed. */
  @Nullable Diversion openParking(int serviceNumber, LinkId link) {
    if (links.end(link.number()) == null) {
      return null;
    }
    Diversion channel = Diversion.parking(serviceNumber, link);
    open.add(channel);
    return channel;
  }

  boolean refresh(long nowNanos, Diversion diversion, long untilNanos) {
    NodeLinks.End end = links.end(diversion.link().number());
    return end != null
        && !diversion.isParking()
        && end.rules().refresh(nowNanos, diversion, untilNanos);
  }

  /** Reports whether a diversion was not ended by its service; it may have expired. */
  boolean isOpen(Diversion diversion) {
    return open.contains(diversion);
  }

  /** Holds a frame, unless the channel is full. The frame's lifetime runs on from its arrival. */
  void hold(long nowNanos, Diversion diversion, ByteBuf frame, long arrivedNanos) {
    if (diversion.isFull()) {
      ledger.drop(nowNanos, DropReason.DIVERSION, diversion.link(), frame);
    } else {
      diversion.hold(Frame.settled(buffers, frame), arrivedNanos);
    }
  }

  /** Releases a held packet at the end of this call; false if there is no such packet. */
  boolean release(Diversion diversion, long number) {
    Diversion.Held held = diversion.release(number);
    return held != null && released.add(held);
  }

  /** Releases a copy of a held packet; the copy counts as an arrival by the link. */
  boolean releaseCopy(long nowNanos, Diversion diversion, long number) {
    Diversion.Held held = diversion.peek(number);
    if (held == null) {
      return false;
    }
    ByteBuf copy = Frame.copy(buffers, held.frame());
    ledger.arrival(nowNanos, held.link(), copy);
    return released.add(new Diversion.Held(held.link(), copy, held.arrivedNanos()));
  }

  /** Releases a frame that a service made of an arrival; it counts as an arrival by the link. */
  void sendOn(long nowNanos, Diversion diversion, ByteBuf frame) {
    ledger.arrival(nowNanos, diversion.link(), frame);
    released.add(new Diversion.Held(diversion.link(), frame, nowNanos));
  }

  /** Ends a diversion, expired or not, and forwards or discards what it holds. */
  void end(long nowNanos, Diversion diversion, boolean flush) {
    NodeLinks.End end = links.end(diversion.link().number());
    if (end != null && !diversion.isParking()) {
      end.rules().remove(nowNanos, diversion);
    }
    open.remove(diversion);
    if (!flush) {
      discard(nowNanos, DropReason.DIVERSION, diversion);
    }
    while (diversion.held() > 0) {
      released.add(diversion.release());
    }
  }

  /** Flushes all diversions of a service that is no longer called. */
  void endAllOf(long nowNanos, int serviceNumber) {
    endAll(nowNanos, diversion -> diversion.serviceNumber() == serviceNumber);
  }

  /** Flushes all diversions on a link that is removed. */
  void endAllOn(long nowNanos, LinkId link) {
    endAll(nowNanos, diversion -> diversion.link().equals(link));
  }

  private void endAll(long nowNanos, Predicate<Diversion> which) {
    open.stream().filter(which).toList().forEach(diversion -> end(nowNanos, diversion, true));
  }

  int countOf(int serviceNumber) {
    int count = 0;
    for (Diversion diversion : open) {
      count += diversion.serviceNumber() == serviceNumber ? 1 : 0;
    }
    return count;
  }

  boolean hasReleased() {
    return !released.isEmpty();
  }

  Diversion.Held nextReleased() {
    return released.remove();
  }

  void stop(long nowNanos) {
    open.forEach(diversion -> discard(nowNanos, DropReason.STOPPED, diversion));
    while (!released.isEmpty()) {
      Diversion.Held held = released.remove();
      ledger.drop(nowNanos, DropReason.STOPPED, held.link(), held.frame());
    }
  }

  private void discard(long nowNanos, DropReason reason, Diversion diversion) {
    while (diversion.held() > 0) {
      ledger.drop(nowNanos, reason, diversion.link(), diversion.release().frame());
    }
  }

  /** Returns the number of frames held, or released and not yet forwarded. */
  long holds() {
    long frames = released.size();
    for (int i = 0; i < open.size(); i++) { // without an iterator: virtual time asks very often
      frames += open.get(i).held();
    }
    return frames;
  }
}
