// SPDX-License-Identifier: Apache-2.0
package rani.live;

import org.jspecify.annotations.Nullable;

/**
 * State that the sockets of one node share for their system calls. It is created with the first
 * datagram, on the node's event loop, and used there alone.
 */
final class Mmsg {
  /** The system property that disables trains: {@code false}. */
  static final String TRAINS_PROPERTY = "rani.trains";

  private boolean trains = !System.getProperty(TRAINS_PROPERTY, "").equals("false");
  private final DatagramCalls calls = new DatagramCalls(DatagramCalls.BUSY_DATAGRAMS);
  private @Nullable ReceiveSlots datagrams;
  private @Nullable ReceiveSlots trainSlots;
  private @Nullable ReceiveSlots lending;

  /**
   * Slots for single datagrams.
   *
   * @param datagramBytes that are read of one at least, if it has them
   */
  ReceiveSlots datagrams(int datagramBytes) {
    ReceiveSlots made = datagrams;
    if (made == null || made.slotBytes() < datagramBytes) {
      if (made != null) {
        made.close();
      }
      made = ReceiveSlots.ofDatagrams(calls, datagramBytes);
      datagrams = made;
    }
    return made;
  }

  /** Slots for trains. */
  ReceiveSlots trainSlots() {
    ReceiveSlots made = trainSlots;
    if (made == null) {
      made = ReceiveSlots.ofTrains(calls);
      trainSlots = made;
    }
    return made;
  }

  /** Whether trains are in use. */
  boolean trains() {
    return trains && calls.areBatched();
  }

  /** Disables trains. */
  void withoutTrains() {
    trains = false;
  }

  /** Begins a turn that lends frames of these slots. */
  void lend(ReceiveSlots slots) {
    lending = slots;
  }

  /** Ends that turn, after all its frames were sent or copied. */
  void lendingEnds() {
    if (lending != null) {
      lending.turnEnds();
      lending = null;
    }
  }

  /** The slots that lend frames in this turn; null if none do. */
  @Nullable ReceiveSlots lending() {
    return lending;
  }

  /** A batch of frames for one socket. */
  SendBatch batch() {
    return new SendBatch(calls, trains);
  }

  /** Releases every buffer. */
  void close() {
    if (datagrams != null) {
      datagrams.close();
    }
    if (trainSlots != null) {
      trainSlots.close();
    }
  }
}
