// SPDX-License-Identifier: Apache-2.0
package rani.node;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import org.jspecify.annotations.Nullable;
import rani.link.PacketAccounting;
import rani.wire.Frame;
import rani.wire.Ipv4Header;
import rani.wire.RaniHeader;
import rani.world.DropReason;
import rani.world.LinkId;
import rani.world.Timers;

/**
 * The processing delay of a node's control plane. A service message that arrives by a link waits
 * this long before it is handled or forwarded. All messages wait equally long, so their order is
 * kept. Data, hellos, link states and messages between services of this node are not delayed.
 */
final class ControlProcessing implements Timers.Due {
  /** The largest number of waiting messages; further ones are dropped, {@code queue-full}. */
  static final int WAITING_MAX = 1024;

  private final long delayNanos;
  private final Menu menu;
  private final PacketAccounting ledger;
  private final ByteBufAllocator buffers;
  private final Forwarder forwarder;
  private final int ownAddress;
  private final Timers.Timer timer;

  // A ring buffer, so that a message allocates nothing.
  private final @Nullable ByteBuf[] frames = new ByteBuf[WAITING_MAX];
  private final @Nullable LinkId[] links = new LinkId[WAITING_MAX];
  private final long[] arrivedNanos = new long[WAITING_MAX];
  private int head;
  private int waiting;

  ControlProcessing(
      NodeConfig config,
      Menu menu,
      PacketAccounting ledger,
      ByteBufAllocator buffers,
      Timers timers,
      Forwarder forwarder) {
    this.delayNanos = config.controlDelayNanos();
    this.ownAddress = config.address();
    this.menu = menu;
    this.ledger = ledger;
    this.buffers = buffers;
    this.forwarder = forwarder;
    this.timer = timers.timer(this);
  }

  /** Takes a frame that came by a link if it has to wait. Takes the reference then. */
  boolean takes(long nowNanos, LinkId link, ByteBuf frame) {
    if (!isMessage(frame)) {
      return false;
    }
    if (waiting == WAITING_MAX) {
      ledger.drop(nowNanos, DropReason.QUEUE_FULL, link, frame);
      return true;
    }
    int place = (head + waiting) % WAITING_MAX;
    frames[place] = Frame.settled(buffers, frame);
    links[place] = link;
    arrivedNanos[place] = nowNanos;
    waiting++;
    if (waiting == 1) {
      timer.armAt(nowNanos + delayNanos);
    }
    return true;
  }

  /** Reports whether a service here would handle the frame as a message. */
  private boolean isMessage(ByteBuf frame) {
    int at = frame.readerIndex();
    if (!RaniHeader.act(frame, at)) {
      return false;
    }
    int ip = Frame.ipv4(frame);
    return Ipv4Header.protocol(frame, ip) == Ipv4Header.PROTOCOL_SERVICE
        && menu.handles(
            RaniHeader.service(frame, at), Ipv4Header.destination(frame, ip) == ownAddress);
  }

  @Override
  public void due(long nowNanos) {
    while (waiting > 0 && arrivedNanos[head] + delayNanos <= nowNanos) {
      LinkId link = links[head];
      long cameNanos = arrivedNanos[head];
      ByteBuf frame = first();
      long lifetimeMicros = RaniHeader.lifetimeMicros(frame, frame.readerIndex());
      if (lifetimeMicros <= (nowNanos - cameNanos) / 1000) {
        ledger.drop(nowNanos, DropReason.EXPIRED, link, frame);
      } else {
        forwarder.forward(nowNanos, link, frame, cameNanos);
      }
    }
    if (waiting > 0) {
      timer.armAt(arrivedNanos[head] + delayNanos);
    }
  }

  private ByteBuf first() {
    ByteBuf frame = frames[head];
    if (frame == null) {
      throw new IllegalStateException("nothing waits");
    }
    frames[head] = null;
    links[head] = null;
    head = (head + 1) % WAITING_MAX;
    waiting--;
    return frame;
  }

  int holds() {
    return waiting;
  }

  void linkRemoved(long nowNanos, LinkId link) {
    for (int left = waiting; left > 0; left--) {
      LinkId by = links[head];
      long cameNanos = arrivedNanos[head];
      ByteBuf frame = first();
      if (link.equals(by)) {
        ledger.drop(nowNanos, DropReason.LINK_REMOVED, link, frame);
      } else {
        int place = (head + waiting) % WAITING_MAX;
        frames[place] = frame;
        links[place] = by;
        arrivedNanos[place] = cameNanos;
        waiting++;
      }
    }
  }

  void stop(long nowNanos) {
    timer.disarm();
    while (waiting > 0) {
      LinkId link = links[head];
      ledger.drop(nowNanos, DropReason.STOPPED, link, first());
    }
  }
}
