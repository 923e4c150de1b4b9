// SPDX-License-Identifier: Apache-2.0
package rani.rdp.congestion;

/**
 * Retransmission timer of RFC 6298 (§2, §5.5). The caller must not sample retransmitted segments
 * (Karn's algorithm, §3).
 *
 * <p>RFC 6298 assumes one sample per round trip. If every acknowledgement gives a sample, each has
 * a smaller weight (RFC 7323, appendix G). Otherwise RTTVAR would forget the variation of the
 * previous round trip.
 *
 * <p>The clock granularity G is 1 ms, because wake-ups of a live node are late by about that much.
 * In virtual time, where the round trip may be constant, RTTVAR decays to 0. Without G the timer
 * would then expire together with the acknowledgement.
 */
public sealed class RttEstimator permits Ns2RttEstimator {
  /** G of RFC 6298 §2. */
  public static final long GRANULARITY_NANOS = 1_000_000;

  /** K of RFC 6298 §2. */
  private static final int VARIANCES = 4;

  /** 1/α of RFC 6298 §2. */
  private static final long AVERAGE = 8;

  /** 1/β of RFC 6298 §2. */
  private static final long VARIATION = 4;

  /** Number of segments covered by one delayed acknowledgement (RFC 7323, appendix G). */
  private static final int SEGMENTS_PER_SAMPLE = 2;

  private final long minNanos;
  private final long maxNanos;

  private long srttNanos;
  private long rttVarNanos;
  private long rtoNanos;

  /** Creates a timer without samples, with its initial value, floor and ceiling. */
  public RttEstimator(long initialNanos, long minNanos, long maxNanos) {
    this.minNanos = minNanos;
    this.maxNanos = maxNanos;
    this.rtoNanos = Math.clamp(initialNanos, minNanos, maxNanos);
  }

  /**
   * Returns the number of samples per round trip if each acknowledgement gives one (RFC 7323,
   * appendix G); {@code flight} is FlightSize, in segments.
   */
  public static int expectedSamples(int flight) {
    return Math.max(1, (flight + SEGMENTS_PER_SAMPLE - 1) / SEGMENTS_PER_SAMPLE);
  }

  /** Adds the only sample of a round trip. */
  public void sample(long rttNanos) {
    sample(rttNanos, 1);
  }

  /**
   * Adds a sample of a segment that was sent only once, and resets the back-off. Samples below 1
   * count as 1. {@code expectedSamples} is the number of samples per round trip, at least 1.
   */
  public void sample(long rttNanos, int expectedSamples) {
    long sample = Math.max(rttNanos, 1);
    if (srttNanos == 0) {
      srttNanos = sample;
      rttVarNanos = sample / 2;
    } else {
      // "RTTVAR … MUST be computed using the value of SRTT before it is updated" (§2.3)
      rttVarNanos += (Math.abs(srttNanos - sample) - rttVarNanos) / (VARIATION * expectedSamples);
      srttNanos = Math.max(srttNanos + (sample - srttNanos) / (AVERAGE * expectedSamples), 1);
    }
    long variance = Math.max(GRANULARITY_NANOS, VARIANCES * rttVarNanos);
    rtoNanos = Math.clamp(srttNanos + variance, minNanos, maxNanos);
  }

  /** Backs off after the timer has expired: {@code "RTO <- RTO * 2"}, up to the ceiling (§5.5). */
  public void backOff() {
    rtoNanos = Math.min(2 * rtoNanos, maxNanos);
  }

  /** Returns the smoothed round-trip time; 0 before the first sample. */
  public long srttNanos() {
    return srttNanos;
  }

  /** Returns the round-trip time's variation; 0 before the first sample. */
  public long rttVarNanos() {
    return rttVarNanos;
  }

  /** Returns the value of the timer. */
  public long rtoNanos() {
    return rtoNanos;
  }
}
