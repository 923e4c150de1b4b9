// SPDX-License-Identifier: Apache-2.0
package rani.rdp;

import rani.rdp.segment.Segment;
import rani.rdp.segment.Sequence;

/**
 * Enters an acknowledgement into the books of what is in flight, and says what was new in it. What
 * was sent once measures a round trip (RFC 6298 §3).
 */
final class AckReader {
  private static final long NONE = Long.MIN_VALUE;

  private final InFlight inFlight;
  private final SendQueue queue;
  private final SenderCounts counts;

  private boolean peerNamesHoles;
  private int covered;
  private int newlyEacked;
  private int nonsense;
  private int flight;
  private long sampledSentNanos;

  AckReader(InFlight inFlight, SendQueue queue, SenderCounts counts) {
    this.inFlight = inFlight;
    this.queue = queue;
    this.counts = counts;
  }

  /** An acknowledgement came, of at most SND.NXT − 1. */
  void read(Segment segment) {
    newlyEacked = 0;
    nonsense = 0;
    flight = inFlight.size();
    covered = Math.max(0, segment.acknowledgement() + 1 - inFlight.una());
    peerNamesHoles |= segment.eacks().length > 0;
    sampledSentNanos = NONE;
    for (int sequence : segment.eacks()) {
      if (!inFlight.contains(sequence)) {
        nonsense += Sequence.isBefore(sequence, inFlight.next()) ? 0 : 1;
        continue;
      }
      InFlight.Entry entry = inFlight.at(sequence);
      if (inFlight.eack(entry)) {
        newlyEacked++;
        sampledSentNanos = latestSample(sampledSentNanos, entry);
      }
    }
    for (int i = 0; i < covered; i++) {
      InFlight.Entry entry = inFlight.at(inFlight.una());
      if (!entry.isEacked()) {
        sampledSentNanos = latestSample(sampledSentNanos, entry);
      }
      letGoOfFirst();
    }
  }

  /** All up to a number that was sent has arrived; the connection ends, and learns no more. */
  void readLast(int acknowledgement) {
    while (inFlight.una() - 1 != acknowledgement) {
      letGoOfFirst();
    }
  }

  private void letGoOfFirst() {
    InFlight.Entry first = inFlight.at(inFlight.una());
    queue.letGo(first.bytes());
    counts.bytesAcknowledged += first.bytes();
    counts.messagesAcknowledged += first.message() == null ? 0 : 1;
    inFlight.acknowledgeFirst();
  }

  private static long latestSample(long sentNanos, InFlight.Entry entry) {
    return entry.isRetransmitted() ? sentNanos : Math.max(sentNanos, entry.sentNanos());
  }

  /** Whether anything arrived of which it is known when it was sent. */
  boolean hasSample() {
    return sampledSentNanos != NONE;
  }

  /** When the last of these was sent. */
  long sampledSentNanos() {
    return sampledSentNanos;
  }

  /** Segments that were outstanding before. */
  int flight() {
    return flight;
  }

  /** Segments that the last one acknowledged in sequence. */
  int covered() {
    return covered;
  }

  /** Segments that it named for the first time. */
  int newlyEacked() {
    return newlyEacked;
  }

  /** EACKs that named what was never sent. */
  int nonsense() {
    return nonsense;
  }

  /** Whether it told of anything that had not been known. */
  boolean hasNews() {
    return covered > 0 || newlyEacked > 0;
  }

  /**
   * RFC 6675 §2: it tells of a segment that came out of sequence. Receivers may do without EACK
   * (RFC 908 §3.4.3); of such a one every repeated acknowledgement counts (RFC 5681 §2).
   */
  boolean isDuplicate() {
    return !inFlight.isEmpty()
        && (newlyEacked > 0 || !peerNamesHoles)
        && !inFlight.at(inFlight.una()).isEacked();
  }
}
