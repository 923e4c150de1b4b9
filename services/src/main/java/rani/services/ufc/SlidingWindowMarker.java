// SPDX-License-Identifier: Apache-2.0
package rani.services.ufc;

import java.util.random.RandomGenerator;
import rani.world.Streams;

/**
 * TSW3CM, a Time Sliding Window Three Color Marker (RFC 2859): marks at random, in proportion to
 * the excess over the committed and the peak rate. It is colour-blind.
 */
final class SlidingWindowMarker implements Marker {
  private final TimeSlidingWindow window;
  private final double committedBytesPerSecond;
  private final double peakBytesPerSecond;
  private final RandomGenerator random;

  /** Creates a marker from CTR, PTR and AVG_INTERVAL; the average starts at CTR (RFC 2859). */
  SlidingWindowMarker(
      long sinceNanos,
      double committedBytesPerSecond,
      double peakBytesPerSecond,
      long windowNanos,
      RandomGenerator random) {
    this.window = new TimeSlidingWindow(sinceNanos, committedBytesPerSecond, windowNanos);
    this.committedBytesPerSecond = committedBytesPerSecond;
    this.peakBytesPerSecond = peakBytesPerSecond;
    this.random = random;
  }

  @Override
  public Colour meter(long nowNanos, int bytes, Colour before) {
    double average = window.add(nowNanos, bytes);
    if (average <= committedBytesPerSecond) {
      return Colour.GREEN;
    }
    // RFC 2859 §4: beyond PTR red with (avg - PTR)/avg and yellow with (PTR - CTR)/avg; beyond CTR
    // alone yellow with (avg - CTR)/avg. One draw of what lies below the average decides.
    double drawn = Streams.uniform(random) * average;
    if (drawn < average - peakBytesPerSecond) {
      return Colour.RED;
    }
    return drawn < average - committedBytesPerSecond ? Colour.YELLOW : Colour.GREEN;
  }
}
