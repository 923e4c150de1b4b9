// SPDX-License-Identifier: Apache-2.0
package rani.rdp;

import org.jspecify.annotations.Nullable;

/** Accepts connections at a port. */
@FunctionalInterface
public interface RdpListener {
  /** Returns the user of an incoming connection, which is not yet open; null to refuse it. */
  @Nullable RdpApplication accept(long nowNanos, RdpConnection connection);
}
