// SPDX-License-Identifier: Apache-2.0
package rani.services.ufc;

/** A meter that says which colour each packet of a stream is to have. */
sealed interface Marker permits SingleRateMarker, TwoRateMarker, SlidingWindowMarker {
  /**
   * Meters a packet.
   *
   * @param nowNanos never earlier than the time of the packet before
   * @param bytes IPv4 total length
   * @param before the colour it came with, which meters that are colour-blind do not look at
   */
  Colour meter(long nowNanos, int bytes, Colour before);
}
