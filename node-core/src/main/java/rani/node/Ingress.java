// SPDX-License-Identifier: Apache-2.0
package rani.node;

import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;
import rani.link.Diversion;
import rani.link.IngressRules;
import rani.link.PacketAccounting;
import rani.service.Fate;
import rani.wire.Frame;
import rani.wire.RaniHeader;
import rani.world.DropReason;
import rani.world.LinkId;

/**
 * The checks of an arriving frame before forwarding: format, PrevNode and lifetime, then the
 * filters and diversions of its link.
 */
final class Ingress {
  private final Menu menu;
  private final Diversions diversions;
  private final PacketAccounting ledger;
  private final Forwarder forwarder;

  Ingress(Menu menu, Diversions diversions, PacketAccounting ledger, Forwarder forwarder) {
    this.menu = menu;
    this.diversions = diversions;
    this.ledger = ledger;
    this.forwarder = forwarder;
  }

  /** Returns why an arriving frame is dropped; null if it may pass. */
  @Nullable DropReason refusal(NodeLinks.End end, ByteBuf frame) {
    DropReason unproven = end.seal().open(frame);
    if (unproven != null) {
      return unproven;
    }
    int at = frame.readerIndex();
    if (RaniHeader.prevNode(frame, at) != end.neighbour()) {
      return DropReason.PREV_NODE_MISMATCH;
    }
    return RaniHeader.lifetimeMicros(frame, at) == 0 ? DropReason.EXPIRED : null;
  }

  /** Returns why a released frame is dropped, as too old or malformed; null if it may pass. */
  @Nullable DropReason refusal(long nowNanos, Diversion.Held held) {
    ByteBuf frame = held.frame();
    DropReason malformed = Frame.check(frame);
    if (malformed != null) {
      return malformed;
    }
    long head = RaniHeader.head(frame, frame.readerIndex());
    if (RaniHeader.keyed(head)) {
      return DropReason.BAD_KEY; // its link has opened it long ago
    }
    long heldMicros = (nowNanos - held.arrivedNanos()) / 1000;
    return RaniHeader.lifetimeMicros(head) <= heldMicros ? DropReason.EXPIRED : null;
  }

  /**
   * Reports whether a filter or a diversion catches a packet; takes the reference then. Network
   * control is never caught, because a filtered source's link must stay up. The arrival link is
   * null if the packet originates here.
   */
  boolean isCaught(long nowNanos, @Nullable LinkId link, IngressRules rules, ByteBuf frame) {
    if (rules.isEmpty() || Frame.isControl(frame)) {
      return false;
    }
    IngressRules.Rule rule = rules.match(frame);
    if (rule == null) {
      return false;
    }
    Diversion diversion = rule.diversion();
    if (diversion == null || link == null) {
      forwarder.caught(nowNanos, link, frame);
      ledger.drop(nowNanos, DropReason.FILTERED, link, frame);
      return true;
    }
    Fate fate = menu.divert(nowNanos, diversion, link, frame);
    boolean isHeld = fate == Fate.HOLD && diversions.isOpen(diversion);
    if (!isHeld && (fate == Fate.FORWARD || fate == Fate.HOLD)) {
      return false; // a diversion that its service has just ended holds nothing more
    }
    forwarder.caught(nowNanos, link, frame);
    if (isHeld) {
      diversions.hold(nowNanos, diversion, frame, nowNanos);
      return true;
    }
    menu.settle(nowNanos, fate, menu.nameOf(diversion.serviceNumber()), link, frame);
    return true;
  }
}
