// SPDX-License-Identifier: Apache-2.0
package rani.link;

import io.netty.buffer.ByteBuf;
import java.util.ArrayDeque;
import rani.wire.FlowKey;
import rani.world.LinkId;

/**
 * A flow led aside to a service: the packets that its service wants to keep for now, in order.
 * {@code flush} sends them on their way, {@code close} discards them.
 */
public final class Diversion {
  /** How many frames one diversion may hold. */
  public static final int HELD_FRAMES_MAX = 4096;

  private final int serviceNumber;
  private final LinkId link;
  private final FlowKey flow;
  private final ArrayDeque<Held> held = new ArrayDeque<>();

  /**
   * A frame that waits.
   *
   * @param link by which it came
   * @param frame with its reference
   * @param arrivedNanos when it came: its life goes on while it waits
   */
  public record Held(LinkId link, ByteBuf frame, long arrivedNanos) {}

  /**
   * A diversion to the service of this number.
   *
   * @param link on whose receive side it is
   * @param flow whose packets it leads aside
   */
  public Diversion(int serviceNumber, LinkId link, FlowKey flow) {
    this.serviceNumber = serviceNumber;
    this.link = link;
    this.flow = flow;
  }

  /** Who gets the packets. */
  public int serviceNumber() {
    return serviceNumber;
  }

  /** On whose receive side it is. */
  public LinkId link() {
    return link;
  }

  /** Whose packets it leads aside. */
  public FlowKey flow() {
    return flow;
  }

  /** How many frames are held. */
  public int held() {
    return held.size();
  }

  /** Whether no more frames can be held. */
  public boolean isFull() {
    return held.size() == HELD_FRAMES_MAX;
  }

  /** Keeps a frame with its reference; the hold is not full. */
  public void hold(ByteBuf frame, long arrivedNanos) {
    held.add(new Held(link, frame, arrivedNanos));
  }

  /** Takes the oldest held frame; {@link #held()} says that there is one. */
  public Held release() {
    return held.remove();
  }
}
