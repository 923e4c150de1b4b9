// SPDX-License-Identifier: Apache-2.0
package rani.testbed.session;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The offset of another host's monotonic clock, its time less this clock's, by the clock filter of
 * NTP (RFC 5905, §10): of the recent requests the one with the shortest round trip counts. The
 * error bound is half the round trip, as if delays were completely asymmetric.
 */
public record ClockOffset(long offsetNanos, long errorNanos) {
  /** The largest relative drift of two clocks: PHI of RFC 5905, figure 5. */
  static final long DRIFT_PPM_MAX = 15;

  private static final long PPM = 1_000_000;

  /** Computes the offset from this host's times of request and response, and the other's time. */
  static ClockOffset of(long askedNanos, long thereNanos, long heardNanos) {
    long tripNanos = Math.max(0, heardNanos - askedNanos);
    return new ClockOffset(thereNanos - (askedNanos + tripNanos / 2), (tripNanos + 1) / 2);
  }

  /** Selects the best of the last samples, whose error bounds grow with their age. */
  static final class Filter {
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

    /** Returns the sample with the smallest present error bound; of several, the latest. */
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
