// SPDX-License-Identifier: Apache-2.0
package rani.live;

import org.jspecify.annotations.Nullable;

/**
 * What the sockets of one node share for their system calls. It comes about with the first datagram
 * that comes or goes, on the node's event loop, and is used there alone.
 */
final class Mmsg {
  /** The system property by which frames come and go one by one: {@code false}. */
  static final String TRAINS_PROPERTY = "rani.trains";

  private boolean trains = !System.getProperty(TRAINS_PROPERTY, "").equals("false");
  private final DatagramCalls calls = new DatagramCalls(DatagramCalls.BUSY_DATAGRAMS);
  private @Nullable ReceiveSlots datagrams;
  private @Nullable ReceiveSlots trainSlots;
  private @Nullable ReceiveSlots lending;

  /**
   * Where datagrams are received.
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

  /** Where trains are received. */
  ReceiveSlots trainSlots() {
    ReceiveSlots made = trainSlots;
    if (made == null) {
      made = ReceiveSlots.ofTrains(calls);
      trainSlots = made;
    }
    return made;
  }

  /** Whether datagrams may come and go together. */
  boolean trains() {
    return trains && calls.areBatched();
  }

  /** From now on they do not. */
  void withoutTrains() {
    trains = false;
  }

  /** A turn begins that lends frames of these slots. */
  void lend(ReceiveSlots slots) {
    lending = slots;
  }

  /** That turn is over, and all it had to send is sent, or copied. */
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

  /** Lets go of every buffer. */
  void close() {
    if (datagrams != null) {
      datagrams.close();
    }
    if (trainSlots != null) {
      trainSlots.close();
    }
  }
}
