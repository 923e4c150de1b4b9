// SPDX-License-Identifier: Apache-2.0
package rani.services.ufc;

import rani.wire.Dscp;

/**
 * What a meter found of a packet (RFC 2697, 2698, 2859), in assured forwarding its drop precedence.
 */
enum Colour {
  /** Within what was promised: precedence 0. */
  GREEN,
  /** Beyond that, within what may be sent: precedence 1. */
  YELLOW,
  /** Beyond that, too: precedence 2. */
  RED;

  private static final Colour[] ALL = values();

  /** The colour that a packet comes with; green if it is not of assured forwarding. */
  static Colour of(int dscp) {
    return Dscp.isAssured(dscp) ? ALL[Dscp.precedence(dscp)] : GREEN;
  }
}
