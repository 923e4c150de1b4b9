// SPDX-License-Identifier: Apache-2.0
package rani.rdp.congestion;

/**
 * The retransmission timer's value (RFC 6298 §2, §5.5). That a segment sent twice gives no sample
 * (Karn's algorithm, §3) is the caller's to see to.
 *
 * <p>RFC 6298 was made for one sample a round trip. Where every acknowledgement gives one, each
 * counts for as much less as there are more of them (RFC 7323, appendix G); else RTTVAR would
 * forget within one round trip what varied in the one before.
 *
 * <p>The clock granularity G is 1 ms: a live node's wake-ups are late by about that much, and where
 * the round trip never varies (virtual time) RTTVAR decays to nothing and would leave a timer that
 * expires together with the acknowledgement.
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

  /** Segments that one acknowledgement covers, where it is delayed (RFC 7323, appendix G). */
  private static final int SEGMENTS_PER_SAMPLE = 2;

  private final long minNanos;
  private final long maxNanos;

  private long srttNanos;
  private long rttVarNanos;
  private long rtoNanos;

  /**
   * No sample yet.
   *
   * @param initialNanos the timer before the first sample
   * @param minNanos its floor
   * @param maxNanos its ceiling
   */
  public RttEstimator(long initialNanos, long minNanos, long maxNanos) {
    this.minNanos = minNanos;
    this.maxNanos = maxNanos;
    this.rtoNanos = Math.clamp(initialNanos, minNanos, maxNanos);
  }

  /**
   * Samples that a round trip gives if each acknowledgement gives one (RFC 7323, appendix G).
   *
   * @param flight segments outstanding, FlightSize
   */
  public static int expectedSamples(int flight) {
    return Math.max(1, (flight + SEGMENTS_PER_SAMPLE - 1) / SEGMENTS_PER_SAMPLE);
  }

  /** A sample, the only one of its round trip. */
  public void sample(long rttNanos) {
    sample(rttNanos, 1);
  }

  /**
   * A segment that was sent once was acknowledged; whatever had been backed off is forgotten.
   *
   * @param rttNanos from sending it to its acknowledgement; anything less than 1 counts as 1
   * @param expectedSamples how many a round trip gives, at least 1
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

  /** The timer has expired: "RTO <- RTO * 2", up to the ceiling (§5.5). */
  public void backOff() {
    rtoNanos = Math.min(2 * rtoNanos, maxNanos);
  }

  /** The smoothed round trip; 0 before the first sample. */
  public long srttNanos() {
    return srttNanos;
  }

  /** The round trip's variation; 0 before the first sample. */
  public long rttVarNanos() {
    return rttVarNanos;
  }

  /** What the timer is set to. */
  public long rtoNanos() {
    return rtoNanos;
  }
}
