// SPDX-License-Identifier: Apache-2.0
package rani.live;

import io.netty.buffer.ByteBufAllocator;
import org.jspecify.annotations.Nullable;

/**
 * What the sockets of one node share for their system calls. It comes about with the first datagram
 * that comes or goes, on the node's event loop, and is used there alone.
 */
final class Mmsg {
  /** The system property by which frames come and go one by one: {@code false}. */
  static final String TRAINS_PROPERTY = "rani.trains";

  private final ByteBufAllocator buffers;
  private boolean trains = !System.getProperty(TRAINS_PROPERTY, "").equals("false");
  private @Nullable DatagramCalls calls;
  private @Nullable ReceiveSlots slots;
  private @Nullable TrainSlots trainSlots;

  Mmsg(ByteBufAllocator buffers) {
    this.buffers = buffers;
  }

  private DatagramCalls calls() {
    DatagramCalls bound = calls;
    if (bound == null) {
      bound = new DatagramCalls();
      calls = bound;
    }
    return bound;
  }

  /** Where datagrams are received. */
  ReceiveSlots slots() {
    ReceiveSlots made = slots;
    if (made == null) {
      made = new ReceiveSlots(buffers, calls());
      slots = made;
    }
    return made;
  }

  /** Whether datagrams may come and go together. */
  boolean trains() {
    return trains;
  }

  /** From now on they do not. */
  void withoutTrains() {
    trains = false;
  }

  /**
   * Where trains are received: two megabytes, for nodes that have much to receive.
   *
   * @param datagramBytes the first size of a frame's buffer
   */
  TrainSlots trainSlots(int datagramBytes) {
    TrainSlots made = trainSlots;
    if (made == null) {
      made = new TrainSlots(calls(), datagramBytes);
      trainSlots = made;
    }
    return made;
  }

  /** A batch of frames for one socket. */
  SendBatch batch() {
    return new SendBatch(calls(), trains);
  }

  /** Lets go of every buffer. */
  void close() {
    if (slots != null) {
      slots.close();
    }
    if (trainSlots != null) {
      trainSlots.close();
    }
  }
}
