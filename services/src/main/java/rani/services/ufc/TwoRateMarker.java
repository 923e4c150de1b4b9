// SPDX-License-Identifier: Apache-2.0
package rani.services.ufc;

/**
 * trTCM, a Two Rate Three Color Marker (RFC 2698): red beyond the peak rate, yellow beyond the
 * committed rate, else green.
 */
final class TwoRateMarker implements Marker {
  private final TokenBucket peak;
  private final TokenBucket committed;
  private final boolean isColourAware;

  /** Creates a marker with full buckets, from PIR, PBS, CIR and CBS. */
  TwoRateMarker(
      long sinceNanos,
      double peakBytesPerSecond,
      long peakBytes,
      double committedBytesPerSecond,
      long committedBytes,
      boolean isColourAware) {
    this.peak = new TokenBucket(sinceNanos, peakBytesPerSecond, peakBytes);
    this.committed = new TokenBucket(sinceNanos, committedBytesPerSecond, committedBytes);
    this.isColourAware = isColourAware;
  }

  @Override
  public Colour meter(long nowNanos, int bytes, Colour before) {
    peak.fill(nowNanos);
    committed.fill(nowNanos);
    // RFC 2698 §3, color-aware: "If the packet has been precolored as red or if Tp(t)-B < 0 …",
    // "if the packet has been precolored as yellow or if Tc(t)-B < 0 … Tp is decremented by B".
    Colour best = isColourAware ? before : Colour.GREEN;
    if (best == Colour.RED || !peak.has(bytes)) {
      return Colour.RED;
    }
    peak.take(bytes);
    if (best == Colour.YELLOW || !committed.has(bytes)) {
      return Colour.YELLOW;
    }
    committed.take(bytes);
    return Colour.GREEN;
  }
}
