// SPDX-License-Identifier: Apache-2.0
package rani.rdp;

import org.jspecify.annotations.Nullable;

/** Accepts connections at a port. */
@FunctionalInterface
public interface RdpListener {
  /**
   * Decides about an incoming connection, which is not yet open.
   *
   * @return the user of the connection; null to refuse it
   */
  @Nullable RdpApplication accept(long nowNanos, RdpConnection connection);
}
