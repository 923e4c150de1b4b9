// SPDX-License-Identifier: Apache-2.0
package rani.rdp;

import org.jspecify.annotations.Nullable;

/** What waits at a port. */
@FunctionalInterface
public interface RdpListener {
  /**
   * Someone wants a connection; it is not yet open.
   *
   * @return what will use it; null to refuse
   */
  @Nullable RdpApplication accept(long nowNanos, RdpConnection connection);
}
