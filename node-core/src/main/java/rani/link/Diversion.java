// SPDX-License-Identifier: Apache-2.0
package rani.link;

import io.netty.buffer.ByteBuf;
import java.util.ArrayDeque;

/**
 * A flow led aside to a service: the packets that its service wants to keep for now, in order.
 * {@code flush} sends them on their way, {@code close} discards them.
 */
public final class Diversion {
  /** How many frames one diversion may hold. */
  public static final int HELD_FRAMES_MAX = 4096;

  private final int serviceNumber;
  private final ArrayDeque<ByteBuf> held = new ArrayDeque<>();

  /** A diversion to the service of this number. */
  public Diversion(int serviceNumber) {
    this.serviceNumber = serviceNumber;
  }

  /** Who gets the packets. */
  public int serviceNumber() {
    return serviceNumber;
  }

  /** How many frames are held. */
  public int held() {
    return held.size();
  }

  /** Keeps a frame with its reference, unless the hold is full. */
  public boolean hold(ByteBuf frame) {
    return held.size() < HELD_FRAMES_MAX && held.add(frame);
  }

  /** Takes the oldest held frame; {@link #held()} says that there is one. */
  public ByteBuf release() {
    return held.remove();
  }
}
