// SPDX-License-Identifier: Apache-2.0
package rani.rdp;

import rani.rdp.segment.Segment;
import rani.rdp.segment.Sequence;

/**
 * Processes an acknowledgement: updates the segments in flight, and reports what was new. Segments
 * sent once give a round-trip sample (RFC 6298 §3).
 */
final class AckReader {
  private static final long NONE = Long.MIN_VALUE;

  private final InFlight inFlight;
  private final SendQueue queue;
  private final SenderCounts counts;

  private boolean peerNamesHoles;

  /** Segments acknowledged cumulatively. */
  int covered;

  /** Segments newly acknowledged by EACK. */
  int newlyEacked;

  /** EACKs of segments that were never sent. */
  int nonsense;

  /** Segments outstanding before the acknowledgement. */
  int flight;

  /** Time at which the sampled segment was sent. */
  private long sampledSentNanos;

  AckReader(InFlight inFlight, SendQueue queue, SenderCounts counts) {
    this.inFlight = inFlight;
    this.queue = queue;
    this.counts = counts;
  }

  /** Processes an acknowledgement of at most SND.NXT − 1. */
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
      if (!entry.eacked) {
        sampledSentNanos = latestSample(sampledSentNanos, entry);
      }
      letGoOfFirst();
    }
  }

  /** Processes the last acknowledgement, as the connection ends. */
  void readLast(int acknowledgement) {
    while (inFlight.una() - 1 != acknowledgement) {
      letGoOfFirst();
    }
  }

  private void letGoOfFirst() {
    InFlight.Entry first = inFlight.at(inFlight.una());
    queue.letGo(first.bytes);
    counts.bytesAcknowledged += first.bytes;
    counts.messagesAcknowledged += first.message == null ? 0 : 1;
    inFlight.acknowledgeFirst();
  }

  private static long latestSample(long sentNanos, InFlight.Entry entry) {
    return entry.isRetransmitted() ? sentNanos : Math.max(sentNanos, entry.sentNanos);
  }

  boolean hasSample() {
    return sampledSentNanos != NONE;
  }

  long sampledSentNanos() {
    return sampledSentNanos;
  }

  boolean hasNews() {
    return covered > 0 || newlyEacked > 0;
  }

  /**
   * Returns true if the acknowledgement reports a segment received out of sequence (RFC 6675 §2). A
   * receiver may omit EACKs (RFC 908 §3.4.3); then every repeated acknowledgement counts (RFC 5681
   * §2).
   */
  boolean isDuplicate() {
    return !inFlight.isEmpty()
        && (newlyEacked > 0 || !peerNamesHoles)
        && !inFlight.at(inFlight.una()).eacked;
  }
}
