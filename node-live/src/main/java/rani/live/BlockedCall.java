// SPDX-License-Identifier: Apache-2.0
package rani.live;

import java.util.List;

/**
 * A service that does not let go of its node's thread.
 *
 * @param node by name
 * @param service by name
 * @param nanos how long the call has lasted
 * @param stack of the thread, innermost frame first, down to where the node called the service
 */
public record BlockedCall(String node, String service, long nanos, List<String> stack) {
  /** A call that blocks is reported within so long: 0.5 s. */
  public static final long LIMIT_NANOS = 500_000_000;

  /** The system property that says, in milliseconds, when a call is taken never to return. */
  public static final String STUCK_PROPERTY = "rani.stuck.millis";

  private static final long STUCK_MILLIS = 8000;
  private static final double NANOS_PER_SECOND = 1e9;

  public BlockedCall {
    stack = List.copyOf(stack);
  }

  /** When a call is taken never to return, in nanoseconds: after 8 s. */
  public static long stuckNanos() {
    return Long.getLong(STUCK_PROPERTY, STUCK_MILLIS) * 1_000_000;
  }

  /** How long it has lasted. */
  public double seconds() {
    return nanos / NANOS_PER_SECOND;
  }

  /** Where the thread is: its innermost frame. */
  public String where() {
    return stack.isEmpty() ? "nowhere" : stack.getFirst();
  }
}
