// SPDX-License-Identifier: Apache-2.0
package rani.rdp;

import rani.rdp.segment.Sequence;

/**
 * The cuts of a {@link Sender}'s window: their number, the epoch that routers quote, and the
 * sequence number up to which one cut answers all marks (RFC 3168 §6.1.2).
 */
final class WindowCloses {
  private final SenderCounts counts;
  private int epoch;
  private int marksUntil;
  private boolean owesCwr;

  WindowCloses(SenderCounts counts) {
    this.counts = counts;
  }

  /** Data begins with a sequence number. */
  void begin(int firstSequence) {
    marksUntil = firstSequence - 1;
  }

  /** The window was closed, from so many packets to so many. */
  void closed(double before, double after) {
    counts.closes++;
    counts.closedPackets += Math.max(0, before - after);
    epoch = (epoch + 1) & 0xFFFF;
  }

  /**
   * The close answers every mark on what was sent up to now, and the peer is to be told by CWR,
   * "for any reason" that it happened, or its echo would close the window again.
   *
   * @param next SND.NXT
   */
  void answersMarks(int next) {
    marksUntil = next - 1;
    owesCwr = true;
  }

  /** Whether an echo that acknowledges all below {@code una} is of marks since the last close. */
  boolean isNews(int una) {
    return Sequence.isBefore(marksUntil, una - 1);
  }

  /** Whether the next data segment is to say CWR; asking takes the wish back. */
  boolean takeCwr() {
    boolean say = owesCwr;
    owesCwr = false;
    return say;
  }

  /** How many closes there were, in 16 bits. */
  int epoch() {
    return epoch;
  }

  /** How many closes ago that epoch was. */
  int since(int quotedEpoch) {
    return (epoch - quotedEpoch) & 0xFFFF;
  }
}
