// SPDX-License-Identifier: Apache-2.0
package rani.bench.hop;

import rani.ground.LabFailure;

/**
 * The load's report about a window; see {@code pace.c}. Times are in nanoseconds.
 *
 * @param sent packets that went into the forwarder
 * @param received packets that came out
 * @param dropped packets, or trains, that came out and found the sink's socket full
 * @param stale packets that came out of earlier windows
 * @param nanos how long it sent
 * @param sendLateP99 how late it was with what it sent
 * @param delayP50 from when a packet was due to when the sink had it
 * @param arrivals messages of which the kernel said when they came
 * @param spanNanos from the first of them to the last
 * @param gapP50 between one and the next
 * @param lagP50 behind the earliest timetable that none is ahead of
 */
public record PaceAnswer(
    long sent,
    long received,
    long dropped,
    long stale,
    long nanos,
    long sendLateP99,
    long delayP50,
    long delayP99,
    long delayMax,
    long arrivals,
    long spanNanos,
    long gapP1,
    long gapP50,
    long gapP99,
    long lagP50,
    long lagP99) {
  private static final double NANOS_PER_SECOND = 1e9;

  static PaceAnswer parse(String line) throws LabFailure {
    try {
      String[] words = line.split(" ");
      long[] n = new long[words.length];
      for (int i = 0; i < n.length; i++) {
        n[i] = Long.parseLong(words[i]);
      }
      int at = 0;
      return new PaceAnswer(
          n[at++], n[at++], n[at++], n[at++], n[at++], n[at++], n[at++], n[at++], n[at++], n[at++],
          n[at++], n[at++], n[at++], n[at++], n[at++], n[at++]);
    } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
      throw new LabFailure("the load says: " + line, e);
    }
  }

  /** Packets that it offered in a second. */
  public double offeredPerSecond() {
    return sent * NANOS_PER_SECOND / nanos;
  }

  /** Packets that came out in a second of sending. */
  public double receivedPerSecond() {
    return received * NANOS_PER_SECOND / nanos;
  }
}
