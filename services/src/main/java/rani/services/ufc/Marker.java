// SPDX-License-Identifier: Apache-2.0
package rani.services.ufc;

/** Meter that assigns each packet of a stream a colour. */
sealed interface Marker permits SingleRateMarker, TwoRateMarker, SlidingWindowMarker {
  /**
   * Meters a packet.
   *
   * @param nowNanos not earlier than the time of the previous packet
   * @param bytes IPv4 total length
   * @param before colour of the packet on arrival; colour-blind meters ignore it
   */
  Colour meter(long nowNanos, int bytes, Colour before);
}
