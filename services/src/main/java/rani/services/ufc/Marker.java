// SPDX-License-Identifier: Apache-2.0
package rani.services.ufc;

/** Meter that assigns each packet of a stream a colour. */
sealed interface Marker permits SingleRateMarker, TwoRateMarker, SlidingWindowMarker {
  /**
   * Meters a packet by its IPv4 total length. Times must not decrease. Colour-blind meters ignore
   * the packet's colour on arrival.
   */
  Colour meter(long nowNanos, int bytes, Colour before);
}
