// SPDX-License-Identifier: Apache-2.0
package rani.services.ufc;

/**
 * srTCM, a Single Rate Three Color Marker (RFC 2697): green within the committed burst, yellow
 * within the excess burst, else red. Tokens that overflow the committed bucket fill the excess
 * bucket.
 */
final class SingleRateMarker implements Marker {
  private final TokenBucket committed;
  private final TokenBucket excess;
  private final boolean isColourAware;

  /** Creates a marker with full buckets, from CIR, CBS and EBS. */
  SingleRateMarker(
      long sinceNanos,
      double committedBytesPerSecond,
      long committedBytes,
      long excessBytes,
      boolean isColourAware) {
    this.committed = new TokenBucket(sinceNanos, committedBytesPerSecond, committedBytes);
    this.excess = new TokenBucket(sinceNanos, 0, excessBytes);
    this.isColourAware = isColourAware;
  }

  @Override
  public Colour meter(long nowNanos, int bytes, Colour before) {
    excess.pour(committed.fill(nowNanos));
    // RFC 2697 §3, color-aware: "If the packet has been precolored as green and Tc(t)-B >= 0 …",
    // "if the packet has been precolored as green or yellow and if Te(t)-B >= 0 …".
    Colour best = isColourAware ? before : Colour.GREEN;
    if (best == Colour.GREEN && committed.has(bytes)) {
      committed.take(bytes);
      return Colour.GREEN;
    }
    if (best != Colour.RED && excess.has(bytes)) {
      excess.take(bytes);
      return Colour.YELLOW;
    }
    return Colour.RED;
  }
}
