// SPDX-License-Identifier: Apache-2.0
package rani.rdp;

import rani.rdp.segment.Sequence;

/**
 * Reductions of a {@link Sender}'s window: their number, the epoch that routers quote, and the
 * sequence number up to which one reduction answers all marks (RFC 3168 §6.1.2).
 */
final class WindowCloses {
  private final SenderCounts counts;
  private int epoch;
  private int marksUntil;
  private boolean owesCwr;

  WindowCloses(SenderCounts counts) {
    this.counts = counts;
  }

  /** Starts with the sequence number of the first data segment. */
  void begin(int firstSequence) {
    marksUntil = firstSequence - 1;
  }

  /** Records that the window was reduced; both values in packets. */
  void closed(double before, double after) {
    counts.closes++;
    counts.closedPackets += Math.max(0, before - after);
    epoch = (epoch + 1) & 0xFFFF;
  }

  /**
   * Records that the reduction answers every mark on segments before {@code next}, SND.NXT. The
   * next data segment says CWR, whatever the reason was; otherwise an echo would reduce the window
   * again.
   */
  void answersMarks(int next) {
    marksUntil = next - 1;
    owesCwr = true;
  }

  /** Returns true if an acknowledgement of all below {@code una} echoes new marks. */
  boolean isNews(int una) {
    return Sequence.isBefore(marksUntil, una - 1);
  }

  /** Returns true if the next data segment is to say CWR, and clears the flag. */
  boolean takeCwr() {
    boolean say = owesCwr;
    owesCwr = false;
    return say;
  }

  /** Returns the number of reductions, modulo 65,536. */
  int epoch() {
    return epoch;
  }

  /** Returns the number of reductions since an epoch. */
  int since(int quotedEpoch) {
    return (epoch - quotedEpoch) & 0xFFFF;
  }
}
