// SPDX-License-Identifier: Apache-2.0
package rani.rdp.congestion;

/**
 * Retransmission timer of ns-2.35 with its defaults: RFC 6298 from one sample per round trip, by a
 * clock that ticks every 10 ms ({@code tcpTick_ 0.01}), in integers with 3 and 2 binary places.
 * Three deviations from the RFC are ns-2's: no G beside 4·RTTVAR, a back-off that multiplies the
 * floor too, and an SRTT that is forgotten once the timer has been doubled four times.
 */
public final class Ns2RttEstimator extends RttEstimator {
  /** {@code tcpTick_}. */
  private static final long TICK_NANOS = 10_000_000;

  /** {@code boot_time_}, when the clock ticks: ns-2 draws it from [0, tick), this is the middle. */
  private static final long PHASE_NANOS = TICK_NANOS / 2;

  /** {@code T_SRTT_BITS}: SRTT counts eighths of a tick. */
  private static final int SRTT_BITS = 3;

  /** {@code T_RTTVAR_BITS}: RTTVAR counts quarters of a tick. */
  private static final int RTTVAR_BITS = 2;

  /** Back-off factor beyond which SRTT is forgotten. */
  private static final int BACK_OFF_SURE = 8;

  /** Back-off factor up to which each timeout doubles the timer, even beyond its ceiling. */
  private static final int BACK_OFF_FREE = 64;

  private final long minNanos;
  private final long maxNanos;

  private long srttEighths;
  private long rttVarQuarters;
  private long rtxNanos;
  private long backOff = 1;

  /** Creates a timer without samples: {@code rtxcur_init_}, {@code minrto_}, {@code maxrto_}. */
  public Ns2RttEstimator(long initialNanos, long minNanos, long maxNanos) {
    super(initialNanos, minNanos, maxNanos);
    this.minNanos = minNanos;
    this.maxNanos = maxNanos;
    this.rtxNanos = initialNanos;
  }

  /** Adds a sample of the segment sent at {@code sentNanos}, in whole ticks of the clock. */
  public void timed(long sentNanos, long nowNanos) {
    ticks(ticksAt(nowNanos) - ticksAt(sentNanos));
  }

  @Override
  public void sample(long rttNanos, int expectedSamples) {
    ticks(ticksAt(rttNanos));
  }

  private static long ticksAt(long nanos) {
    return (nanos + PHASE_NANOS) / TICK_NANOS;
  }

  private void ticks(long whole) {
    backOff = 1;
    long rtt = Math.max(whole, 1);
    if (srttEighths == 0) {
      srttEighths = rtt << SRTT_BITS;
      rttVarQuarters = rtt << (RTTVAR_BITS - 1);
    } else {
      long error = rtt - (srttEighths >> SRTT_BITS);
      srttEighths = Math.max(srttEighths + error, 1);
      rttVarQuarters =
          Math.max(rttVarQuarters + Math.abs(error) - (rttVarQuarters >> RTTVAR_BITS), 1);
    }
    rtxNanos = (rttVarQuarters + (srttEighths >> SRTT_BITS)) * TICK_NANOS;
  }

  @Override
  public void backOff() {
    if (backOff < BACK_OFF_FREE || rtoNanos() < maxNanos) {
      backOff *= 2;
    }
    if (backOff > BACK_OFF_SURE) {
      rttVarQuarters += srttEighths >> SRTT_BITS;
      srttEighths = 0;
    }
  }

  /** Resets the back-off after the timed segment was acknowledged without a valid sample. */
  public void forgetBackOff() {
    backOff = 1;
  }

  @Override
  public long srttNanos() {
    return (srttEighths >> SRTT_BITS) * TICK_NANOS;
  }

  @Override
  public long rttVarNanos() {
    return rttVarQuarters * TICK_NANOS >> RTTVAR_BITS;
  }

  @Override
  public long rtoNanos() {
    long nanos = Math.min(Math.max(rtxNanos, minNanos) * backOff, maxNanos);
    return Math.max(nanos, 2 * TICK_NANOS);
  }
}
