// SPDX-License-Identifier: Apache-2.0
package rani.live;

import org.jspecify.annotations.Nullable;

/**
 * State that the sockets of one node share for their system calls. Created with the first datagram,
 * on the node's event loop, and used only there.
 */
final class Mmsg {
  /** System property that disables trains of datagrams if it is {@code false}. */
  static final String TRAINS_PROPERTY = "rani.trains";

  private boolean trains = !System.getProperty(TRAINS_PROPERTY, "").equals("false");
  private final DatagramCalls calls = new DatagramCalls(DatagramCalls.BUSY_DATAGRAMS);
  private @Nullable ReceiveSlots datagrams;
  private @Nullable ReceiveSlots trainSlots;
  private @Nullable ReceiveSlots lending;

  /** Returns slots for single datagrams, of at least this size. */
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

  /** Returns slots for trains. */
  ReceiveSlots trainSlots() {
    ReceiveSlots made = trainSlots;
    if (made == null) {
      made = ReceiveSlots.ofTrains(calls);
      trainSlots = made;
    }
    return made;
  }

  /** Reports whether trains are in use. */
  boolean trains() {
    return trains && calls.areBatched();
  }

  void withoutTrains() {
    trains = false;
  }

  /** Begins a turn in which frames in these slots are lent to the node. */
  void lend(ReceiveSlots slots) {
    lending = slots;
  }

  /** Ends that turn, when all lent frames have been sent or copied. */
  void lendingEnds() {
    if (lending != null) {
      lending.turnEnds();
      lending = null;
    }
  }

  /** Returns the slots that lend frames in this turn; null if none do. */
  @Nullable ReceiveSlots lending() {
    return lending;
  }

  /** Creates a batch of frames for one socket. */
  SendBatch batch() {
    return new SendBatch(calls, trains);
  }

  void close() {
    if (datagrams != null) {
      datagrams.close();
    }
    if (trainSlots != null) {
      trainSlots.close();
    }
  }
}
