// SPDX-License-Identifier: Apache-2.0
package rani.testbed.session;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * How far another host's clock is ahead of this one's, by the clock filter of NTP (RFC 5905, §10):
 * of the questions that were asked lately, the one answered soonest counts, and the truth lies
 * within half its round trip. Both clocks are monotonic ones, which no one sets.
 *
 * @param offsetNanos the other's time less this one's
 * @param errorNanos how far the truth may be from that, if the way there and the way back differ as
 *     much as they can
 */
public record ClockOffset(long offsetNanos, long errorNanos) {
  /** By how much two clocks drift apart at most: PHI of RFC 5905, figure 5. */
  static final long DRIFT_PPM_MAX = 15;

  private static final long PPM = 1_000_000;

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

  /**
   * The best of the last questions. An old one says less of the clock as it is now: the two may
   * have drifted apart since by {@link #DRIFT_PPM_MAX}.
   */
  static final class Filter {
    /** How many questions are kept. */
    static final int SAMPLES_MAX = 64;

    private final Deque<Sample> samples = new ArrayDeque<>();

    private record Sample(ClockOffset offset, long atNanos) {
      ClockOffset agedTo(long nowNanos) {
        long ageNanos = Math.max(0, nowNanos - atNanos);
        return new ClockOffset(
            offset.offsetNanos, offset.errorNanos + ageNanos * DRIFT_PPM_MAX / PPM);
      }
    }

    synchronized void add(ClockOffset sample, long nowNanos) {
      if (samples.size() == SAMPLES_MAX) {
        samples.removeFirst();
      }
      samples.addLast(new Sample(sample, nowNanos));
    }

    synchronized int size() {
      return samples.size();
    }

    /** The one with the smallest error by now, of several the last. */
    synchronized ClockOffset best(long nowNanos) {
      ClockOffset best = null;
      for (Sample sample : samples) {
        ClockOffset aged = sample.agedTo(nowNanos);
        best = best == null || aged.errorNanos <= best.errorNanos ? aged : best;
      }
      return best == null ? new ClockOffset(0, Long.MAX_VALUE) : best;
    }
  }
}
