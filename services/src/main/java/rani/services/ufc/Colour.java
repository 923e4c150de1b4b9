// SPDX-License-Identifier: Apache-2.0
package rani.services.ufc;

import rani.wire.Dscp;

/**
 * Colour that a meter gives a packet (RFC 2697, 2698, 2859); in assured forwarding, the drop
 * precedence.
 */
enum Colour {
  /** Within the committed rate: precedence 0. */
  GREEN,
  /** Beyond the committed rate, within the peak or excess: precedence 1. */
  YELLOW,
  /** Beyond the peak or excess: precedence 2. */
  RED;

  private static final Colour[] ALL = values();

  /** Returns the colour of a code point; green if it is not of assured forwarding. */
  static Colour of(int dscp) {
    return Dscp.isAssured(dscp) ? ALL[Dscp.precedence(dscp)] : GREEN;
  }
}
