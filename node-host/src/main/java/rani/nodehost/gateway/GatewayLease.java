// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.gateway;

import rani.world.Facts;

/** Something that a gateway was told to do and does until it is released. */
interface GatewayLease {
  /** What it has done so far. */
  Facts facts(long nowNanos);

  /** The time has come to look after what has been idle; about every ten seconds. */
  default void sweep(long nowNanos) {}

  /** Ends it, and every connection through it. */
  void close(long nowNanos);
}
