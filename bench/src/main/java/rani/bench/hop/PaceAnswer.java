// SPDX-License-Identifier: Apache-2.0
package rani.bench.hop;

import java.util.Arrays;
import rani.ground.LabFailure;

/**
 * The load's report about a window; see {@code pace.c}. Times are in nanoseconds. Packets, or
 * trains, are dropped at the sink's full socket; stale packets are of earlier windows. The delay is
 * from a packet's due time to its arrival at the sink. Gaps are between consecutive arrivals with a
 * time from the kernel, the span is from the first to the last, and the lag is behind the earliest
 * evenly spaced timetable that no arrival is ahead of.
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
      long[] n = Arrays.stream(line.split(" ")).mapToLong(Long::parseLong).toArray();
      int at = 0;
      return new PaceAnswer(
          n[at++], n[at++], n[at++], n[at++], n[at++], n[at++], n[at++], n[at++], n[at++], n[at++],
          n[at++], n[at++], n[at++], n[at++], n[at++], n[at++]);
    } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
      throw new LabFailure("the load says: " + line, e);
    }
  }

  public double offeredPerSecond() {
    return sent * NANOS_PER_SECOND / nanos;
  }

  /** Returns packets that came through, per second of sending. */
  public double receivedPerSecond() {
    return received * NANOS_PER_SECOND / nanos;
  }
}
