// SPDX-License-Identifier: Apache-2.0
package rani.lab.host;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * How far another host's clock is ahead of this one's, by the clock filter of NTP (RFC 5905, §10):
 * of the questions that were asked lately, the one answered soonest counts, and the truth lies
 * within half its round trip. Both clocks are monotonic ones, which nobody sets.
 *
 * @param offsetNanos the other's time less this one's
 * @param errorNanos how far the truth may be from that, if the way there and the way back differ as
 *     much as they can
 */
public record ClockOffset(long offsetNanos, long errorNanos) {
  /** Of one clock with itself. */
  public static final ClockOffset NONE = new ClockOffset(0, 0);

  /**
   * What one question and its answer say.
   *
   * @param askedNanos this host's time as the question left
   * @param thereNanos the other's as it was answered
   * @param heardNanos this host's as the answer came
   */
  static ClockOffset of(long askedNanos, long thereNanos, long heardNanos) {
    long tripNanos = Math.max(0, heardNanos - askedNanos);
    return new ClockOffset(thereNanos - (askedNanos + tripNanos / 2), (tripNanos + 1) / 2);
  }

  /** The best of the last questions. */
  static final class Filter {
    /** Older questions say nothing any more: clocks drift. */
    static final int SAMPLES_MAX = 64;

    private final Deque<ClockOffset> samples = new ArrayDeque<>();

    synchronized void add(ClockOffset sample) {
      if (samples.size() == SAMPLES_MAX) {
        samples.removeFirst();
      }
      samples.addLast(sample);
    }

    synchronized int size() {
      return samples.size();
    }

    /** The one with the smallest error, of several the last. */
    synchronized ClockOffset best() {
      ClockOffset best = null;
      for (ClockOffset sample : samples) {
        best = best == null || sample.errorNanos <= best.errorNanos ? sample : best;
      }
      return best == null ? new ClockOffset(0, Long.MAX_VALUE) : best;
    }
  }
}
