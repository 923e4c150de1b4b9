// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.gateway;

import rani.world.Facts;

/** An order that a gateway executes until it is released. */
interface GatewayLease {
  /** Its facts. */
  Facts facts(long nowNanos);

  /** Closes idle sessions; called about every ten seconds. */
  default void sweep(long nowNanos) {}

  /** Ends it and every connection through it. */
  void close(long nowNanos);
}
