// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.gateway;

import rani.world.Facts;

/** A {@link GatewayOrder} in effect. */
interface GatewayLease {
  Facts facts(long nowNanos);

  /** Closes idle sessions; called about every ten seconds. */
  default void sweep(long nowNanos) {}

  /** Ends the order and all its connections. */
  void close(long nowNanos);
}
