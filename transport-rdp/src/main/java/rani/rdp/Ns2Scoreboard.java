// SPDX-License-Identifier: Apache-2.0
package rani.rdp;

import rani.rdp.segment.Sequence;

/**
 * Scoreboard of ns-2.35 ({@code ScoreBoardRQ}): segments that EACKs have named since it was
 * cleared, and holes that were retransmitted. Holes are retransmitted in ascending order, each
 * once.
 */
final class Ns2Scoreboard {
  /** Stands for no sequence number. */
  static final int NONE = Integer.MIN_VALUE;

  private static final int CAPACITY = 2 * RdpConfig.WINDOW_SEGMENTS_MAX;

  private final boolean[] named = new boolean[CAPACITY];
  private int count;

  /** Start of the range that EACKs may name; equal to {@link #end} if none is named. */
  private int from;

  private int end;

  /** Sequence number after the last retransmitted hole. */
  private int afterSent;

  private boolean hasSent;

  /** Adds EACKs; {@code una} is SND.UNA. Returns true if the scoreboard changed. */
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

  void clear() {
    while (count > 0) {
      count -= take(from++) ? 1 : 0;
    }
    from = end;
    hasSent = false;
  }

  /** Records the retransmission of a hole. */
  void sentAgain(int sequence) {
    if (!hasSent || !Sequence.isBefore(sequence, afterSent)) {
      afterSent = sequence + 1;
      hasSent = true;
    }
  }

  /** Returns the first hole from SND.UNA on that was not sent again; {@link #NONE} if none. */
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
