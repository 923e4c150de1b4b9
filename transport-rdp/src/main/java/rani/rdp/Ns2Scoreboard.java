// SPDX-License-Identifier: Apache-2.0
package rani.rdp;

import rani.rdp.segment.Sequence;

/**
 * What the receiver has named since it was last cleared, and what of the holes has gone again, as
 * ns-2.35's {@code ScoreBoardRQ} knows it: numbers rise, and none goes again twice.
 */
final class Ns2Scoreboard {
  /** No sequence number. */
  static final int NONE = Integer.MIN_VALUE;

  private static final int CAPACITY = 2 * RdpConfig.WINDOW_SEGMENTS_MAX;

  private final boolean[] named = new boolean[CAPACITY];
  private int count;

  /** The first that may be named, and the one after the last that is; the same if none is. */
  private int from;

  private int end;

  /** The one after the last hole that went again. */
  private int afterSent;

  private boolean hasSent;

  /**
   * Enters what an acknowledgement names.
   *
   * @param una SND.UNA
   * @return whether that is news
   */
  boolean update(int una, int[] eacks) {
    int before = count;
    boolean advanced = count > 0 && Sequence.isBefore(from, una);
    while (count > 0 && Sequence.isBefore(from, una)) {
      count -= take(from++) ? 1 : 0;
    }
    if (count == 0) {
      from = una;
      end = una;
    }
    for (int sequence : eacks) {
      add(una, sequence);
    }
    return advanced || count != before;
  }

  private void add(int una, int sequence) {
    int place = sequence & CAPACITY - 1;
    if (named[place] || sequence - una < 0 || sequence - una >= CAPACITY) {
      return;
    }
    named[place] = true;
    count++;
    if (!Sequence.isBefore(sequence, end)) {
      end = sequence + 1;
    }
  }

  private boolean take(int sequence) {
    boolean was = named[sequence & CAPACITY - 1];
    named[sequence & CAPACITY - 1] = false;
    return was;
  }

  /** Nothing is named, and nothing has gone again. */
  void clear() {
    while (count > 0) {
      count -= take(from++) ? 1 : 0;
    }
    from = end;
    hasSent = false;
  }

  /** One has gone again. */
  void sentAgain(int sequence) {
    if (!hasSent || !Sequence.isBefore(sequence, afterSent)) {
      afterSent = sequence + 1;
      hasSent = true;
    }
  }

  /** The first hole from SND.UNA on that has not gone again; {@link #NONE} if none. */
  int nextHole(int una) {
    int sequence = hasSent && Sequence.isBefore(una, afterSent) ? afterSent : una;
    while (count > 0 && Sequence.isBefore(sequence, end)) {
      if (!named[sequence & CAPACITY - 1]) {
        return sequence;
      }
      sequence++;
    }
    return NONE;
  }
}
